import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { job, recurring } from '#server/kit/jobs/job.ts';
import { hear, hearLate } from './payments.hear.ts';
import { reconcile, survey } from './payments.reconcile.ts';

/** What asks the provider comes one after the other: one that says nothing holds up one of a node's two hands, and no other work. */
const PROVIDER = 'card-provider';

export const paymentsHear = job({
  name: 'payments-hear',
  queue: PROVIDER,
  payload: z.object({ source: z.enum(['stripe', 'sandbox']), externalId: z.string() }),
  run: async ({ db, cards }: Deps, event) => {
    if (!cards) throw new Error('nobody who charges cards is configured');
    await hear({ db, cards }, event);
  },
});

export const paymentsReconcile = recurring({
  name: 'payments-reconcile',
  cron: '* * * * *',
  queue: PROVIDER,
  run: async ({ db, cards }: Deps) => {
    if (cards) await reconcile({ db, cards });
  },
});

export const paymentsHearLate = recurring({
  name: 'payments-hear-late',
  cron: '* * * * *',
  queue: PROVIDER,
  run: async ({ db, cards }: Deps) => {
    if (cards) await hearLate({ db, cards });
  },
});

export const paymentsSurvey = recurring({
  name: 'payments-survey',
  cron: '11 * * * *',
  queue: PROVIDER,
  run: async ({ db, cards }: Deps) => {
    if (cards) await survey({ db, cards });
  },
});
