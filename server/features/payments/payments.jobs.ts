import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { job, recurring, sweep } from '#server/kit/jobs/job.ts';
import { at } from '#server/kit/kill-points.ts';
import { cancelWhilePaused } from './payments.pause.ts';
import { reconcile } from './payments.reconcile.ts';
import { settlePayment } from './payments.settle.ts';
import { forgetEvents, markHandled, subjectOf } from './payments.store.ts';

/** What happened is asked of the provider: what a message says may be old, or come before an earlier one. */
export const paymentsHear = job({
  name: 'payments-hear',
  payload: z.object({ source: z.enum(['stripe', 'sandbox']), externalId: z.string() }),
  run: async ({ db, cards }: Deps, event) => {
    if (!cards) throw new Error('nobody who charges cards is configured');
    at('event taken up');
    const paymentId = await subjectOf(db, event);
    const said = paymentId === null ? null : await cards.find(paymentId);
    if (said) await settlePayment({ db, cards }, said);
    if (said?.state === 'open') await cancelWhilePaused({ db, cards }, said);
    await markHandled(db, event);
  },
});

export const paymentsReconcile = recurring({
  name: 'payments-reconcile',
  cron: '* * * * *',
  run: async ({ db, cards }: Deps) => {
    if (cards) await reconcile({ db, cards });
  },
});

export const externalEventsForget = sweep({
  name: 'external-events-forget',
  cron: '20 3 * * *',
  table: 'external_events',
  rows: 'what the card provider told, from when it came',
  kept: '90 days',
  run: ({ db }: Deps, kept) => forgetEvents(db, kept),
});
