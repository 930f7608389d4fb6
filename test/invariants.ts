/** Asks the database whether what must always be true is true. */
import type { Pool } from 'pg';
import { ledgerChecks, namedQueries } from '#server/features/settlements/ledger-checks.ts';

const invariants = [...namedQueries(new URL('./invariants.sql', import.meta.url)), ...ledgerChecks];

/** Names of the truths that do not hold, with the first rows that break each; empty when all is well. */
export async function brokenInvariants(pool: Pool): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const { name, query } of invariants) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken[name] = rows.slice(0, 5);
  }
  return broken;
}
