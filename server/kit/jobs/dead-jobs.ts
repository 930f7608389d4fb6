/** Jobs that failed as often as they may: kept until somebody mended the cause and has them tried again. */
import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';

export interface DeadJob {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  /** Of the last attempt; a node that was killed leaves none. */
  error: string;
  failedAt: Date;
}

const isDead = sql`attempts >= max_attempts and locked_at is null`;

export async function listDeadJobs(db: Db): Promise<DeadJob[]> {
  const { rows } = await db.execute<Omit<DeadJob, 'failedAt'> & { failedAt: string }>(sql`
    select j.id, t.identifier as name, j.payload, j.attempts, coalesce(j.last_error, 'its node was killed') as error, j.updated_at as "failedAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${isDead} order by j.id`);
  return rows.map((row) => ({ ...row, failedAt: new Date(row.failedAt) }));
}

export function forgetDeadJobs(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${isDead} and updated_at < now() - ${kept}::interval limit ${limit}))`,
  );
}

/** Gives dead jobs all their attempts again, these or every one; answers how many. */
export async function retryDeadJobs(db: Db, ids: readonly string[] | 'all'): Promise<number> {
  const chosen = ids === 'all' ? sql`true` : sql`id = any(${sql.param(ids)}::bigint[])`;
  const { rows } = await db.execute(sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where ${isDead} and ${chosen}), run_at => now(), attempts => 0)`);
  return rows.length;
}
