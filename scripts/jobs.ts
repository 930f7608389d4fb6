/** `npm run jobs`: lists jobs that have failed permanently; `npm run jobs -- retry all | ID…` retries them. */
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { listDeadJobs, retryDeadJobs } from '#server/kit/jobs/dead-jobs.ts';
import { createLog } from '#server/kit/log.ts';
import { StartError } from '#server/kit/start-error.ts';

export async function main([task, ...ids]: string[]): Promise<void> {
  const isRetry = task === 'retry' && ids.length > 0 && ids.every((id) => /^(all|\d+)$/.test(id));
  if (task !== undefined && !isRetry) throw new StartError('Say nothing, to see dead jobs, or: retry all, retry ID…');
  const database = await openDatabase(readConfig(), {
    log: createLog('warn'),
    onLost: console.error,
    say: console.error,
  });
  const pool = createPool({ url: database.directUrl, name: 'bukuri-jobs' });
  try {
    await (isRetry ? retry(createDb(pool), ids) : list(createDb(pool)));
  } finally {
    await pool.end();
    await database.close();
  }
}

async function list(db: Db): Promise<void> {
  const dead = await listDeadJobs(db);
  for (const { id, name, payload, attempts, error, failedAt } of dead) {
    console.log(`${id}  ${name}  ${JSON.stringify(payload)}  ${attempts} attempts until ${failedAt.toISOString()}`);
    console.log(`    ${error.split('\n', 1)}`);
  }
  console.log(dead.length === 0 ? 'No job has failed for good.' : 'Mend the cause, then: npm run jobs -- retry all');
}

async function retry(db: Db, ids: readonly string[]): Promise<void> {
  const count = await retryDeadJobs(db, ids.includes('all') ? 'all' : ids);
  console.log(count === 1 ? '1 job is tried again.' : `${count} jobs are tried again.`);
}
