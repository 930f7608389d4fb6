import { and, count, eq, gt, ne, sql } from 'drizzle-orm';
import type { Language } from '#core/i18n/language.ts';
import { users } from '#db/schema/people.ts';
import { devices } from '#db/schema/sign-in.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** Keeps that somebody signs in with it; whether the account did not know it and was not just made with it, how many it came to know in a day, and which password the account has. */
export async function rememberDevice(
  tx: Tx,
  { userId, browser, name }: { userId: string; browser: string; name: string },
): Promise<{ id: string; isNews: boolean; newToday: number; passwordHash: string | null }> {
  // One transaction has one time.
  const isOlder = sql`created_at > (select u.created_at from users u where u.id = user_id)`;
  const [row] = await tx
    .insert(devices)
    .values({ userId, browser, name })
    .onConflictDoUpdate({
      target: [devices.userId, devices.browser],
      set: { name, lastSignInAt: sql`now()` },
    })
    .returning({
      id: devices.id,
      isNews: sql<boolean>`xmax = 0 and ${isOlder}`,
      passwordHash: sql<string | null>`(select u.password_hash from users u where u.id = user_id)`,
    });
  if (!row) throw new Error('a device is kept or known');
  const today = and(eq(devices.userId, userId), gt(devices.createdAt, sql`now() - interval '1 day'`));
  const [{ newToday } = { newToday: 0 }] = await tx.select({ newToday: count() }).from(devices).where(today);
  return { ...row, newToday };
}

/** The account knows them no more, so that its owner is told when somebody signs in with one. */
export async function dropDevices(
  tx: Tx,
  { userId, except }: { userId: string; except: string | null },
): Promise<void> {
  await tx.delete(devices).where(and(eq(devices.userId, userId), except === null ? undefined : ne(devices.id, except)));
}

/** So many browsers an account knows: nobody signs in with more. */
const MOST = 50;

/** Those beyond that go, first the one that signed in longest ago. */
export async function dropOldDevices(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from devices where id = any(array(
    select id from devices where user_id = ${userId} order by last_sign_in_at desc, id desc offset ${MOST}))`);
}

/** A device and who it belongs to; null where one of them is gone. */
export async function findDevice(
  db: Db,
  deviceId: string,
): Promise<{ name: string; firstAt: Date; email: string; language: Language } | null> {
  const [device = null] = await db
    .select({ name: devices.name, firstAt: devices.createdAt, email: users.email, language: users.language })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(devices.id, deviceId), users.isActive));
  return device;
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
