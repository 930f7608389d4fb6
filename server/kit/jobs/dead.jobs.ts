/** Dead jobs that nobody wanted back. */
import type { Db } from '#server/kit/db/db.ts';
import { forgetDeadJobs } from './dead-jobs.ts';
import { cleanupJob } from './job.ts';

export const deleteExpiredDead = cleanupJob({
  name: 'delete-expired-dead',
  cron: '41 3 * * *',
  table: 'graphile_worker._private_jobs',
  rows: 'dead ones, from the last attempt',
  kept: '90 days',
  run: ({ db }: { db: Db }, kept) => forgetDeadJobs(db, kept),
});
