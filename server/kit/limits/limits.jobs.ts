/** Expired counters. */
import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';

export const deleteExpiredRateLimits = cleanupJob({
  name: 'delete-expired-rate-limits',
  cron: '*/10 * * * *',
  table: 'rate_limits',
  rows: 'all',
  kept: 'until the time that counts is over, a day at most; a keyed hash of who searched for what 25 hours; the mark of a network in which somebody signed in 90 days',
  run: ({ db }: { db: Db }) =>
    inBatches(
      db,
      (limit) => sql`delete from rate_limits where ctid = any(array(
        select ctid from rate_limits where expires_at < now() limit ${limit}))`,
    ),
});
