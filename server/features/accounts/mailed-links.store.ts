/** Links that are mailed: what stands in the mail is known to whoever reads it alone, the table holds its SHA-256. */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { tokens } from '#db/schema/sign-in.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { digestOf } from '#server/kit/digest.ts';

/** For so long a link opens what it is for. */
const LINKS_LAST = '30 minutes';

type Purpose = (typeof tokens.$inferSelect)['purpose'];

/** What a link says of whoever has it. */
export interface Link {
  userId: string;
  /** To which it was mailed, and which the account still has. */
  email: string;
  /** Whether it is neither used nor over. */
  isOpen: boolean;
  /** Whether somebody showed already that mails to the address reach them. */
  isConfirmed: boolean;
}

/** What the table knows of a token. */
const hashOf = digestOf;

/** A new link; those before it stay open. */
export async function makeLink(
  db: Db,
  link: { userId: string; purpose: Purpose; email: string },
): Promise<{ id: string; token: string }> {
  const [id, token] = [v7(), randomBytes(32).toString('base64url')];
  const expiresAt = sql`now() + ${LINKS_LAST}::interval`;
  await db.insert(tokens).values({ id, ...link, hash: hashOf(token), expiresAt });
  return { id, token };
}

/** Null for what is no link for this, or not for the address that the account has, or of a closed one. */
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

/** Uses up all open links of a person for one thing: when one of them was used, or when there is another password. */
export async function endLinks(tx: Tx, { userId, purpose }: { userId: string; purpose: Purpose }): Promise<void> {
  await tx
    .update(tokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(tokens.userId, userId), eq(tokens.purpose, purpose), isNull(tokens.usedAt)));
}

/** Links that were mailed to them open nothing any more. */
export async function dropLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(tokens).where(eq(tokens.userId, userId));
}
