/** Brings a database to the newest shape: the worker's tables, then db/migrations/*.sql in order, forward only, one process at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { StartError } from '#server/kit/start-error.ts';
import { CREATE_TABLE, FOLDER, type MigrationFile, missingMigrations, WORKER } from './migration-files.ts';
import { type Waiting, waitForTurn } from './migration-turn.ts';
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
/** The first line of a file whose statements cannot stand in a transaction. */
const OUTSIDE = '-- outside a transaction\n';
/** As drizzle-kit parts statements. */
const BREAKPOINT = '--> statement-breakpoint';
const RECORD = 'insert into migrations (name, sum) values ($1, $2)';

/** Applies what is missing and tells which. Waits while another process is at it; nobody waits where nothing is missing. */
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

/** In a transaction, and again later while its tables are busy: a lock that is not free soon must not be queued for. */
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

/** One by one. Nobody waits for such statements, so they may wait for others as long as it takes. */
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

/** Which statement it was, and what PostgreSQL says of it: a migration holds nobody's values. */
function failure(error: unknown, at: { name: string; index: number; statement: string }): string {
  const lines = at.statement.trim().split('\n');
  const begin = lines.slice(0, 6).concat(lines.length > 6 ? '…' : []);
  const what = begin.map((line) => `  ${line}`).join('\n');
  return `Migration ${at.name} failed at statement ${at.index + 1}: ${wordsOf(error)}\n${what}`;
}

/** Of the sentences of PostgreSQL those about wrong data (class 22) quote it. */
function wordsOf(error: unknown): string {
  const state = sqlState(error);
  const { message } = error as Error;
  if (!state) return message;
  return state.startsWith('22') ? `wrong data (${state})` : `${message} (${state})`;
}
