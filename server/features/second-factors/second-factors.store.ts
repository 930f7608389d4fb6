import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { recoveryCodes, secondFactors } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** The secret that signing in asks for; null where it asks for none. */
export async function findSecret(db: Db | Tx, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return row?.secret ?? null;
}

/** The secret that an app was given and of which no code was shown yet; locked until the transaction ends. */
export async function lockBegun(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
    .for('update');
  return row?.secret ?? null;
}

/** The secret that signing in asks for, and the half minute of the last code that was taken. */
export async function findLast(tx: Tx, userId: string): Promise<{ secret: string; step: number | null } | null> {
  const [row] = await tx
    .select({ secret: secondFactors.secret, step: secondFactors.lastStep })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .for('update');
  return row ?? null;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return await db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Keeps a secret until its first code; false where one counts already. */
export async function begin(tx: Tx, { userId, secret }: { userId: string; secret: string }): Promise<boolean> {
  const rows = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

export async function confirm(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<void> {
  await tx
    .update(secondFactors)
    .set({ confirmedAt: sql`now()`, lastStep: step })
    .where(eq(secondFactors.userId, userId));
}

/** Takes the code of a half minute; false where it, or a later one, was taken before. */
export async function takeStep(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const isLater = sql`coalesce(${secondFactors.lastStep}, -1) < ${step}`;
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt), isLater))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Takes a recovery code; false where there is none such, or it was taken before. */
export async function takeRecoveryCode(tx: Tx, { userId, hash }: { userId: string; hash: string }): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

/** New ones in the place of all that were there. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, hashes }: { userId: string; hashes: readonly string[] },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

export async function end(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}
