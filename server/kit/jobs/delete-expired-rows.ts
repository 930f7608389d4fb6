/** Cleanup jobs: delete what the retention of each table (db/table-policies.ts) no longer keeps, and old dead jobs. */
import { type SQL, sql } from 'drizzle-orm';
import { type TablePolicy, tablePolicies } from '#db/schema.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';
import { isDead } from './dead-jobs.ts';
import { recurring } from './job.ts';

const DEAD_JOBS_KEPT = '90 days';

/** Rows locked by others are left for the next run. */
function expiredRows({ table, retention }: TablePolicy): ((limit: SQL) => SQL) | null {
  if (!retention) return null;
  const { since, keep, where = sql`true`, deletedBy } = retention;
  if (deletedBy) return (limit) => sql`select from ${sql.raw(deletedBy)}(${keep}::interval, ${limit})`;
  const end =
    since.dataType === 'date' ? sql`now() - ${keep}::interval` : sql`(current_date - ${keep}::interval)::date::text`;
  return (limit) => sql`delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${since} < ${end} and ${where} limit ${limit} for update skip locked))`;
}

const deadJobs = (limit: SQL) => sql`select from graphile_worker.complete_jobs(array(
  select id from graphile_worker._private_jobs where ${isDead} and updated_at < now() - ${DEAD_JOBS_KEPT}::interval limit ${limit}))`;

export const deleteExpiredRows = recurring({
  name: 'delete-expired-rows',
  cron: '7 3 * * *',
  run: ({ db }: { db: Db }) => cleanUp(db, [...tablePolicies.map(expiredRows), deadJobs]),
});

/** Rows kept for a day at most, as sessions and counters: there would be many of them by night. */
export const deleteShortLivedRows = recurring({
  name: 'delete-short-lived-rows',
  cron: '37 * * * *',
  run: ({ db }: { db: Db }) =>
    cleanUp(
      db,
      tablePolicies
        .filter(({ retention }) => /^(0|1 day|\d+ (minutes|hours))$/.test(retention?.keep ?? ''))
        .map(expiredRows),
    ),
});

async function cleanUp(db: Db, statements: readonly (((limit: SQL) => SQL) | null)[]): Promise<void> {
  const errors: unknown[] = [];
  // A table that cannot be cleaned up does not keep the others from it.
  for (const statement of statements)
    if (statement) await inBatches(db, statement).catch((error) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'expired rows were not deleted');
}
