import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { User } from '#core/contract/accounts.ts';
import { TERMS_SINCE } from '#core/domain/shop.ts';
import type { Language } from '#core/i18n/language.ts';
import { users } from '#db/schema/people.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export interface Credentials {
  user: User;
  passwordHash: string | null;
}

export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ? { user: toUser(row), passwordHash: row.passwordHash } : null;
}

/** Whether these credentials open the account, which is then neither closed nor given another password until the transaction ends. */
export async function lockCredentials(tx: Tx, { user, passwordHash }: Credentials): Promise<boolean> {
  const isSame = sql`${users.passwordHash} is not distinct from ${passwordHash}`;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), users.isActive, isSame))
    .for('share');
  return rows.length > 0;
}

/** The account of that id, which nobody else changes until the transaction ends; null where it is closed. */
export async function lockActive(tx: Tx, userId: string): Promise<User | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), users.isActive))
    .for('no key update');
  return row ? toUser(row) : null;
}

/** The account of that e-mail, which nobody else changes until the transaction ends. */
export async function lockByEmail(
  tx: Tx,
  email: string,
): Promise<{ user: User; isActive: boolean; isEmailVerified: boolean } | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email)).for('update');
  return row ? { user: toUser(row), isActive: row.isActive, isEmailVerified: row.emailVerifiedAt !== null } : null;
}

/** Whoever shows that the address is theirs has the account from now on, and no password that another chose opens it. */
export async function handOver(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ passwordHash: null, emailVerifiedAt: sql`now()` }).where(eq(users.id, userId));
}

/** The address of an account that nobody showed to be theirs; null where somebody did. */
export async function findUnconfirmedEmail(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)));
  return row?.email ?? null;
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0;
}

interface NewAccount {
  email: string;
  /** Null: it is opened by somebody who vouches for them alone. */
  passwordHash: string | null;
  isEmailVerified?: boolean;
  acceptsTerms: boolean;
  language: Language;
}

/** Null when somebody has that e-mail already. */
export async function addUser(tx: Tx, account: NewAccount): Promise<User | null> {
  const { acceptsTerms, isEmailVerified = false, ...values } = account;
  const [row] = await tx
    .insert(users)
    .values({
      ...values,
      username: values.email,
      emailVerifiedAt: isEmailVerified ? sql`now()` : null,
      ...(acceptsTerms && { termsAcceptedAt: sql`now()`, termsVersion: TERMS_SINCE }),
    })
    .onConflictDoNothing()
    .returning();
  return row ? toUser(row) : null;
}

/** Null where they are called by their e-mail. Whether there is still somebody to call. */
export async function renameUser(
  db: Db,
  { id, displayName }: { id: string; displayName: string | null },
): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set({ displayName })
    .where(and(eq(users.id, id), users.isActive));
  return rowCount === 1;
}

/** Whether it was the one from `before` until now. */
export async function replacePassword(
  tx: Tx,
  { userId, before, after }: { userId: string; before: string | null; after: string },
): Promise<boolean> {
  const isSame = sql`${users.passwordHash} is not distinct from ${before}`;
  const rows = await tx
    .update(users)
    .set({ passwordHash: after })
    .where(and(eq(users.id, userId), isSame, users.isActive))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Where and in which language somebody is written to; null of a closed account. */
export async function findReader(db: Db, id: string): Promise<{ email: string; language: Language } | null> {
  const { email, language } = users;
  const [reader = null] = await db
    .select({ email, language })
    .from(users)
    .where(and(eq(users.id, id), users.isActive));
  return reader;
}

/** In which language they are written to from now on. */
export async function rememberLanguage(db: Db, { id, language }: { id: string; language: Language }): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, id), ne(users.language, language), users.isActive));
}

/** The id and the password of who has that e-mail, else an id that nobody has: who asks cannot tell which. */
export async function findBehind(db: Db, email: string): Promise<{ id: string; passwordHash: string | null }> {
  const { rows } = await db.execute<{ id: string; passwordHash: string | null }>(
    sql`select coalesce(u.id, ${v7()}::uuid) as id, u.password_hash as "passwordHash"
      from (values (1)) always left join users u on u.email = ${email} and u.is_active`,
  );
  const [found] = rows;
  if (!found) throw new Error('a left join keeps its row');
  return found;
}

/** Nobody changes the account or signs in to it until the transaction ends. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function setPassword(
  tx: Tx,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Somebody showed that mails to the address reach them. */
export async function proveEmail(tx: Tx, userId: string): Promise<void> {
  const unproven = and(eq(users.id, userId), isNull(users.emailVerifiedAt));
  await tx.update(users).set({ emailVerifiedAt: sql`now()` }).where(unproven);
}

const isAdmin = and(eq(users.role, 'admin'), users.isActive);

/** All who run the shop, the first of them first. */
export async function findAdminIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isAdmin).orderBy(users.createdAt, users.id);
  return rows.map(({ id }) => id);
}

/** Where and in which language an administrator is written to; null of whoever is none any more. */
export async function findAdmin(db: Db, id: string): Promise<{ email: string; language: Language } | null> {
  const { email, language } = users;
  const [admin = null] = await db
    .select({ email, language })
    .from(users)
    .where(and(eq(users.id, id), isAdmin));
  return admin;
}

/** The id of whoever is an administrator by this, or null when they were one already, with the password they have. */
export async function makeAdmin(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<string | null> {
  const [admin] = await tx
    .insert(users)
    .values({ username: email, email, passwordHash, role: 'admin', emailVerifiedAt: sql`now()` })
    .onConflictDoUpdate({
      target: users.email,
      // As of whoever is made one anew: nobody takes the account back from them.
      set: {
        passwordHash,
        role: 'admin',
        isActive: true,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
      },
      setWhere: sql`${users.role} <> 'admin'`,
    })
    .returning({ id: users.id });
  return admin?.id ?? null;
}

function toUser(row: typeof users.$inferSelect): User {
  const { id, username, email, role, canPostDeals, displayName, language } = row;
  return {
    ...{ id, username, email, role, canPostDeals, displayName, language },
    isEmailVerified: row.emailVerifiedAt !== null,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
