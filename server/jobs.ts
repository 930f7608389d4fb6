import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from './deps.ts';
import { featureJobs } from './features.ts';
import { createDb } from './kit/db/db.ts';
import { createPool } from './kit/db/pool.ts';
import { retryAbandonedJobs } from './kit/jobs/dead-jobs.ts';
import { deleteExpiredRows, deleteShortLivedRows } from './kit/jobs/delete-expired-rows.ts';
import type { Work } from './kit/jobs/job.ts';
import { CONCURRENCY, startWorker, type Worker } from './kit/jobs/worker.ts';

/** Grace period for running jobs at shutdown. */
const END_MS = 8_000;

export const jobs: readonly Work<Deps>[] = [
  retryAbandonedJobs,
  deleteExpiredRows,
  deleteShortLivedRows,
  ...featureJobs,
];

/** Jobs have a pool of their own, with longer timeouts than requests. */
export async function startJobs(deps: Deps, url: string, works = jobs): Promise<Worker> {
  const { log } = deps;
  const onError = (error: Error) => log.warn({ reason: error.message }, 'a connection of the worker broke');
  const patience = { statementTimeoutMs: 60_000, connectionTimeoutMs: 30_000 };
  // Besides those of the jobs, the worker listens and stores outcomes.
  const pool = createPool({ url, max: CONCURRENCY + 2, name: 'bukuri-worker', ...patience, onError });
  const worker = await startWorker(works, { parts: { ...deps, pool, db: createDb(pool) }, pool, log });
  return {
    close: async () => {
      const ended = worker.close().then(() => pool.end());
      // A job that is still running is retried on another node.
      await Promise.race([ended, wait(END_MS, undefined, { ref: false })]);
    },
  };
}
