/** Browsers that an account knows. */
import { and, count, eq, gt, ne, sql } from 'drizzle-orm';
import type { Language } from '#core/i18n/language.ts';
import { users } from '#db/schema/people.ts';
import { devices } from '#db/schema/sign-in.ts';
import { removeIdentities } from '#server/features/people/linked-identities.store.ts';
import { end as endSecondFactor } from '#server/features/second-factors/second-factors.service.ts';
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
const MAX_DEVICES = 50;

/** Those beyond that go, first the one that signed in longest ago. */
export async function dropOldDevices(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from devices where id = any(array(
    select id from devices where user_id = ${userId} order by last_sign_in_at desc, id desc offset ${MAX_DEVICES}))`);
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

/** Longer ones are not read. */
const MAX_USER_AGENT_LENGTH = 512;

/** `Chrome, Android`; empty of a browser that says nothing that is known. */
export async function deviceNameOf(userAgent: string | undefined): Promise<string> {
  if (!userAgent || userAgent.length > MAX_USER_AGENT_LENGTH) return '';
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.getParser(userAgent).getResult();
  const known = new Set<string>([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)]);
  return [browser.name, os.name].filter((name) => name !== undefined && known.has(name)).join(', ');
}

/** What else than a password opened an account, kept its owner out or was known to it goes where somebody shows that the address is theirs. */
export async function dropWaysIn(tx: Tx, userId: string): Promise<void> {
  await endSecondFactor(tx, userId);
  await removeIdentities(tx, userId);
  await dropDevices(tx, { userId, except: null });
}
