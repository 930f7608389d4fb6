import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';

/** Links that were mailed long enough ago to be worth nothing, used or not. */
export function forgetTokens(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from tokens where ctid = any(array(
      select ctid from tokens where expires_at < now() - ${kept}::interval limit ${limit}))`,
  );
}

/** What a provider vouched with, once it is worth nothing anyway. */
export function forgetAssertions(db: Db): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from used_assertions where ctid = any(array(
      select ctid from used_assertions where expires_at < now() limit ${limit}))`,
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
