/** Opens the database the configuration asks for and brings it to the newest shape. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './kit/db/embedded-postgres.ts';
import { migrate } from './kit/db/migrate.ts';
import { StartError } from './kit/start-error.ts';

export interface Database {
  url: string;
  close: () => Promise<void>;
}

const PATIENCE_MS = 15_000;

/** `onLost` is told when the embedded PostgreSQL ends by itself. */
export async function openDatabase(
  config: Config,
  { log, onLost }: { log: FastifyBaseLogger; onLost: (reason: string) => void },
): Promise<Database> {
  const database = config.databaseUrl
    ? await outsideDatabase(config.databaseUrl)
    : await embeddedDatabase(config.dataDir, onLost);
  try {
    for (const name of await migrate(database.url)) log.info({ migration: name }, 'migrated');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function embeddedDatabase(folder: string, onExit: (reason: string) => void): Promise<Database> {
  const { url, stop } = await startEmbeddedPostgres({ folder, onExit });
  return { url, close: stop };
}

/** It may be starting at the same time as we are. */
async function outsideDatabase(url: string): Promise<Database> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return { url, close: async () => {} };
    } catch (error) {
      if (Date.now() > deadline) {
        throw new StartError(`The database of DATABASE_URL does not answer: ${(error as Error).message}`);
      }
      await wait(500);
    }
  }
}
