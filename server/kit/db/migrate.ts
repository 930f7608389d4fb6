/** Brings a database to the newest shape: the worker's tables, then db/migrations/*.sql in order, forward only, one process at a time. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import worker from 'graphile-worker/package.json' with { type: 'json' };
import pg from 'pg';
import { sqlState } from './transaction.ts';

export interface MigrateOptions {
  /** Where the files are; db/migrations when absent. */
  folder?: URL;
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  patience?: Patience;
  /** Told when there is something to do. */
  say?: ((step: string) => void) | undefined;
}

interface Patience {
  /** How long one statement waits for a lock: visitors queue behind it, and give up after two seconds. */
  lockMs: number;
  /** After how long a migration gives up on a table that is never free. */
  totalMs: number;
}

const FOLDER = new URL('../../../db/migrations/', import.meta.url);
const PATIENCE: Patience = { lockMs: 1_000, totalMs: 60_000 };
/** Any constant that nothing else locks. */
const TURN = 8_021_604;
const LOCK_NOT_AVAILABLE = '55P03';
/** The first line of a file whose statements cannot stand in a transaction. */
const OUTSIDE = '-- outside a transaction\n';
/** As drizzle-kit parts statements. */
const BREAKPOINT = '--> statement-breakpoint';
/** Jobs are added by migrations and by nodes that never run one, so their tables come first and everywhere. */
const WORKER = `graphile-worker ${worker.version}`;

/** Applies what is missing and tells which. Waits while another process is at it. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = FOLDER } = options;
  const client = new pg.Client({ connectionString: url, application_name: 'bukuri-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await waitForTurn(client);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const missing = await pendingMigrations(client, folder);
    if (missing.length > 0) options.say?.('Bringing the database to its newest shape …');
    for (const name of missing) {
      if (name === WORKER) await applyWorker(client, url);
      else await apply(client, { ...options, name, text: await readFile(new URL(`${name}.sql`, folder), 'utf8') });
      options.log?.info({ migration: name }, 'migrated');
    }
    return missing;
  } finally {
    await client.end();
  }
}

/** Names of migrations the database has not seen, in their order. */
export async function pendingMigrations(db: Pick<pg.Pool, 'query'> | pg.Client, folder = FOLDER): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return [WORKER, ...files.map((file) => file.slice(0, -'.sql'.length))].filter((name) => !applied.has(name));
}

/** Asks again and again: who waits inside a statement holds a snapshot, and an index made concurrently waits for that. */
async function waitForTurn(client: pg.Client): Promise<void> {
  const ask = () => client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [TURN]);
  while (!(await ask()).rows[0]?.mine) await wait(100);
}

async function applyWorker(client: pg.Client, url: string): Promise<void> {
  // Loaded when it is needed: most starts find everything in place.
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: url });
  await client.query('insert into migrations (name) values ($1)', [WORKER]);
}

interface Migration extends MigrateOptions {
  name: string;
  text: string;
}

function apply(client: pg.Client, migration: Migration): Promise<void> {
  return migration.text.startsWith(OUTSIDE) ? applyOutside(client, migration) : applyPatiently(client, migration);
}

/** In a transaction, and again later while its tables are busy: a lock that is not free soon must not be queued for. */
async function applyPatiently(client: pg.Client, { name, text, log, patience = PATIENCE }: Migration): Promise<void> {
  const deadline = Date.now() + patience.totalMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${patience.lockMs}`);
      await client.query(text);
      await client.query('insert into migrations (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isBusy = sqlState(error) === LOCK_NOT_AVAILABLE;
      if (!isBusy || Date.now() > deadline) {
        const why = isBusy ? `found its tables busy for ${patience.totalMs / 1000} seconds` : 'failed';
        throw new Error(`Migration ${name} ${why}; the database is as it was before it.`, { cause: error });
      }
      log?.warn({ migration: name, attempt }, 'tables are busy, the migration tries again');
      await wait(patience.lockMs * Math.min(attempt, 5) * (0.5 + Math.random()));
    }
  }
}

/** One by one. Nobody waits for such statements, so they may wait for others as long as it takes. */
async function applyOutside(client: pg.Client, { name, text }: Migration): Promise<void> {
  const statements = text.slice(OUTSIDE.length).split(BREAKPOINT);
  if (!statements.every((statement) => /\bconcurrently\b/i.test(statement))) {
    throw new Error(`Migration ${name} has a statement outside a transaction that is not made concurrently.`);
  }
  for (const [index, statement] of statements.entries()) {
    await client.query(statement).catch((error: unknown) => {
      const place = `at statement ${index + 1} of ${statements.length}`;
      throw new Error(`Migration ${name} failed ${place} and begins anew with the next start.`, { cause: error });
    });
  }
  await client.query('insert into migrations (name) values ($1)', [name]);
}
