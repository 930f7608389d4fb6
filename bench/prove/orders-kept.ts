/** Whether a database holds exactly the orders that people were told of. */
import type { Pool } from 'pg';
import { brokenInvariants } from '#test/invariants.ts';

export async function ordersOf(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from orders');
  return new Set(rows.map(({ id }) => id));
}

/** Throws when what must always be true of a database is not. */
export async function checkOrders(
  pool: Pool,
  { before, answered }: { before: Set<string>; answered: string[] },
): Promise<{ lost: number; doubled: number }> {
  const now = await ordersOf(pool);
  const broken = Object.keys(await brokenInvariants(pool));
  if (broken.length > 0) throw new Error(`broken: ${broken.join(', ')}`);
  return {
    lost: answered.filter((id) => !now.has(id)).length,
    doubled: now.size - before.size - new Set(answered).size,
  };
}
