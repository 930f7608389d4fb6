import { eq, sql } from 'drizzle-orm';
import { tokens } from '#db/schema/sign-in.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** Links that were mailed to them open nothing any more. */
export async function dropLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(tokens).where(eq(tokens.userId, userId));
}

/** Links that were mailed long enough ago to be worth nothing, used or not. */
export function forgetTokens(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from tokens where ctid = any(array(
      select ctid from tokens where expires_at < now() - ${kept}::interval limit ${limit}))`,
  );
}

/** Browsers whose cookie is over, unless somebody is signed in with one still. */
export function forgetDevices(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from devices where ctid = any(array(
      select d.ctid from devices d
      where last_sign_in_at < now() - ${kept}::interval and not exists (select from sessions s where s.device_id = d.id)
      limit ${limit}))`,
  );
}
