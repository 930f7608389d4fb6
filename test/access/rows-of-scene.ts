/** What the database holds of a scene, to see that it stayed as it was. */
import type { Pool } from 'pg';
import { type Actor, actors, type Scene } from './scene.ts';

/** Counts who looks. */
const RISING = ['deal_counters', 'deal_views', 'rate_limits'];
const OPEN: Record<string, string> = { orders: 'pending', payments: 'open' };

/** By table, all rows that name somebody or something of the scene, but for open orders and payments: a line may make them to ask about. */
export async function rowsOfScene(pool: Pool, scene: Scene): Promise<Record<string, string[]>> {
  const { dealId, dealOfDealer, hidden, sessionId } = scene;
  const people = actors.map((name): Actor => scene[name]);
  const names = [dealId, dealOfDealer, hidden, sessionId, ...people.flatMap(({ id, email }) => [id, email])];
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [RISING],
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select row from (select to_jsonb(t)::text as row from ${name} t) all_rows where row ~ $1 order by row`,
      [names.join('|')],
    );
    const isOpen = (row: string) => name in OPEN && JSON.parse(row).status === OPEN[name];
    const kept = rows.map(({ row }) => row).filter((row) => !isOpen(row));
    if (kept.length > 0) found[name] = kept;
  }
  return found;
}
