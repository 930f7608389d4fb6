import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { type RecordingLog, recordingLog } from '#test/log.ts';
import { listDeadJobs, retryAbandonedJobs, retryDeadJobs } from './dead-jobs.ts';
import { enqueue, job, recurring } from './job.ts';
import { startWorker } from './worker.ts';

const { db, pool } = await testDatabase();

/** What the worker on one node has, and what jobs did with it. */
interface Parts {
  done: string[];
  isDown: boolean;
}

const thank = job({
  name: 'buyers-thank',
  payload: z.object({ orderId: z.string() }),
  attempts: 2,
  run: async (parts: Parts, { orderId }) => {
    if (parts.isDown) throw new Error('the mail is down');
    parts.done.push(orderId);
  },
});

const add = (orderId: string, options?: Parameters<typeof enqueue>[3]) =>
  inTransaction(db, (tx) => enqueue(tx, thank, { orderId }, options));

const warnings: string[] = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));

async function startNode(log: RecordingLog = recordingLog()): Promise<Parts> {
  const parts: Parts = { done: [], isDown: false };
  const worker = await startWorker([thank], { parts, pool, log });
  onTestFinished(worker.close);
  return parts;
}

/** How often each waiting job was tried, by name. */
async function attempts(): Promise<unknown[]> {
  const { rows } = await pool.query('select task_identifier as name, attempts from graphile_worker.jobs order by id');
  return rows.map(({ name, attempts }) => `${name} ${attempts}`);
}

/** What would be tried again later is tried now. */
async function hurry(): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set run_at = now()');
  await pool.query(`select pg_notify('jobs:insert', '{"r": 1, "count": 1}')`);
}

/** Nothing can be written down of jobs under way. */
const REFUSE = `
  create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
  create trigger refuse before delete or update of locked_by on graphile_worker._private_jobs
    for each row when (old.locked_by is not null) execute function refuse()`;

async function empty(): Promise<void> {
  await pool.query('truncate graphile_worker._private_jobs');
}

test('job is enqueued in the transaction of its change', async () => {
  const change = inTransaction(db, async (tx) => {
    await enqueue(tx, thank, { orderId: 'rolled back' });
    throw new Error('changed my mind');
  });
  await expect(change).rejects.toThrow('changed my mind');
  expect(await attempts()).toEqual([]);
  await add('kept');
  expect(await attempts()).toEqual(['buyers-thank 0']);
  const node = await startNode();
  await expect.poll(() => node.done).toEqual(['kept']);
  await expect.poll(attempts).toEqual([]);
});

test('job with a payload that does not parse fails and is kept', async () => {
  const log = recordingLog();
  await pool.query(`select graphile_worker.add_job('buyers-thank', '{"order": 7}', max_attempts => 9)`);
  const node = await startNode(log);
  await expect.poll(attempts).toEqual(['buyers-thank 1']);
  await expect.poll(() => log.lines.map(({ level }) => level)).toEqual(['warn']);
  expect(node.done).toEqual([]);
  await empty();
});

test('failed job is retried; dead, it is logged once and kept until retried by an operator', async () => {
  const log = recordingLog();
  const node = await startNode(log);
  const levels = () => log.lines.map(({ level }) => level);
  node.isDown = true;
  await add('unlucky');
  await expect.poll(levels).toEqual(['warn']);
  expect(await listDeadJobs(db)).toEqual([]);
  await expect.poll(attempts).toEqual(['buyers-thank 1']);
  await hurry();
  await expect.poll(() => listDeadJobs(db)).toHaveLength(1);
  await hurry();
  const [dead] = await listDeadJobs(db);
  expect(dead).toMatchObject({ name: 'buyers-thank', payload: { orderId: 'unlucky' }, attempts: 2 });
  expect(dead?.error).toContain('the mail is down');
  expect(levels()).toEqual(['warn', 'error']);
  expect(log.lines[1]?.text).toContain('a job failed for good');

  node.isDown = false;
  expect(await retryDeadJobs(db, ['0'])).toBe(0);
  expect(await retryDeadJobs(db, [dead?.id ?? ''])).toBe(1);
  await hurry();
  await expect.poll(() => node.done).toEqual(['unlucky']);
  expect(await listDeadJobs(db)).toEqual([]);
  expect(await retryDeadJobs(db, 'all')).toBe(0);
});

test('database error of a job is stored and logged without values', async () => {
  const log = recordingLog();
  const values = sql`insert into users (email, password_hash) values (${'canary@example.al'}, ${'$argon2canary'})`;
  const fail = job({
    name: 'users-break',
    payload: z.object({}),
    attempts: 1,
    run: async () => void (await db.execute(values)),
  });
  const worker = await startWorker([fail], { parts: {}, pool, log });
  onTestFinished(worker.close);
  await inTransaction(db, (tx) => enqueue(tx, fail, {}));
  await expect.poll(() => listDeadJobs(db)).toMatchObject([{ error: expect.stringContaining('insert users') }]);
  expect(JSON.stringify([await listDeadJobs(db), log.lines])).not.toContain('canary');
  expect(log.lines[0]?.text).toContain('"code":"23502"');
  await empty();
});

