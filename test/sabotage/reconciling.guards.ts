/** What nobody said anything about is asked about, and what fails of one is no matter of the others. */
import type { Guard } from './guard.ts';

const standing = (test: string) => ['server/features/payments/standing-failures.test.ts', test] as const;
const lost = (test: string) => ['server/features/payments/lost-news.test.ts', test] as const;
const doubts = (test: string) => ['server/features/payments/doubts.test.ts', test] as const;
const unknown = 'server/features/payments/payments.unknown.ts';
const reconcile = 'server/features/payments/payments.reconcile.ts';
const store = 'server/features/payments/payments.store.ts';

export const guards: readonly Guard[] = [
  {
    without: 'a job in its last attempt is taken for dead, and done twice',
    file: 'server/kit/jobs/dead-jobs.ts',
    take: ' and locked_at is null',
    falls: ['server/kit/jobs/jobs.test.ts', 'a job in its last attempt is not dead'],
  },
  {
    without: 'what was told while the provider was away waits for hours after it is back',
    file: 'server/features/payments/payments.jobs.ts',
    take: 'if (cards) await hearLate({ db, cards });',
    falls: [
      'server/features/payments/reconcile.test.ts',
      'what was told is worked off as soon as the provider is back, whenever its job comes again',
    ],
  },
  {
    without: 'a provider that says nothing holds all hands of a node',
    file: 'server/features/payments/payments.jobs.ts',
    take: "name: 'payments-hear',\n  queue: PROVIDER,",
    leave: "name: 'payments-hear',",
    falls: ['server/features/payments/hanging-cards.test.ts', 'of a provider that says nothing one job waits'],
  },
  {
    without: 'recurring work waits for nobody',
    file: 'server/kit/jobs/worker.ts',
    take: ', ...(queue !== null && { queueName: queue })',
    falls: ['server/kit/jobs/queues.test.ts', 'recurring work of a queue waits'],
  },
  {
    without: 'what the provider fails of one attempt ends the whole run',
    file: 'server/features/payments/payments.run.ts',
    take: 'const IN_A_ROW = 8;',
    leave: 'const IN_A_ROW = 1;',
    falls: standing('a few questions without an answer keep nothing else from being done'),
  },
  {
    without: 'a provider that is away is asked a thousand times in a run',
    file: 'server/features/payments/payments.run.ts',
    take: 'const IN_A_ROW = 8;',
    leave: 'const IN_A_ROW = 8_000;',
    falls: standing('a run ends where nobody gets an answer'),
  },
  {
    without: 'what the provider kept as failed is asked for each minute',
    file: 'server/features/payments/payments.give-up.ts',
    take: 'return inTransaction(db, (tx) => closeUntold(tx, payment.id));',
    leave: 'return;',
    falls: standing('an attempt of which the provider never answered is given up'),
  },
  {
    without: 'an attempt that was opened this moment is forgotten',
    file: store,
    take: ', isLive, isNull(payments.providerPaymentId)',
    leave: ', isLive',
    falls: standing('an attempt that was opened while it was to be given up is not forgotten'),
  },
  {
    without: 'one provider is asked for what another has',
    file: store,
    take: 'provider = ${provider} and ${which}',
    leave: '${provider}::text is not null and ${which}',
    falls: standing('of what another provider has nothing is asked'),
  },
  {
    without: 'an attempt that the provider does not know is given up each minute',
    file: 'server/gateways/payments/stripe.ts',
    take: "throw isUnknown(error) ? new NotOpen('the provider has no payment of that id') : error;",
    leave: 'throw error;',
    falls: ['server/gateways/payments/provider.test.ts', 'a payment of another shop is none'],
  },
  {
    without: 'what was given back at the provider and told to nobody is never found',
    file: reconcile,
    take: 'await eachOf(run, paid, (payment) => ask(parts, payment));',
    leave: 'void paid;',
    falls: lost('what goes back within two days of paying is found within the hour'),
  },
  {
    without: 'everything that was ever paid is asked about each hour',
    file: store,
    take: "then interval '1 hour' else interval '1 day' end",
    leave: "then interval '1 hour' else interval '1 hour' end",
    falls: lost('later it is found within a day, for a month'),
  },
  {
    without: 'what was paid is asked about for ever',
    file: store,
    take: "(created_at > now() - interval '30 days' or unsettled_at is not null) and",
    leave: 'true and',
    falls: lost('later it is found within a day, for a month'),
  },
  {
    without: 'a provider that is slow has two runs ask about the same at once',
    file: 'server/features/payments/payments.run.ts',
    take: ' || performance.now() >= end',
    leave: ' || performance.now() * 0 > end',
    falls: ['server/features/payments/long-run.test.ts', 'after its time a run takes up no'],
  },
  {
    without: 'what was paid for an attempt that is not here is told to nobody',
    file: 'server/features/payments/payments.settle.ts',
    take: 'return noteUnknown(db, said);',
    leave: 'return null;',
    falls: doubts('what was paid for an attempt that is not here is told once'),
  },
  {
    without: 'each message about a payment without an attempt is told',
    file: unknown,
    take: 'if (!(await isDone(tx, about))) {',
    leave: 'if (about) {',
    falls: doubts('what was paid for an attempt that is not here is told once'),
  },
  {
    without: 'what was given back in part is listed no more',
    file: unknown,
    take: 'if (back < received || ',
    leave: 'if (back < 1 || ',
    falls: doubts('what was paid for an attempt that is not here is told once'),
  },
  {
    without: 'what somebody else is paid with the same account is a doubt of the shop',
    file: unknown,
    take: "said.state !== 'paid' || attemptId === null",
    leave: "said.state !== 'paid'",
    falls: doubts('what was paid for no shop'),
  },
  {
    without: 'each payment is asked about each hour',
    file: unknown,
    take: 'and p.order_id is not null)',
    leave: 'and p.order_id is null)',
    falls: doubts('what was paid and told to nobody is found'),
  },
  {
    without: 'nobody hears that money did not go back',
    file: 'server/features/payments/payments.given-back.ts',
    take: "if (state === 'failed') await enqueue(tx, paymentsDoubted",
    leave: "if (state === 'succeeded') await enqueue(tx, paymentsDoubted",
    falls: doubts('a refund that failed is told'),
  },
  {
    without: 'a webhook secret that is wrong stays unnoticed',
    file: 'server/kit/http/security-log.ts',
    take: "  'payments.forged',\n",
    falls: ['server/features/payments/paying.test.ts', 'what somebody else signed, or nobody, is not kept'],
  },
  {
    without: 'what one provider told is called done by another',
    file: 'server/features/payments/payments.hear.ts',
    take: 'if (cards.name !== event.source) throw',
    leave: 'if (!cards.name) throw',
    falls: ['server/features/payments/paying.test.ts', 'what one provider told is not worked off'],
  },
  {
    without: 'attempts are given up and nothing says so',
    file: store,
    take: "if (closed.length > 0 && status === 'canceled') await noteCanceled(tx, id);",
    falls: standing('an attempt that the provider does not know ends'),
  },
  {
    without: 'a shop hears of money that moved where it does not',
    file: 'server/gateways/payments/stripe.ts',
    take: 'isKept && livemode === isLive',
    leave: 'isKept && livemode !== isKept.valueOf',
    falls: ['server/gateways/payments/stripe-events.test.ts', 'what happened in the other mode'],
  },
  {
    without: 'what was signed and cannot be kept is a failure of the shop',
    file: 'server/gateways/payments/stripe.ts',
    take: 'isKept && livemode === isLive',
    leave: 'id && livemode === isLive',
    falls: ['server/gateways/payments/stripe-events.test.ts', 'what was signed and cannot be kept'],
  },
  {
    without: 'nobody hears that a deal was taken off sale before it was paid',
    file: 'server/features/payments/payments.settle.ts',
    take: ' and not deal_is_public(d)',
    leave: ' and d.deleted_at is not null',
    falls: doubts('an order of a deal that was taken off sale'),
  },
  {
    without: 'who was given their money back is told to book a time',
    file: 'server/features/orders/receipts.jobs.ts',
    take: " || ordered.order.status === 'refunded'",
    falls: ['server/features/orders/receipts.test.ts', 'a receipt does not say that one may go'],
  },
  {
    without: 'who asked their money back is told to book a time',
    file: 'server/features/orders/receipts.emails.ts',
    take: "dispute === null || dispute === 'won'",
    leave: 'dispute !== undefined',
    falls: ['server/features/orders/receipts.test.ts', 'a receipt does not say that one may go'],
  },
];
