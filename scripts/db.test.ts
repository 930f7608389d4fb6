import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { runScript } from '#test/run-script.ts';
import { newUser } from '#test/shoppers.ts';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { COMPILED } from './prepare.mjs';

vi.setConfig({ testTimeout: 60_000 });

const { db, pool, url } = await testDatabase();
const name = new URL(url).pathname.slice(1);
await newUser(db);

const countUsers = async () => Number((await pool.query('select count(*) from users')).rows[0].count);

const run = (words: string[], env: Record<string, string> = {}) =>
  runScript('db', { words, env: { DATABASE_URL: url, ...env } });

test.each(['seed', 'reset'])('db:%s touches a database of DATABASE_URL only when it is named', async (task) => {
  for (const words of [[task], [task, 'another']]) {
    expect(run(words)).toEqual({ status: 1, said: expect.stringContaining(`npm run db:${task} -- ${name}`) });
  }
  const inProduction = run([task, name], { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(40) });
  expect(inProduction).toEqual({ status: 1, said: expect.stringContaining('production') });
  expect(await countUsers()).toBe(1);
});

test('a database that an older state has made is refused in a few lines, and can be emptied all the same', async () => {
  await pool.query("update migrations set sum = 'older' where name = '0001_rules'");
  const { status, said } = run(['migrate']);
  expect({ status, lines: said.trim().split('\n').length }).toEqual({ status: 1, lines: 3 });
  expect(said).toContain(`npm run db:reset -- ${name}`);
});

test.each(['db', 'restore', 'jobs'])('%s says what it waits for', async (name) => {
  const port = await freePort();
  const env = { NODE_COMPILE_CACHE: COMPILED, DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nowhere` };
  const words = { db: ['migrate'], restore: ['package.json'], jobs: [] }[name] ?? [];
  const child = spawn(process.execPath, ['scripts/command.mjs', name, ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [line] = await once(child.stderr, 'data');
  child.kill('SIGKILL');
  expect(String(line)).toContain(`DATABASE_URL does not answer yet: connect ECONNREFUSED 127.0.0.1:${port}`);
});

test('a database that is named is emptied and filled with the demo shop', async () => {
  expect(run(['reset', name]).status).toBe(0);
  expect(await countUsers()).toBe(7);
});
