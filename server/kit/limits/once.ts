/** What counts once for somebody on a day, on every node and across restarts. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/kit/db/db.ts';

/** True for the first who says it, false for all others until a day has passed. `print` tells nobody what it stands for. */
export async function isFirst(tx: Tx, { name, print }: { name: string; print: string }): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`insert into rate_limits (key, window_start, count, expires_at)
    values (${`${name}:${print}`}, 'epoch', 1, now() + interval '25 hours') on conflict do nothing`);
  return rowCount === 1;
}
