/** The types of the query layer: a database handle and a transaction. */

import { randomBytes } from 'node:crypto';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as schema from '#db/schema.ts';

/** A database or a transaction: the parameter of reads. A transaction has no pool, so it cannot begin another. */
export type Db = NodePgDatabase<typeof schema> & { readonly $client?: Pool };
/** A transaction, from `inTransaction` only: the parameter of functions that lock or must be atomic. */
export type Tx = Db & { readonly inTransaction: unique symbol };

export function createDb(pool: Pool): Db {
  return drizzle(pool, { schema });
}

const newSecret = () => randomBytes(32).toString('base64url');

/** The secret `name`, generated once per database and shared by all nodes. */
export async function keptSecret(pool: Pool, name: string, generate = newSecret): Promise<string> {
  await pool.query('insert into installation (name, value) values ($1, $2) on conflict do nothing', [name, generate()]);
  const { rows } = await pool.query<{ value: string }>('select value from installation where name = $1', [name]);
  if (!rows[0]) throw new Error(`the secret ${name} was not kept`);
  return rows[0].value;
}
