/** Statements over many rows in batches, so that locks are short. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

const BATCH = 5000;

/** Runs a statement that touches at most `limit` rows until it finds fewer. */
export async function inBatches(db: Db, statement: (limit: SQL) => SQL): Promise<void> {
  while ((await db.execute(statement(sql.raw(`${BATCH}`)))).rowCount === BATCH);
}
