/** Secrets the installation makes for itself, once, whichever node comes first. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** The secret called `name`: the same for every node and every start on this database. */
export async function keptSecret(pool: Pool, name: string): Promise<string> {
  await pool.query('insert into installation (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await pool.query<{ value: string }>('select value from installation where name = $1', [name]);
  if (!rows[0]) throw new Error(`the secret ${name} was not kept`);
  return rows[0].value;
}
