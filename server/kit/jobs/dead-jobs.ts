/** Dead jobs used up their attempts: they are kept until an operator retries them. Abandoned jobs belong to a node that was killed. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/kit/db/db.ts';
import { recurring } from './job.ts';
import { nameOfWorker } from './worker.ts';

export interface DeadJob {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  /** Of the last attempt; none if the node was killed. */
  error: string;
  failedAt: Date;
}

export const isDead = sql`attempts >= max_attempts and locked_at is null`;

export async function listDeadJobs(db: Db): Promise<DeadJob[]> {
  const { rows } = await db.execute<Omit<DeadJob, 'failedAt'> & { failedAt: string }>(sql`
    select j.id, t.identifier as name, j.payload, j.attempts, coalesce(j.last_error, 'its node was killed') as error, j.updated_at as "failedAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${isDead} order by j.id`);
  return rows.map((row) => ({ ...row, failedAt: new Date(row.failedAt) }));
}

/** Resets the attempts of dead jobs and returns how many there were. */
export async function retryDeadJobs(db: Db, ids: readonly string[] | 'all'): Promise<number> {
  const chosen = ids === 'all' ? sql`true` : sql`id = any(${sql.param(ids)}::bigint[])`;
  const { rows } = await db.execute(sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where ${isDead} and ${chosen}), run_at => now(), attempts => 0)`);
  return rows.length;
}

/** Unlocks jobs of killed nodes, for which graphile-worker alone waits four hours. */
export const retryAbandonedJobs = recurring({
  name: 'abandoned-take-over',
  cron: '* * * * *',
  run: async ({ db }: { db: Db }) => {
    // A worker that lost its connection has a minute to reconnect.
    await db.execute(sql`select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs where locked_at < now() - interval '1 minute'
        and ${nameOfWorker('')} || locked_by not in (select application_name from pg_stat_activity)))`);
  },
});
