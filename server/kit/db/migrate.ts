/** Schema migrations: the job queue's tables, then db/migrations/*.sql in order, forward only, under an advisory lock. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import worker from 'graphile-worker/package.json' with { type: 'json' };
import pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';
import { createPool } from './pool.ts';
import { sqlState } from './transaction.ts';

export interface MigrateOptions extends Waiting {
  /** Where the files are; db/migrations when absent. */
  folder?: URL;
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  patience?: Patience;
}

interface Patience {
  /** How long one statement waits for a lock: visitors queue behind it, and give up after two seconds. */
  lockMs: number;
  /** After how long a migration gives up on a table that is never free. */
  totalMs: number;
}

const PATIENCE: Patience = { lockMs: 1_000, totalMs: 60_000 };
const LOCK_NOT_AVAILABLE = '55P03';
/** First line of a file whose statements cannot run in a transaction. */
const OUTSIDE = '-- outside a transaction\n';
/** Statement separator of drizzle-kit. */
const BREAKPOINT = '--> statement-breakpoint';
const RECORD = 'insert into migrations (name, sum) values ($1, $2)';

/** Applies missing migrations and returns their names. Waits for the lock only when something is missing. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = FOLDER } = options;
  const client = new pg.Client({ connectionString: url, application_name: 'bukuri-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    if ((await missingMigrations(client, folder)).length === 0) return [];
    await waitForTurn(client, options);
    const missing = await missingMigrations(client, folder);
    if (missing.length > 0) options.say?.('Bringing the database to its newest shape …');
    await client.query(CREATE_TABLE);
    for (const one of missing) {
      await (one.name === WORKER ? applyWorker(client, url) : apply(client, { ...options, ...one }));
      options.log?.info({ migration: one.name }, 'migrated');
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function applyWorker(client: pg.Client, url: string): Promise<void> {
  // Loaded when it is needed: most starts find everything in place.
  const { runMigrations } = await import('graphile-worker');
  const pgPool = createPool({ url, max: 2, name: 'bukuri-migrate', statementTimeoutMs: 60_000 });
  try {
    await runMigrations({ pgPool });
  } catch (error) {
    throw new StartError(`Migration ${WORKER} failed: ${wordsOf(error)}`);
  } finally {
    await pgPool.end();
  }
  await client.query(RECORD, [WORKER, null]);
}

type Migration = MigrateOptions & MigrationFile;

function apply(client: pg.Client, migration: Migration): Promise<void> {
  return migration.text.startsWith(OUTSIDE) ? applyOutside(client, migration) : applyPatiently(client, migration);
}

/** In a transaction with a short lock timeout and retries: requests would queue behind a waiting lock. */
async function applyPatiently(client: pg.Client, migration: Migration): Promise<void> {
  const { name, text, sum, log, signal, patience = PATIENCE } = migration;
  const deadline = Date.now() + patience.totalMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${patience.lockMs}`);
      for (const [index, statement] of text.split(BREAKPOINT).entries()) {
        await client.query(statement).catch((error: unknown) => {
          if (sqlState(error) === LOCK_NOT_AVAILABLE) throw error;
          throw new StartError(`${failure(error, { name, index, statement })}\nThe database is as it was before it.`);
        });
      }
      await client.query(RECORD, [name, sum]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (Date.now() > deadline) {
        const waited = `found its tables busy for ${patience.totalMs / 1000} seconds`;
        throw new StartError(`Migration ${name} ${waited}; the database is as it was before it.`);
      }
      log?.warn({ migration: name, attempt }, 'tables are busy, the migration tries again');
      await wait(patience.lockMs * Math.min(attempt, 5) * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

/** One by one, without a lock timeout: concurrent index builds block nobody. */
async function applyOutside(client: pg.Client, { name, text, sum }: Migration): Promise<void> {
  const statements = text.slice(OUTSIDE.length).split(BREAKPOINT);
  if (!statements.every((statement) => /\bconcurrently\b/i.test(statement))) {
    throw new StartError(`Migration ${name} has a statement outside a transaction that is not made concurrently.`);
  }
  for (const [index, statement] of statements.entries()) {
    await client.query(statement).catch((error: unknown) => {
      throw new StartError(`${failure(error, { name, index, statement })}\nIt begins anew with the next start.`);
    });
  }
  await client.query(RECORD, [name, sum]);
}

/** The failed statement and PostgreSQL's message; migrations hold no personal data. */
function failure(error: unknown, at: { name: string; index: number; statement: string }): string {
  const lines = at.statement.trim().split('\n');
  const begin = lines.slice(0, 6).concat(lines.length > 6 ? '…' : []);
  const what = begin.map((line) => `  ${line}`).join('\n');
  return `Migration ${at.name} failed at statement ${at.index + 1}: ${wordsOf(error)}\n${what}`;
}

/** Messages of class 22 (data exceptions) quote the data, so they are left out. */
function wordsOf(error: unknown): string {
  const state = sqlState(error);
  const { message } = error as Error;
  if (!state) return message;
  return state.startsWith('22') ? `wrong data (${state})` : `${message} (${state})`;
}

export interface MigrationFile {
  name: string;
  text: string;
  /** Of its text; the worker's have their version for a name. */
  sum: string | null;
}

export const FOLDER = new URL('../../../db/migrations/', import.meta.url);
/** Migrations and web-only nodes enqueue jobs, so the job queue's tables come first. */
export const WORKER = `graphile-worker ${worker.version}`;

export const CREATE_TABLE = `create table if not exists migrations
  (name text primary key, sum text, applied_at timestamptz not null default now())`;

type Db = Pick<pg.Pool, 'query'> | pg.Client;

/** Names of migrations that are not applied, in order. */
export async function pendingMigrations(db: Db, folder = FOLDER): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  return [WORKER, ...(await namesIn(folder))].filter((name) => !applied.has(name));
}

/** Migrations that are not applied. Throws when an applied one has another checksum. */
export async function missingMigrations(db: Db, folder: URL): Promise<MigrationFile[]> {
  const files = await Promise.all((await namesIn(folder)).map((name) => readMigration(name, folder)));
  const { rows } = await db.query<{ table: string | null }>("select to_regclass('migrations') as table");
  const all = [{ name: WORKER, text: '', sum: null }, ...files];
  if (!rows[0]?.table) return all;
  // As JSON, since the tables of a database from before have no sums.
  const applied = await db.query<{ name: string; sum: string | null; database: string }>(
    "select name, to_jsonb(m) ->> 'sum' as sum, current_database() as database from migrations m",
  );
  const sums = new Map(applied.rows.map(({ name, sum }) => [name, sum]));
  const changed = files.filter(({ name, sum }) => sums.has(name) && sums.get(name) !== sum);
  if (changed.length > 0) {
    throw new StartError(sentenceOf(changed.map(({ name }) => name).join(', '), applied.rows[0]?.database));
  }
  return all.filter(({ name }) => !sums.has(name));
}

const sentenceOf = (names: string, database = 'bukuri') =>
  `The database ${database} was created by other migrations than this version has (${names}): empty it with "npm run db:reset -- ${database}" if it holds nothing but demo data, else stay on the version that created it.`;

async function namesIn(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return files.map((file) => file.slice(0, -'.sql'.length));
}

async function readMigration(name: string, folder: URL): Promise<MigrationFile> {
  const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
  // A checkout may write the ends of lines in its own way.
  const sum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { name, text, sum };
}

export interface Waiting {
  /** Told who is waited for. */
  say?: ((step: string) => void) | undefined;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** After how long it is given up; five minutes when absent. */
  turnMs?: number | undefined;
}

/** Key of the advisory lock. */
const TURN = 8_021_604;
const TURN_MS = 5 * 60_000;
const SAY_MS = 5_000;

const HOLDER = `
  select format('%s (process %s of PostgreSQL, from %s)', coalesce(nullif(application_name, ''), usename), pid,
    coalesce(host(client_addr), 'its own machine')) as who
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and classid = 0 and objid = $1 and datname = current_database()
    and pg_locks.database = datid`;

/** Polls: a session that waits inside a statement holds a snapshot, which concurrent index builds wait for. */
export async function waitForTurn(client: pg.Client, { say, signal, turnMs = TURN_MS }: Waiting): Promise<void> {
  const began = Date.now();
  const ask = () => client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [TURN]);
  for (let sayAt = began; !(await ask()).rows[0]?.mine; await wait(100, undefined, { signal })) {
    const now = Date.now();
    if (now < sayAt && now < began + turnMs) continue;
    const { rows } = await client.query<{ who: string }>(HOLDER, [TURN]);
    const who = rows[0]?.who ?? 'somebody';
    if (now >= began + turnMs) {
      throw new StartError(
        `The database is to be changed, and ${who} has held its turn to do so for ${turnMs / 1000} seconds. If that is nobody's start any more, end it: select pg_terminate_backend(…).`,
      );
    }
    say?.(`Waiting until ${who} has changed the database …`);
    sayAt = now + SAY_MS;
  }
}
