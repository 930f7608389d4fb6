/** Who waits for whom in the database, for tests that hold a lock. */
import type { Pool } from 'pg';

/** The statements of this database that wait for a lock. */
export async function waitingFor(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ query }) => query);
}
