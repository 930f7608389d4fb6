import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { dataFolder, isAlive, launch, postgresOf, type ShopProcess, start } from './shop-process.ts';

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

async function stop(shop: ShopProcess, signal: NodeJS.Signals = 'SIGTERM') {
  shop.process.kill(signal);
  return await shop.ended;
}

test('an empty folder becomes a shop, and the next start keeps its data', async () => {
  const folder = join(dataFolder(), 'new', 'folder');
  const first = await start(folder);
  expect((await register(first)).status).toBeLessThan(300);
  expect(await stop(first)).toBe(0);
  const second = await start(folder);
  expect((await signIn(second)).status).toBe(200);
  expect(await stop(second, 'SIGINT')).toBe(0);
});

test('the demo shop greets with its address and accounts', async () => {
  const shop = await start(dataFolder(), { SEED: 'demo' });
  expect(shop.output()).toContain('ana@bukuri.example');
  const { pid } = postgresOf(folderOf(shop));
  expect(isAlive(pid)).toBe(true);
  expect(await stop(shop)).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test('a second start on the same folder says so in one sentence and harms nothing', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const second = launch(folder);
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toBe(
    `Another Bukuri is running on ${folder}; stop it first or choose another DATA_DIR.`,
  );
  expect((await register(first)).status).toBeLessThan(300);
  expect(await stop(first)).toBe(0);
});

test('two starts at the same moment on an empty folder: one opens, one gives up', async () => {
  const folder = dataFolder();
  const both = [launch(folder), launch(folder)];
  const loser = await Promise.race(both.map(({ ended }, index) => ended.then((code) => ({ index, code }))));
  expect(loser.code).toBe(1);
  const winner = both[1 - loser.index];
  await expect.poll(() => winner?.output(), { timeout: 60_000 }).toContain('open at');
  winner?.process.kill('SIGTERM');
  expect(await winner?.ended).toBe(0);
});

test('SIGTERM lets the running request end, then stops PostgreSQL', async () => {
  const folder = dataFolder();
  const shop = await start(folder);
  const { pid, url } = postgresOf(folder);
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  await blocker.query('begin; lock table users in access exclusive mode');
  const answer = signIn(shop);
  await wait(300);
  shop.process.kill('SIGTERM');
  await wait(500);
  await blocker.query('commit');
  await blocker.end();
  expect((await answer).status).toBe(401);
  expect(await shop.ended).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(readFileSync(join(folder, 'postgres/log'), 'utf8')).toContain('database system is shut down');
});

test('Ctrl-C in the terminal does not reach PostgreSQL before the requests are done', async () => {
  const shop = await start(dataFolder());
  const { pid } = postgresOf(folderOf(shop));
  process.kill(-(shop.process.pid ?? 0), 'SIGINT');
  expect(await shop.ended).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(shop.output()).not.toMatch(/"level":"(warn|error|fatal)"/);
});

test('after kill -9 of Node alone the next start takes over from the orphaned PostgreSQL', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  await register(first);
  const orphan = postgresOf(folder).pid;
  expect(await stop(first, 'SIGKILL')).toBe('SIGKILL');
  expect(isAlive(orphan)).toBe(true);
  const second = await start(folder);
  expect(isAlive(orphan)).toBe(false);
  expect((await signIn(second)).status).toBe(200);
  expect(await stop(second)).toBe(0);
});

test('after kill -9 of everything the next start recovers what was acknowledged', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  await register(first);
  process.kill(postgresOf(folder).pid, 'SIGKILL');
  await stop(first, 'SIGKILL');
  const second = await start(folder);
  expect((await signIn(second)).status).toBe(200);
  expect(await stop(second)).toBe(0);
});

test('a pid file whose number now belongs to another program does not keep the shop closed', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
  const stale = readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid));
  expect(await stop(first)).toBe(0);
  writeFileSync(pidFile, stale);
  const second = await start(folder);
  expect(await stop(second)).toBe(0);
});

test('a first start that was killed half-way is begun anew', async () => {
  const folder = dataFolder();
  mkdirSync(join(folder, 'postgres-unfinished/cluster/base'), { recursive: true });
  const shop = await start(folder);
  expect(await stop(shop)).toBe(0);
});

test('a folder that only its owner may enter is good enough', async () => {
  const folder = dataFolder();
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, 'inner'), { mode: 0o700 });
  const shop = await start(join(folder, 'inner'));
  expect(await stop(shop)).toBe(0);
});

test('where the system forbids user namespaces, root finds another way, also the next time', async () => {
  const folder = join(dataFolder(), 'data');
  const tools = join(dataFolder(), 'tools');
  mkdirSync(tools);
  symlinkSync('/usr/bin/setpriv', join(tools, 'setpriv'));
  symlinkSync('/usr/bin/test', join(tools, 'test'));
  const first = await start(folder, { PATH: tools });
  await register(first);
  expect(await stop(first)).toBe(0);
  const second = await start(folder);
  expect((await signIn(second)).status).toBe(200);
  expect(await stop(second)).toBe(0);
});

test('where nothing works for root, it is said what to do', async () => {
  const inner = dataFolder();
  const shop = launch(inner, { PATH: inner });
  if (process.getuid?.() === 0) {
    expect(await shop.ended).toBe(1);
    expect(shop.output()).toContain('Start the shop as an ordinary user');
  } else {
    await expect.poll(() => shop.output(), { timeout: 60_000 }).toContain('open at');
  }
});

test('when PostgreSQL ends by itself the shop says so and ends with a failure', async () => {
  const folder = dataFolder();
  const shop = await start(folder);
  process.kill(postgresOf(folder).pid, 'SIGKILL');
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toContain('PostgreSQL ended by itself');
});

test('a wrong configuration gives one message that names what is wrong', async () => {
  const shop = launch(dataFolder(), { PORT: 'abc', ADMIN_EMAIL: 'arta@bukuri.example', ROLE: 'king' });
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toMatch(/^The configuration is wrong\.\n {2}PORT: .*\n {2}ROLE: .*\n$/);
});

test('a port that is taken is said plainly and PostgreSQL is not left behind', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const other = dataFolder();
  const second = launch(other, { PORT: new URL(first.url).port });
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/EADDRINUSE.*choose another PORT/);
  expect(() => postgresOf(other)).toThrow('ENOENT');
  expect(await stop(first)).toBe(0);
});

function folderOf(shop: ShopProcess): string {
  const folder = /DATA_DIR=([^\0]+)/.exec(readFileSync(`/proc/${shop.process.pid}/environ`, 'utf8'))?.[1];
  if (!folder) throw new Error('the process has no DATA_DIR');
  return folder;
}
