import { expect, onTestFinished, test } from 'vitest';
import { startShop as startInMiniature } from '#test/client.ts';
import { emptyDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { jobs, startJobs } from './jobs.ts';
import { createPool } from './kit/db/pool.ts';
import { seedDemo } from './seed.ts';
import { startShop } from './start.ts';

test('job names are unique', () => {
  const names = jobs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('recurring jobs, each run once, succeed', async () => {
  const { db, pool, url, deps, log } = await startInMiniature();
  await seedDemo(db);
  const worker = await startJobs(deps, url);
  for (const { name } of jobs.filter(({ cron }) => cron))
    await pool.query('select graphile_worker.add_job($1)', [name]);
  // Push notifications wait for the morning.
  await expect
    .poll(async () => (await pool.query('select from graphile_worker.jobs where run_at <= now()')).rowCount)
    .toBe(0);
  await worker.close();
  expect(log.lines.filter(({ text }) => !text.includes('slow statement'))).toEqual([]);
});

test('jobs of every queue hang, other jobs are run', async () => {
  const { pool, url, deps } = await startInMiniature();
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const done: string[] = [];
  const queues = new Set(jobs.flatMap(({ queue }) => queue ?? []));
  const works = [...queues].map((queue) => ({ name: `hang-${queue}`, queue, perform: () => promise }));
  const other = { name: 'other', queue: null, perform: async () => void done.push('other') };
  const worker = await startJobs(deps, url, [...works, other]);
  for (const { name, queue } of [...works, ...works, other])
    await pool.query('select graphile_worker.add_job($1, queue_name => $2)', [name, queue]);
  await expect.poll(() => done).toEqual(['other']);
  end();
  await worker.close();
});

test('job added by a web node is run by a worker node', async () => {
  const databaseUrl = await emptyDatabase();
  const start = async (role: 'web' | 'worker') => {
    const config = { ...loadConfig({ HOST: '127.0.0.1', PORT: '0', SEED: 'none' }), databaseUrl, role };
    const shop = await startShop({ config, log: recordingLog(), onFatal: expect.unreachable, makeApp: createApp });
    onTestFinished(() => shop.close());
    return shop;
  };
  const pool = createPool({ url: databaseUrl });
  onTestFinished(() => pool.end());
  expect((await start('web')).address).not.toBeNull();
  await pool.query("insert into rate_limits values ('old', now(), 1, now() - interval '1 second')");
  await pool.query("select graphile_worker.add_job('delete-expired-rows')");
  expect((await start('worker')).address).toBeNull();
  await expect.poll(async () => (await pool.query('select from rate_limits')).rowCount).toBe(0);
});
