/** A shop that is killed amid a payment finds its way back to one order. */
import type { Guard } from './guard.ts';

const killed = (point: string) => ['test/kill-points.test.ts', `${point}: who pays while the shop ends`] as const;

export const guards: readonly Guard[] = [
  {
    without: 'nobody asks about what was paid while the shop was dead',
    file: 'server/features/payments/payments.jobs.ts',
    take: 'if (cards) await reconcile({ db, cards });',
    leave: 'if (cards) await reconcile({ db, cards: { ...cards, find: async () => null } });',
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
    without: 'what was kept and not answered is refused for ever when it is told again',
    file: 'server/features/payments/payments.store.ts',
    take: '.onConflictDoNothing()\n    .returning({ id: externalEvents.externalId });',
    leave: '.returning({ id: externalEvents.externalId });',
    falls: killed('K9'),
  },
];