test('job key replaces a waiting job; a delayed job waits', async () => {
  await add('first', { key: 'receipt 1' });
  await add('second', { key: 'receipt 1' });
  await add('tomorrow', { after: '1 day' });
  const node = await startNode();
  await expect.poll(() => node.done).toEqual(['second']);
  await expect.poll(attempts).toEqual(['buyers-thank 0']);
  await hurry();
  await expect.poll(() => node.done).toEqual(['second', 'tomorrow']);
});

test('scheduled job with atStart runs once for nodes that start together', async () => {
  const { promise: slow, resolve: end } = Promise.withResolvers<void>();
  let begun = 0;
  const run = () => {
    begun += 1;
    return slow;
  };
  const works = [
    recurring({ name: 'rates-ask', cron: '0 0 1 1 *', atStart: true, run }),
    recurring({ name: 'delete-expired-rates', cron: '0 0 1 1 *', run }),
  ];
  const start = () => startWorker(works, { parts: {}, pool, log: recordingLog() });
  const [one, other] = await Promise.all([start(), start()]);
  onTestFinished(one.close);
  onTestFinished(other.close);
  await expect.poll(() => begun).toBeGreaterThan(0);
  end();
  await expect.poll(attempts).toEqual([]);
  // Who comes while it is being done has it done once more.
  expect(begun).toBeLessThanOrEqual(2);
});

test('unknown job is left for another version', async () => {
  await pool.query("select graphile_worker.add_job('salons-greet')");
  await add('known');
  const node = await startNode();
  await expect.poll(() => node.done).toEqual(['known']);
  await expect.poll(attempts).toEqual(['salons-greet 0']);
  await empty();
});

test('abandoned job of a killed node is retried, a slow one is not', async () => {
  const begun: string[] = [];
  const { promise: slow, resolve: end } = Promise.withResolvers<void>();
  const work = (id: string) => async () => {
    begun.push(id);
    await slow;
  };
  const parts = {};
  const long = job({ name: 'pictures-draw', payload: z.object({}), run: work('slow') });
  const worker = await startWorker([long], { parts, pool, log: recordingLog() });
  onTestFinished(worker.close);
  await inTransaction(db, (tx) => enqueue(tx, long, {}));
  await expect.poll(() => begun).toEqual(['slow']);
  await add('abandoned');
  await pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-killed' where locked_at is null",
  );
  const takeOver = () => retryAbandonedJobs.perform({ db }, {});
  const locked = async () =>
    (await pool.query('select from graphile_worker.jobs where locked_at is not null')).rowCount;
  await takeOver();
  expect(await locked()).toBe(2);
  await pool.query("update graphile_worker._private_jobs set locked_at = now() - interval '61 seconds'");
  await takeOver();
  expect(await locked()).toBe(1);
  const node = await startNode();
  await expect.poll(() => node.done).toEqual(['abandoned']);
  expect(begun).toEqual(['slow']);
  end();
  await expect.poll(attempts).toEqual([]);
});

test('worker that could not store an outcome is restarted', async () => {
  const log = recordingLog();
  const node = await startNode(log);
  await pool.query(REFUSE);
  await add('first');
  await expect.poll(() => log.lines.map(({ text }) => text).join()).toContain('started again');
  await pool.query('drop trigger refuse on graphile_worker._private_jobs');
  await add('second');
  await expect.poll(() => node.done).toEqual(['first', 'second']);
  await empty();
});

test('worker causes no deprecation warnings', async () => {
  const named = () =>
    pool.query("select from pg_stat_activity where application_name like 'bukuri-worker %'").then((it) => it.rowCount);
  await startNode();
  await expect.poll(named).toBeGreaterThan(0);
  expect(warnings.filter((warning) => warning.startsWith('DeprecationWarning'))).toEqual([]);
});

test('jobs of one queue run one at a time and do not block others', async () => {
  const { promise, resolve: come } = Promise.withResolvers<void>();
  const wave = job({
    name: 'buyers-wave',
    payload: z.object({ orderId: z.string() }),
    queue: 'waving',
    run: async (parts: Parts, { orderId }) => {
      parts.done.push(`waits ${orderId}`);
      await promise;
    },
  });
  const parts: Parts = { done: [], isDown: false };
  const worker = await startWorker([wave, thank], { parts, pool, log: recordingLog() });
  onTestFinished(worker.close);
  await inTransaction(db, async (tx) => {
    for (const orderId of ['1', '2', '3']) await enqueue(tx, wave, { orderId });
  });
  await expect.poll(() => parts.done).toEqual(['waits 1']);
  await add('meanwhile');
  await expect.poll(() => parts.done).toEqual(['waits 1', 'meanwhile']);
  come();
  await expect.poll(() => parts.done).toEqual(['waits 1', 'meanwhile', 'waits 2', 'waits 3']);
  await expect.poll(attempts).toEqual([]);
});
