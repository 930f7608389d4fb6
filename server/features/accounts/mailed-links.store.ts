/** Mailed links: the email holds the token, the table its SHA-256. */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { tokens } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { digestOf } from '#server/kit/digest.ts';

const LINKS_LAST = '30 minutes';

type Purpose = (typeof tokens.$inferSelect)['purpose'];

export interface Link {
  userId: string;
  /** The address it was sent to, still that of the account. */
  email: string;
  /** Neither used nor expired. */
  isOpen: boolean;
  /** Whether the address is verified. */
  isConfirmed: boolean;
}

const hashOf = digestOf;

/** Former links stay valid. */
export async function makeLink(
  db: Db,
  link: { userId: string; purpose: Purpose; email: string },
): Promise<{ id: string; token: string }> {
  const [id, token] = [v7(), randomBytes(32).toString('base64url')];
  const expiresAt = sql`now() + ${LINKS_LAST}::interval`;
  await db.insert(tokens).values({ id, ...link, hash: hashOf(token), expiresAt });
  return { id, token };
}

/** Null for another purpose, a former address or a closed account. */
export async function findLink(
  db: Db | Tx,
  { token, purpose }: { token: string; purpose: Purpose },
): Promise<Link | null> {
  const { rows } = await db.execute<Link & Record<string, unknown>>(sql`
    select u.id as "userId", u.email, t.used_at is null and t.expires_at > now() as "isOpen",
      u.email_verified_at is not null as "isConfirmed"
    from tokens t join users u on u.id = t.user_id and u.is_active and u.email = t.email
    where t.hash = ${hashOf(token)} and t.purpose = ${purpose}`);
  return rows[0] ?? null;
}

/** Invalidates all links of a purpose. */
export async function invalidateLinks(
  tx: Tx,
  { userId, purpose }: { userId: string; purpose: Purpose },
): Promise<void> {
  await tx
    .update(tokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(tokens.userId, userId), eq(tokens.purpose, purpose), isNull(tokens.usedAt)));
}

export async function deleteLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(tokens).where(eq(tokens.userId, userId));
}
