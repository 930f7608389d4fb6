/** What a feature may be given. The composition root makes it once per process; tests make it with other parts. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type * as schema from '#db/schema.ts';
import type { Config } from './config.ts';
import type { CatalogueCache } from './features/deals/deals.cache.ts';
import type { RateLimiter } from './kit/http/rate-limit.ts';

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
}
