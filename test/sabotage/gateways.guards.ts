/** What stands between us and those outside whom we ask. */
import type { Guard } from './guard.ts';

const stripe = 'server/gateways/payments/stripe.ts';
const events = (test: string) => ['server/gateways/payments/stripe-events.test.ts', test] as const;
const provider = (test: string) => ['server/gateways/payments/provider.test.ts', test] as const;
const sandbox = (test: string) => ['server/gateways/payments/sandbox/sandbox-server.test.ts', test] as const;

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
    falls: ['server/gateways/payments/sandbox/sandbox-deliveries.test.ts', 'several nodes tell each thing once'],
  },
];
