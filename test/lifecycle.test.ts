import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDatabase } from './database.ts';
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

test('data folder, two starts at once, is used by one process and keeps its data', async () => {
  const outer = dataFolder();
  chmodSync(outer, 0o700);
  const folder = join(outer, 'new', 'folder');
  const both = [launch(folder), launch(folder)] as const;
  const loser = await Promise.race(both.map(({ ended }, index) => ended.then((code) => ({ index, code }))));
  expect(loser.code).toBe(1);
  const winner = await opened(loser.index === 0 ? both[1] : both[0]);
  expect((await register(winner)).status).toBeLessThan(300);
  expect(await stop(winner)).toBe(0);
  const next = await start(folder);
  expect((await signIn(next)).status).toBe(200);
  expect(await stop(next, 'SIGINT')).toBe(0);
});

test('interrupted first start, repeated, initialises the demo shop; demo accounts are printed for local addresses only', async () => {
  const folder = dataFolder();
  mkdirSync(join(folder, 'postgres-unfinished/cluster/base'), { recursive: true });
  const shop = await start(folder, { SEED: 'demo' });
  expect(shop.output()).toMatch(
    /Making the database in .*Starting the database.*to its newest shape.*Filling the demo shop.*open at/s,
  );
  expect(shop.output()).toContain('ana@bukuri.example');
  const { pid } = postgresOf(folder);
  expect(isAlive(pid)).toBe(true);
  expect(await stop(shop)).toBe(0);
  expect(isAlive(pid)).toBe(false);

  const reached = launch(folder, { SEED: 'demo', PUBLIC_URL: 'https://bukuri.al', CARD_SANDBOX: 'on' });
  await expect
    .poll(reached.output, { timeout: 30_000 })
    .toContain('The demo accounts (bukuri.example) cannot sign in here.');
  expect(reached.output()).not.toContain('ana@bukuri.example');
  expect(reached.output()).toContain('CARD_SANDBOX is on: only test cards are taken, and no money moves.');
  expect(reached.output()).toContain('No mails are sent: SMTP_URL is not given.');
  expect(await stop(reached)).toBe(0);
});

test('running shop, second start, file descriptors exhausted, stays unharmed and recovers', async () => {
  const folder = await usedFolder();
  const first = await start(folder, { METRICS_PORT: '0' });
  const second = launch(folder);
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toBe(
    `Another Bukuri is running on ${folder}; stop it first or choose another DATA_DIR.`,
  );
  const [, address = ''] = /"address":"([^"]+)","msg":"metrics"/.exec(first.output()) ?? [];
  expect(await (await fetch(address)).text()).toContain('process_start_time_seconds');
  const third = launch(dataFolder(), { METRICS_PORT: new URL(address).port });
  expect(await third.ended).toBe(1);
  expect(third.output()).toMatch(/^Port \d+ is taken; stop what listens there or choose another METRICS_PORT\.\n$/);

  const { port } = new URL(first.url);
  const inUse = readdirSync(`/proc/${first.process.pid}/fd`).length;
  execFileSync('prlimit', [`--pid=${first.process.pid}`, `--nofile=${inUse + 10}`]);
  const sockets: Socket[] = [];
  // Each time by a connection of its own.
  const ask = () =>
    fetch(first.url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(500) }).then(
      ({ status }) => status,
      () => 0,
    );
  // What the shop lets go meanwhile is taken too.
  const askInCrowd = () => {
    for (let n = 0; n < 60; n++) sockets.push(connect(Number(port), '127.0.0.1').on('error', () => {}));
    return ask();
  };
  await expect.poll(askInCrowd).not.toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(ask).toBe(200);
  expect((await register(first)).status).toBeLessThan(300);
  await fetch(`${first.url}/favicon.svg`);
  const tasks = `/proc/${first.process.pid}/task`;
  const names = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/comm`, 'utf8').trim());
  expect(names.filter((name) => name === 'libuv-worker')).toHaveLength(6);
  expect(await stop(first)).toBe(0);
});

test('SIGINT of the process group and SIGTERM with a running request, end PostgreSQL after the requests', async () => {
  const folder = await usedFolder();
  const first = await start(folder);
  const interrupted = postgresOf(folder).pid;
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
  const stale = readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid));
  process.kill(-(first.process.pid ?? 0), 'SIGINT');
  expect(await first.ended).toBe(0);
  expect(isAlive(interrupted)).toBe(false);
  expect(first.output()).not.toMatch(/"level":"(warn|error|fatal)"/);
  writeFileSync(pidFile, stale);

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

test('kill -9 of everything or of Node alone, next start recovers; PostgreSQL gone, shop exits with a failure', async () => {
  const folder = await usedFolder();
  const first = await start(folder);
  await register(first);
  process.kill(postgresOf(folder).pid, 'SIGKILL');
  await stop(first, 'SIGKILL');

  const second = await start(folder);
  expect((await signIn(second)).status).toBe(200);
  const orphan = postgresOf(folder).pid;
  expect(await stop(second, 'SIGKILL')).toBe('SIGKILL');
  expect(isAlive(orphan)).toBe(true);

  const third = await start(folder);
  expect(isAlive(orphan)).toBe(false);
  expect((await signIn(third)).status).toBe(200);
  process.kill(postgresOf(folder).pid, 'SIGKILL');
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain('PostgreSQL ended by itself');
});

test('root without user namespaces, started twice, runs PostgreSQL as another account', async () => {
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

test('database unreachable or migration lock held, start, reports the reason and stops on SIGTERM', async () => {
  const url = await emptyDatabase();
  const nobody = Object.assign(new URL(url), { username: 'nobody_there' });
  const shop = launch(dataFolder(), { DATABASE_URL: nobody.href });
  await expect.poll(shop.output, { timeout: 5_000 }).toContain('does not answer yet: password authentication failed');
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(8021604)');
  const other = launch(dataFolder(), { DATABASE_URL: url });
  await expect.poll(other.output, { timeout: 5_000 }).toMatch(/Waiting until \S+ \(process \d+ of PostgreSQL/);
  const told = Date.now();
  expect([await stop(shop), await stop(other)]).toEqual([0, 0]);
  expect(Date.now() - told).toBeLessThan(5_000);
  await holder.end();
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
