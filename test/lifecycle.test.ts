import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgresOf } from './postgres-of.ts';
import { dataFolder, isAlive, launch, opened, type ShopProcess, start, usedFolder } from './shop-process.ts';

vi.setConfig({ testTimeout: 90_000 });

const someone = { email: 'vera@bukuri.example', password: 'nje fjalekalim i gjate' };

const post = (shop: ShopProcess, path: string, body: unknown) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const register = (shop: ShopProcess) =>
  post(shop, '/api/auth/register', { username: someone.email, email: someone.email, passwordHash: someone.password });
const signIn = (shop: ShopProcess) =>
  post(shop, '/api/auth/login', { username: someone.email, password: someone.password, rememberMe: false });

async function stop(shop: Omit<ShopProcess, 'url'>, signal: NodeJS.Signals = 'SIGTERM') {
  shop.process.kill(signal);
  return await shop.ended;
}

test('data folder, two starts at once, is used by one process', async () => {
  const outer = dataFolder();
  chmodSync(outer, 0o700);
  const folder = join(outer, 'new', 'folder');
  const both = [launch(folder), launch(folder)] as const;
  const loser = await Promise.race(both.map(({ ended }, index) => ended.then((code) => ({ index, code }))));
  expect(loser.code).toBe(1);
  const winner = await opened(loser.index === 0 ? both[1] : both[0]);
  expect((await register(winner)).status).toBeLessThan(300);
  expect(await stop(winner, 'SIGINT')).toBe(0);
});

test('SIGTERM with a running request, ends PostgreSQL after the request', async () => {
  const folder = await usedFolder();
  const shop = await start(folder);
  const { pid, url } = postgresOf(folder);
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  await blocker.query('begin; lock table users in access exclusive mode');
  const answer = signIn(shop);
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock'";
  await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBeGreaterThan(0);
  shop.process.kill('SIGTERM');
  await expect.poll(shop.output).toContain('"closing"');
  await blocker.query('commit');
  await blocker.end();
  expect((await answer).status).toBe(401);
  expect(await shop.ended).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(readFileSync(join(folder, 'postgres/log'), 'utf8')).toContain('database system is shut down');
});

test('port in use, start, fails with one sentence before creating the data folder', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const folder = join(dataFolder(), 'data');
  const shop = launch(folder, { PORT: String(port) });
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toBe(`Port ${port} is taken; stop what listens there or choose another PORT.\n`);
  expect(existsSync(folder)).toBe(false);
});
