/** What a feature may be given. The composition root makes it once per process; tests make it with other parts. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type * as schema from '#db/schema.ts';
import type { Config } from './config.ts';
import { type CatalogueCache, createCatalogueCache } from './features/deals/deals.cache.ts';
import { keptSecret } from './kit/db/kept-secret.ts';
import { createDb, createPool } from './kit/db/pool.ts';
import { type RateLimiter, rateLimiter } from './kit/limits/rate-limit.ts';

/** A database or a transaction: what reads take. */
export type Db = NodePgDatabase<typeof schema>;
/** Only `inTransaction` hands one out: what functions take that lock or must be atomic. */
export type Tx = Db & { readonly inTransaction: unique symbol };

export interface Deps {
  config: Config;
  pool: Pool;
  db: Db;
  log: FastifyBaseLogger;
  limiter: RateLimiter;
  catalogue: CatalogueCache;
  /** Signs what leaves the shop and comes back: the same on every node. */
  secret: string;
}

/** The real parts, on a database that is migrated. */
export async function createDeps(
  config: Config,
  parts: { databaseUrl: string; log: FastifyBaseLogger },
): Promise<Deps> {
  const { databaseUrl: url, log } = parts;
  const onError = (error: Error) => log.warn({ reason: error.message }, 'a database connection broke');
  const pool = createPool({ url, max: config.databasePool, onError });
  return {
    config,
    pool,
    db: createDb(pool),
    log,
    limiter: rateLimiter(pool, { scale: config.rateLimitScale, log }),
    catalogue: createCatalogueCache({ pool, enabled: config.cache, log }),
    secret: config.sessionSecret ?? (await keptSecret(pool, 'session-secret')),
  };
}

export async function closeDeps({ limiter, catalogue, pool }: Deps): Promise<void> {
  await Promise.all([limiter.close(), catalogue.close()]);
  await pool.end();
}
