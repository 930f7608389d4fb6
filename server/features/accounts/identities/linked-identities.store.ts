/** Identities at providers that are linked to accounts. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Provider } from '#core/domain/accounts.ts';
import { identities } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export interface Identity {
  provider: Provider;
  subject: string;
}

const isOf = ({ provider, subject }: Identity) =>
  and(eq(identities.provider, provider), eq(identities.subject, subject));
const isLinked = isNull(identities.unlinkedAt);
const isUnlinkedBy = (userId: string, identity: Identity) =>
  and(eq(identities.userId, userId), isOf(identity), isNotNull(identities.unlinkedAt));

export async function findOwner(tx: Tx, identity: Identity): Promise<string | null> {
  const [row] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(isOf(identity), isLinked));
  return row?.userId ?? null;
}

/** Whether the owner of that account unlinked it before. */
export async function wasUnlinked(tx: Tx, { userId, ...identity }: Identity & { userId: string }): Promise<boolean> {
  return (await tx.$count(identities, isUnlinkedBy(userId, identity))) > 0;
}

/** False if the account has one of that provider, or the identity is linked to another account. */
export async function addIdentity(
  tx: Tx,
  { userId, email, ...identity }: Identity & { userId: string; email: string },
): Promise<boolean> {
  await tx.delete(identities).where(isUnlinkedBy(userId, identity));
  const { rowCount } = await tx
    .insert(identities)
    .values({ userId, email, ...identity })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function removeIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
}

/** The oldest first. */
export async function listIdentities(
  db: Db,
  userId: string,
): Promise<{ provider: Provider; email: string; linkedAt: string }[]> {
  const { provider, email, createdAt } = identities;
  const rows = await db
    .select({ provider, email, createdAt })
    .from(identities)
    .where(and(eq(identities.userId, userId), isLinked))
    .orderBy(asc(createdAt), asc(provider));
  return rows.map(({ createdAt: at, ...linked }) => ({ ...linked, linkedAt: at.toISOString() }));
}

/** False if it was not linked. */
export async function removeIdentity(
  tx: Tx,
  { userId, provider }: { userId: string; provider: Provider },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(identities)
    .set({ unlinkedAt: sql`now()` })
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider), isLinked));
  return rowCount === 1;
}

export async function countIdentities(tx: Tx, userId: string): Promise<number> {
  return await tx.$count(identities, and(eq(identities.userId, userId), isLinked));
}
