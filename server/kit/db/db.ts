/** The query layer's two faces: a database that reads and single statements may use, and a transaction. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as schema from '#db/schema.ts';

/** A database or a transaction: what reads take. A transaction has no pool to begin another from. */
export type Db = NodePgDatabase<typeof schema> & { readonly $client?: Pool };
/** Only `inTransaction` hands one out: what functions take that lock or must be atomic. */
export type Tx = Db & { readonly inTransaction: unique symbol };

/** The query layer over a pool. */
export function createDb(pool: Pool): Db {
  return drizzle(pool, { schema });
}
