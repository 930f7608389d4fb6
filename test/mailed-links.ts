/** Mails as they arrive, and the links in them. */
import { expect } from 'vitest';
import { deliveryJobs } from '#server/features/notifications/notify.ts';
import { startJobs } from '#server/jobs.ts';
import type { Shop } from './client.ts';
import type { ReceivedMail } from './mail-server.ts';

/** The token of the link in a mail. */
export function tokenIn({ text }: Pick<ReceivedMail, 'text'>): string {
  const [, token] = /\?token=([\w-]{43})(&|\s|$)/.exec(text) ?? [];
  if (token === undefined) throw new Error('there is no link in it');
  return token;
}

/** Does all jobs that wait, and again those that failed, until none is left but push notifications in their quiet hours. */
export async function runJobs({ deps, url, pool }: Pick<Shop, 'deps' | 'url' | 'pool'>): Promise<void> {
  const worker = await startJobs(deps, url);
  const isQuiet = `run_at > now() and task_id = (select id from graphile_worker._private_tasks where identifier = '${deliveryJobs.push.name}')`;
  const waiting = async () => {
    await pool.query(
      `update graphile_worker._private_jobs set run_at = now() where locked_at is null and (${isQuiet}) is not true`,
    );
    await pool.query(`select pg_notify('jobs:insert', '{"r": 1, "count": 1}')`);
    return (await pool.query(`select from graphile_worker._private_jobs where (${isQuiet}) is not true`)).rowCount ?? 0;
  };
  await expect.poll(waiting, { interval: 50 }).toBe(0);
  await worker.close();
}
