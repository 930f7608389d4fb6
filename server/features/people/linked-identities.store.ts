/** Which accounts elsewhere open one here. */
import { and, asc, eq } from 'drizzle-orm';
import { identities } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export type Provider = (typeof identities.$inferSelect)['provider'];

export interface Identity {
  provider: Provider;
  subject: string;
}

const isOf = ({ provider, subject }: Identity) =>
  and(eq(identities.provider, provider), eq(identities.subject, subject));

/** Whose account it opens. */
export async function findOwner(tx: Tx, identity: Identity): Promise<string | null> {
  const [row] = await tx.select({ userId: identities.userId }).from(identities).where(isOf(identity));
  return row?.userId ?? null;
}

/** Whether it opens that account from now on: an account has one of each provider, and it opens one account. */
export async function addIdentity(
  tx: Tx,
  { userId, email, ...identity }: Identity & { userId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(identities)
    .values({ userId, email, ...identity })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** What somebody else may have linked before. */
export async function removeIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
}

/** What opens somebody's account besides a password, the oldest first. */
export async function listIdentities(
  db: Db,
  userId: string,
): Promise<{ provider: Provider; email: string; linkedAt: string }[]> {
  const { provider, email, createdAt } = identities;
  const rows = await db
    .select({ provider, email, createdAt })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(createdAt), asc(provider));
  return rows.map(({ createdAt: at, ...its }) => ({ ...its, linkedAt: at.toISOString() }));
}

/** Whether it opened the account until now. */
export async function removeIdentity(
  tx: Tx,
  { userId, provider }: { userId: string; provider: Provider },
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
  return rowCount === 1;
}

export async function countIdentities(tx: Tx, userId: string): Promise<number> {
  return await tx.$count(identities, eq(identities.userId, userId));
}
