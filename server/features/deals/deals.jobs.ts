import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue, job, recurring } from '#server/kit/jobs/job.ts';
import { findCountDifferences, mergeCounts } from './deal-counts.ts';
import { deleteUnusedWords, markOver, updateFrequencies } from './deals.store.ts';

/** Seconds after a full minute: kept counts contain an ended deal for ten seconds at most. */
const MOMENTS = [10, 20, 30, 40, 50];

const markOverAndMerge = async ({ db }: Deps) => {
  await markOver(db);
  await mergeCounts(db);
};

export const dealsMarkOverAgain = job({
  name: 'deals-mark-over-again',
  payload: z.object({}),
  attempts: 1,
  run: markOverAndMerge,
});

export const dealsMarkOver = recurring({
  name: 'deals-mark-over',
  cron: '* * * * *',
  run: async (deps: Deps) => {
    await inTransaction(deps.db, async (tx) => {
      for (const seconds of MOMENTS)
        await enqueue(tx, dealsMarkOverAgain, {}, { key: `${seconds}`, after: `${seconds} seconds` });
    });
    await markOverAndMerge(deps);
  },
});

/** The counts follow from triggers: a difference is a defect, which the log reports. */
export const dealsCheckCounts = recurring({
  name: 'deals-check-counts',
  cron: '17 2 * * *',
  run: async ({ db, log }: Deps) => {
    const differences = await findCountDifferences(db);
    if (differences.length > 0) log.error({ differences }, 'kept counts of deals differ from the deals');
  },
});

export const vocabularyCleanup = recurring({
  name: 'delete-expired-words',
  cron: '* * * * *',
  run: async ({ db }: Deps) => {
    await deleteUnusedWords(db);
    await updateFrequencies(db);
  },
});
