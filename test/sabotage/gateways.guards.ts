/** What stands between us and those outside whom we ask. */
import type { Guard } from './guard.ts';

const stripe = 'server/gateways/payments/stripe.ts';
const events = (test: string) => ['server/gateways/payments/stripe-events.test.ts', test] as const;
const provider = (test: string) => ['server/gateways/payments/provider.test.ts', test] as const;
const sandbox = (test: string) => ['server/gateways/payments/sandbox/sandbox-server.test.ts', test] as const;
const browser = (test: string) => ['server/gateways/payments/sandbox/sandbox-routes.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'an event of the card provider is believed for ever',
    file: stripe,
    take: 'constructEvent(body, signature, secret, EVENT_SECONDS)',
    leave: 'constructEvent(body, signature, secret, 0)',
    falls: events('what was signed five minutes ago'),
  },
  {
    without: 'events are lost while the secret of the card provider is replaced',
    file: stripe,
    take: 'for (const secret of webhookSecrets) {',
    leave: 'for (const secret of webhookSecrets.slice(0, 1)) {',
    falls: events('while a secret is replaced both count'),
  },
  {
    without: 'a payment by card is made anew each time it is asked for',
    file: stripe,
    take: ', { idempotencyKey: attemptId }',
    falls: provider('an attempt is made once'),
  },
  {
    without: 'money is given back as often as it is asked for',
    file: stripe,
    take: ', { idempotencyKey: key }',
    falls: provider('a part is given back once for its key'),
  },
  {
    without: 'an answer of before is taken for what is true now',
    file: stripe,
    take: "if (answer.lastResponse.headers['idempotent-replayed'] !== 'true') return paymentOf(answer);",
    leave: 'if (answer.id) return paymentOf(answer);',
    falls: provider('what is made again after it was paid says so'),
  },
  {
    without: 'a shopper waits for ever for a card provider that does not come to an end',
    file: stripe,
    take: 'Promise.race([work(), tooLong])',
    leave: 'work()',
    falls: provider('a provider that does not answer is away within ten seconds'),
  },
  {
    without: 'a key that was taken back spoils what is asked for meanwhile, for good',
    file: stripe,
    take: 'isAway || isKeyRefused(error)',
    leave: 'isAway',
    falls: ['server/gateways/payments/refused-key.test.ts', 'a key that is refused'],
  },
  {
    without: 'nobody learns that the card provider refuses the key',
    file: stripe,
    take: 'if (isKeyRefused(error))',
    leave: 'if (isTooLate(error))',
    falls: ['server/gateways/payments/refused-key.test.ts', 'a key that is refused'],
  },
  {
    without: 'the stand-in answers anybody on the machine',
    file: 'server/gateways/payments/sandbox/sandbox-server.ts',
    take: "if (!isKey(request.headers.authorization ?? '', secretKey)) throw noKey();",
    falls: sandbox('nobody is answered without its key'),
  },
  {
    without: 'the stand-in takes a key again for something else, which Stripe would not',
    file: 'server/gateways/payments/sandbox/sandbox-answers.ts',
    take: 'if (kept && kept.request !== request) throw keyOfAnother(key);',
    falls: sandbox('the same key and the same words'),
  },
  {
    without: 'several nodes tell the same thing of a test card',
    file: 'server/gateways/payments/sandbox/sandbox-deliveries.ts',
    take: ' for update skip locked',
    falls: [
      'server/gateways/payments/sandbox/sandbox-deliveries.test.ts',
      'what another node is about to tell is left to it',
    ],
  },
  {
    without: 'test cards are taken in production by accident',
    file: 'server/config.ts',
    take: 'isLocal && !isServer',
    leave: 'isLocal || !isServer',
    falls: ['server/config.test.ts', 'test cards are taken where nobody can take them for real ones'],
  },
  {
    without: 'test cards are taken beside real ones',
    file: 'server/disagreements.ts',
    take: "values.CARD_SANDBOX === 'on' && given !== 0",
    leave: "values.CARD_SANDBOX === 'on' && given === 4",
    falls: ['server/config.test.ts', 'test cards are taken where nobody can take them for real ones'],
  },
  {
    without: 'the pages of test cards are there where cards are real',
    file: 'server/app.ts',
    take: "if (cards?.kind !== 'sandbox') return;",
    falls: browser('where cards are real or off there is nothing of it'),
  },
  {
    without: 'whoever knows the number of a payment may pay it',
    file: 'server/gateways/payments/sandbox/sandbox-routes.ts',
    take: 'if (!known || !isSecretOf(known, secret)) throw noPayment();',
    leave: 'if (!known) throw noPayment();',
    falls: browser('who was not given the payment cannot pay'),
  },
  {
    without: 'anybody on the network pays with a test card',
    file: 'server/gateways/payments/sandbox/sandbox-routes.ts',
    take: "if (!isForAll && !isFromHere(request)) throw new AppError(404, 'route.absent');",
    leave: "if (!isForAll && !isFromHere) throw new AppError(404, 'route.absent');",
    falls: browser('whoever is not at this machine pays with no test card'),
  },
  {
    without: 'anybody on the network prepares a payment with a test card',
    file: 'server/features/payments/payments.routes.ts',
    take: "if (cards?.kind === 'sandbox' && !cards.isForAll && !isFromHere(request))",
    leave: "if (cards?.kind === 'sandbox' && !cards.isForAll && !isFromHere)",
    falls: ['test/card-sandbox.test.ts', 'whoever asks from elsewhere prepares no payment'],
  },
  {
    without: 'whoever knows the number of a payment answers the bank',
    file: 'server/gateways/payments/sandbox/authenticate-page.ts',
    take: "if (!intent || !isSecretOf(intent, secret)) throw new AppError(404, 'route.absent');",
    leave: "if (!intent) throw new AppError(404, 'route.absent');",
    falls: browser('who was not given the payment is not asked by its bank'),
  },
  {
    without: 'the page of a test bank sends people to any site',
    file: 'server/gateways/payments/sandbox/sandbox-routes.ts',
    take: 'back !== new URL(`${protocol}//${hostOf(request)}`).origin && back !== origin',
    leave: "back === 'null' && back !== origin",
    falls: browser('what is not read is refused, and so is another site'),
  },
  {
    without: 'cards that are no test cards are tried',
    file: 'server/gateways/payments/sandbox/sandbox-cards.ts',
    take: 'if (card) return card;',
    leave: 'if (card || number) return card ?? (testCards[0] as TestCard);',
    falls: browser('is refused as card_declined before anything is kept'),
  },
  {
    without: 'nobody learns that a public shop takes test cards',
    file: 'server/greeting.ts',
    take: 'return isPublicUrlLocal ? [] : [',
    leave: 'return isPublicUrlLocal ? [] : []; void [',
    falls: ['test/lifecycle.test.ts', 'says that it takes test cards'],
  },
  {
    without: 'nobody learns that a shop sells for test cards',
    file: 'server/greeting.ts',
    take: '...(/^[rs]k_test_/.test(cards.secretKey) ? [OF_TEST_KEYS] : []),',
    leave: "...(cards.secretKey === 'sk_test_' ? [OF_TEST_KEYS] : []),",
    falls: ['server/greeting.test.ts', 'a shop that sells for test cards says so'],
  },
  {
    without: 'nobody learns that no cards are taken',
    file: 'server/greeting.ts',
    take: "return ['No cards are taken: STRIPE_SECRET_KEY is not given.'];",
    leave: 'return [];',
    falls: ['server/greeting.test.ts', 'a shop that takes no cards says so'],
  },
  {
    without: 'nobody tells the shop that a test card paid',
    file: 'server/gateways/payments/sandbox/mount-cards.ts',
    take: 'tellShop(app, parts);',
    falls: ['test/card-sandbox.test.ts', 'who pays and never comes back has their order too'],
  },
];
