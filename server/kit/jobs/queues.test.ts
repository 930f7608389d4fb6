/** Work that waits for somebody keeps no other waiting. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { enqueue, job, recurring, type Work } from './job.ts';
import { startWorker } from './worker.ts';

const { db, pool } = await testDatabase();
const payload = z.object({ orderId: z.string() });

const thank = (done: string[]) =>
  job({ name: 'buyers-thank', payload, run: async (_: object, { orderId }) => void done.push(orderId) });

const add = (orderId: string) => inTransaction(db, (tx) => enqueue(tx, thank([]), { orderId }));

async function start(works: Work<object>[]): Promise<void> {
  const worker = await startWorker(works, { parts: {}, pool, log: recordingLog() });
  onTestFinished(worker.close);
}

const waiting = async () => (await pool.query('select from graphile_worker.jobs')).rowCount;

test('jobs of one queue that wait for somebody keep no others waiting', async () => {
  const { promise, resolve: come } = Promise.withResolvers<void>();
  const done: string[] = [];
  const wave = job({
    name: 'buyers-wave',
    payload,
    queue: 'waving',
    run: async (_, { orderId }) => {
      done.push(`waits ${orderId}`);
      await promise;
    },
  });
  await start([wave, thank(done)]);
  await inTransaction(db, async (tx) => {
    for (const orderId of ['1', '2', '3']) await enqueue(tx, wave, { orderId });
  });
  await expect.poll(() => done).toEqual(['waits 1']);
  await add('meanwhile');
  await expect.poll(() => done).toEqual(['waits 1', 'meanwhile']);
  come();
  await expect.poll(() => done).toEqual(['waits 1', 'meanwhile', 'waits 2', 'waits 3']);
  await expect.poll(waiting).toBe(0);
});

test('recurring work of a queue waits for what is under way in it, itself too, and keeps no others waiting', async () => {
  const { promise, resolve: come } = Promise.withResolvers<void>();
  let begun = 0;
  const run = async () => {
    begun += 1;
    await promise;
  };
  const look = recurring({ name: 'doors-look', cron: '* * * * *', queue: 'waving', run });
  vi.setSystemTime('2026-01-01T11:59:59.900Z');
  onTestFinished(() => void vi.useRealTimers());
  const done: string[] = [];
  await start([look, thank(done)]);
  onTestFinished(() => come());
  vi.setSystemTime('2026-01-01T12:00:59.900Z');
  await expect.poll(() => begun).toBe(1);
  vi.setSystemTime('2026-01-01T12:01:00.100Z');
  await expect.poll(waiting).toBe(2);
  await add('meanwhile');
  await expect.poll(() => done).toEqual(['meanwhile']);
  expect(begun).toBe(1);
  come();
  await expect.poll(() => begun).toBe(2);
  await expect.poll(waiting).toBe(0);
});
