/** Browsers that an account knows. */
import { and, count, eq, gt, ne, sql } from 'drizzle-orm';
import type { Language } from '#core/i18n/language.ts';
import { devices } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { removeIdentities } from './identities/linked-identities.store.ts';
import { end as endSecondFactor } from './second-factors/second-factors.service.ts';

/** Records a sign-in. `isNews`: new to an account that was not just registered with it; `newToday`: new devices of the last day. */
export async function rememberDevice(
  tx: Tx,
  { userId, browser, name }: { userId: string; browser: string; name: string },
): Promise<{ id: string; isNews: boolean; newToday: number; passwordHash: string | null }> {
  // now() is constant within a transaction.
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

/** Forgets devices, so that the owner is emailed about their next sign-in. */
export async function deleteDevices(
  tx: Tx,
  { userId, except }: { userId: string; except: string | null },
): Promise<void> {
  await tx.delete(devices).where(and(eq(devices.userId, userId), except === null ? undefined : ne(devices.id, except)));
}

/** Devices kept per account. */
const MAX_DEVICES = 50;

/** Deletes the least recently used devices beyond the limit. */
export async function deleteOldDevices(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from devices where id = any(array(
    select id from devices where user_id = ${userId} order by last_sign_in_at desc, id desc offset ${MAX_DEVICES}))`);
}

/** Null if the device or its account is gone. */
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

/** Longer user agents are not parsed. */
const MAX_USER_AGENT_LENGTH = 512;

/** Such as `Chrome, Android`; empty if unknown. Only names that the parser knows, so nobody can inject text. */
export async function deviceNameOf(userAgent: string | undefined): Promise<string> {
  if (!userAgent || userAgent.length > MAX_USER_AGENT_LENGTH) return '';
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.getParser(userAgent).getResult();
  const known = new Set<string>([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)]);
  return [browser.name, os.name].filter((name) => name !== undefined && known.has(name)).join(', ');
}

/** Removes second factor, identities and devices of an account that is taken over by the owner of its address. */
export async function revokeOtherAccess(tx: Tx, userId: string): Promise<void> {
  await endSecondFactor(tx, userId);
  await removeIdentities(tx, userId);
  await deleteDevices(tx, { userId, except: null });
}
