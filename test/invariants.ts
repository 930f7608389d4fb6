/** Asks the database whether what must always be true is true. */
import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';

const invariants = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8')
  .split(/^-- name: /m)
  .slice(1)
  .map((part) => {
    const end = part.indexOf('\n');
    return { name: part.slice(0, end), query: part.slice(end) };
  });

/** Names of the truths that do not hold, with the first rows that break each; empty when all is well. */
export async function brokenInvariants(pool: Pool): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const { name, query } of invariants) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken[name] = rows.slice(0, 5);
  }
  return broken;
}
