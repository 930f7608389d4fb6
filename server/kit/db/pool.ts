/** Connections to PostgreSQL that survive its restarts and never wait for ever. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from '#db/schema.ts';
import type { Db } from '#server/deps.ts';

export interface PoolOptions {
  url: string;
  /** Most connections; 10 when absent. */
  max?: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  /** After how long a statement is broken off; 3 s when absent. */
  statementTimeoutMs?: number;
  /** Told about a connection that broke while nobody used it; such a connection is replaced. */
  onError?: (error: Error) => void;
}

/** A pool whose statements end after 3 s, whose lock waits end after 2 s and whose idle transactions end after 5 s. */
export function createPool(options: PoolOptions): pg.Pool {
  const { url, max = 10, name = 'bukuri', statementTimeoutMs = 3_000, onError = () => {} } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
  });
  // A pool that was told to end is done before its connections are: how they end is no news.
  const onBroken = (error: Error) => pool.ending || onError(error);
  // Without both handlers a restart of the database ends the process (node-postgres #2386, #1324).
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  return pool;
}

/** The query layer over a pool. */
export function createDb(pool: pg.Pool): Db {
  return drizzle(pool, { schema });
}
