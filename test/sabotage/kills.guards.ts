/** A shop that is killed amid a payment, or told nothing, finds its way back to one order. */
import type { Guard } from './guard.ts';

const killed = (point: string) => ['test/kill-points.test.ts', `${point}: who pays while the shop ends`] as const;

const later = (test: string) => ['server/features/payments/reconcile.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'nobody asks about what was paid while the shop was dead',
    file: 'server/features/payments/payments.jobs.ts',
    take: 'await reconcile({ db, cards });',
    leave: 'await reconcile({ db, cards: { ...cards, find: async () => null } });',
    falls: killed('K2'),
  },
  {
    without: 'who asks again after a lost answer makes a second payment',
    file: 'server/gateways/payments/stripe.ts',
    take: 'paymentIntents.create(asked, { idempotencyKey: attemptId })',
    leave: 'paymentIntents.create(asked)',
    falls: killed('K2'),
  },
  {
    without: 'what was ordered before the end looks like another payment afterwards',
    file: 'server/features/payments/payments.settle.ts',
    take: 'if (payment.orderId !== null) return payment.orderId;',
    falls: killed('K6'),
  },
  {
    without: 'what was kept and not answered is refused for ever when it is told again',
    file: 'server/features/payments/payments.store.ts',
    take: '.onConflictDoNothing()\n    .returning({ id: externalEvents.externalId });',
    leave: '.returning({ id: externalEvents.externalId });',
    falls: killed('K9'),
  },
  {
    without: 'of a thousand who were not heard of a few are looked at each minute',
    file: 'server/features/payments/payments.reconcile.ts',
    take: 'while (!isOver(run)) {\n    const these = await find(db, { provider: cards.name, limit: BATCH });',
    leave: 'for (const these of [await find(db, { provider: cards.name, limit: BATCH })]) {',
    falls: later('one run asks about all that is due, however many'),
  },
  {
    without: 'who paid long after the form was shown waits for hours',
    file: 'server/features/payments/payments.store.ts',
    take: ", interval '5 minutes')",
    leave: ", interval '5 hours')",
    falls: later('who pays long after the form was shown has their order within minutes'),
  },
  {
    without: 'nobody sees that messages of the provider are not worked off',
    file: 'server/features/payments/payments.late.ts',
    take: 'select type, external_id, received_at from external_events\n  where handled_at is null',
    leave: 'select type, external_id, received_at from external_events\n  where false',
    falls: later('whoever watches sees how long a payment or a message has been waiting'),
  },
];
