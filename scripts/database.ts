import { type Config, readConfig } from '#server/config.ts';
import { findDatabase } from '#server/database.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';

/** Runs `work` on the configured database, while the shop is running or not. */
export async function withDatabase(name: string, work: (db: Db, config: Config) => Promise<unknown>): Promise<void> {
  const config = readConfig();
  const { url, stop } = await findDatabase(config);
  const pool = createPool({ url, name });
  try {
    await work(createDb(pool), config);
  } finally {
    await pool.end();
    await stop?.();
  }
}
