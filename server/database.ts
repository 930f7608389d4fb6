/** Opens the configured database and migrates it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Config } from './config.ts';
import { type EmbeddedOptions, startEmbeddedPostgres } from './kit/db/embedded-postgres.ts';
import { migrate } from './kit/db/migrate.ts';
import { checkNoPooler, checkPooler } from './kit/db/pooler.ts';
import { runningPostgres } from './kit/db/postgres-process.ts';
import { StartError } from './kit/start-error.ts';

export interface Database {
  url: string;
  /** Without a transaction pooler. */
  directUrl: string;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  log: FastifyBaseLogger;
  /** Called when the embedded PostgreSQL exits unexpectedly. */
  onLost: (reason: string) => void;
  /** Progress messages. */
  say?: ((step: string) => void) | undefined;
  /** Aborts waiting. */
  signal?: AbortSignal | undefined;
  /** Whether migrations are skipped, before a reset. */
  isAsItIs?: boolean;
}

const PATIENCE_MS = 15_000;

export async function openDatabase(config: Config, options: DatabaseOptions): Promise<Database> {
  const { log, onLost, say, signal, isAsItIs = false } = options;
  const database = config.databaseUrl
    ? await outsideDatabase(config.databaseUrl, { direct: config.databaseDirectUrl, say, signal })
    : await embeddedDatabase({ folder: config.dataDir, onExit: onLost, say });
  try {
    if (!isAsItIs) await migrate(database.directUrl, { log, say, signal });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function embeddedDatabase(options: EmbeddedOptions): Promise<Database> {
  const { url, stop } = await startEmbeddedPostgres(options);
  return { url, directUrl: url, close: stop };
}

type Waiting = Pick<DatabaseOptions, 'say' | 'signal'>;

async function outsideDatabase(
  url: string,
  { direct, ...waiting }: Waiting & { direct: string | null },
): Promise<Database> {
  await answers(url, { ...waiting, variable: 'DATABASE_URL' });
  if (direct) {
    await answers(direct, { ...waiting, variable: 'DATABASE_DIRECT_URL' });
    await checkPooler(url, direct);
  } else {
    await checkNoPooler(url);
  }
  return { url, directUrl: direct ?? url, close: async () => {} };
}

/** Retries: the database may be starting at the same time. */
async function answers(url: string, { variable, say, signal }: Waiting & { variable: string }): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let said = '';
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      const why = message || code || 'it says nothing';
      if (Date.now() > deadline) throw new StartError(`The database of ${variable} does not answer: ${why}`);
      if (why !== said) say?.(`The database of ${variable} does not answer yet: ${why}`);
      said = why;
      await wait(500, undefined, { signal });
    }
  }
}

/** For scripts: the database of a running server, else the embedded one is started. */
export async function findDatabase({
  databaseDirectUrl,
  databaseUrl,
  dataDir,
}: Config): Promise<{ url: string; stop?: () => Promise<void> }> {
  const open = databaseDirectUrl ?? databaseUrl ?? (await runningPostgres(dataDir));
  if (open) return { url: open };
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartError(`There is no database in ${dataDir}.`);
  return startEmbeddedPostgres({ folder: dataDir });
}
