/** Opens the database the configuration asks for and brings it to the newest shape. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Config } from './config.ts';
import { type EmbeddedOptions, startEmbeddedPostgres } from './kit/db/embedded-postgres.ts';
import { migrate } from './kit/db/migrate.ts';
import { checkPooler } from './kit/db/pooler.ts';
import { StartError } from './kit/start-error.ts';

export interface Database {
  url: string;
  /** Where each connection is one's own. */
  directUrl: string;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  log: FastifyBaseLogger;
  /** Told when the embedded PostgreSQL ends by itself. */
  onLost: (reason: string) => void;
  /** Told each step that may take a while. */
  say?: ((step: string) => void) | undefined;
}

const PATIENCE_MS = 15_000;

export async function openDatabase(config: Config, { log, onLost, say }: DatabaseOptions): Promise<Database> {
  const database = config.databaseUrl
    ? await outsideDatabase(config.databaseUrl, config.databaseDirectUrl)
    : await embeddedDatabase({ folder: config.dataDir, onExit: onLost, say });
  try {
    await migrate(database.directUrl, { log, say });
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

async function outsideDatabase(url: string, direct: string | null): Promise<Database> {
  await answers(url, 'DATABASE_URL');
  if (direct) {
    await answers(direct, 'DATABASE_DIRECT_URL');
    await checkPooler(url, direct);
  }
  return { url, directUrl: direct ?? url, close: async () => {} };
}

/** It may be starting at the same time as we are. */
async function answers(url: string, variable: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        throw new StartError(`The database of ${variable} does not answer: ${(error as Error).message}`);
      }
      await wait(500);
    }
  }
}
