import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { User } from '#core/contract/accounts/accounts.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { TERMS_SINCE } from '#core/domain/shop.ts';
import type { Language } from '#core/i18n/language.ts';
import { accountSuspensions, users } from '#db/schema/users.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';

export interface Credentials {
  user: User;
  passwordHash: string | null;
}

export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ? { user: toUser(row), passwordHash: row.passwordHash } : null;
}

/** Whether the credentials are still valid; locks the account against closure and password changes. */
export async function lockCredentials(tx: Tx, { user, passwordHash }: Credentials): Promise<boolean> {
  const isSame = sql`${users.passwordHash} is not distinct from ${passwordHash}`;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), users.isActive, isSame))
    .for('share');
  return rows.length > 0;
}

/** Locks the account; null if it is closed. */
export async function lockActive(tx: Tx, userId: string): Promise<User | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), users.isActive))
    .for('no key update');
  return row ? toUser(row) : null;
}

/** Locks the account; refuses if it was closed or its permission to post deals revoked meanwhile. */
export async function lockDealer(tx: Tx, userId: string): Promise<User> {
  const user = await lockActive(tx, userId);
  if (!user) throw new AppError(401, 'access.notAuthenticated');
  if (!isAllowed(user, 'dealer')) throw new AppError(403, 'access.forbidden');
  return user;
}

/** Locks the account, a closed one too; null if there is none. */
export async function lockUser(tx: Tx, userId: string): Promise<{ user: User; isActive: boolean } | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return row ? { user: toUser(row), isActive: row.isActive } : null;
}

export async function setCanPostDeals(
  tx: Tx,
  { userId, canPostDeals }: { userId: string; canPostDeals: boolean },
): Promise<void> {
  await tx.update(users).set({ canPostDeals }).where(eq(users.id, userId));
}

/** Locks the account. */
export async function lockByEmail(
  tx: Tx,
  email: string,
): Promise<{ user: User; isActive: boolean; isEmailVerified: boolean } | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email)).for('update');
  return row ? { user: toUser(row), isActive: row.isActive, isEmailVerified: row.emailVerifiedAt !== null } : null;
}

/** Gives an account to the verified owner of its address, without the former password. */
export async function takeOverAccount(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ passwordHash: null, emailVerifiedAt: sql`now()` }).where(eq(users.id, userId));
}

/** Null if the address is verified. */
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
  /** Null: signs in with an identity provider only. */
  passwordHash: string | null;
  isEmailVerified?: boolean;
  acceptsTerms: boolean;
  language: Language;
}

/** Null if the address is taken. */
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

/** False if the account is closed. */
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

/** False if the password is no longer `before`. */
export async function replacePassword(
  db: Db,
  { userId, before, after }: { userId: string; before: string | null; after: string },
): Promise<boolean> {
  const isSame = sql`${users.passwordHash} is not distinct from ${before}`;
  const rows = await db
    .update(users)
    .set({ passwordHash: after })
    .where(and(eq(users.id, userId), isSame, users.isActive))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Address and language for emails; null if the account is closed. */
export async function findReader(db: Db, id: string): Promise<{ email: string; language: Language } | null> {
  const { email, language } = users;
  const [reader = null] = await db
    .select({ email, language })
    .from(users)
    .where(and(eq(users.id, id), users.isActive));
  return reader;
}

export async function rememberLanguage(db: Db, { id, language }: { id: string; language: Language }): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, id), ne(users.language, language), users.isActive));
}

/** A random id for an unknown address, so that timing reveals nothing. */
export async function findForReset(db: Db, email: string): Promise<{ id: string; passwordHash: string | null }> {
  const { rows } = await db.execute<{ id: string; passwordHash: string | null }>(
    sql`select coalesce(u.id, ${v7()}::uuid) as id, u.password_hash as "passwordHash"
      from (values (1)) always left join users u on u.email = ${email} and u.is_active`,
  );
  const [found] = rows;
  if (!found) throw new Error('a left join keeps its row');
  return found;
}

/** Locks the account against changes and sign-ins. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function setPassword(
  tx: Tx,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

export async function markEmailVerified(tx: Tx, userId: string): Promise<void> {
  const unproven = and(eq(users.id, userId), isNull(users.emailVerifiedAt));
  await tx.update(users).set({ emailVerifiedAt: sql`now()` }).where(unproven);
}

const isAdmin = and(eq(users.role, 'admin'), users.isActive);

/** Locks all administrators: of two that leave at once, one is the last. Returns their ids. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: users.id }).from(users).where(isAdmin).orderBy(users.id).for('update');
  return rows.map(({ id }) => id);
}

export async function setRole(tx: Tx, { userId, role }: { userId: string; role: User['role'] }): Promise<void> {
  await tx.update(users).set({ role }).where(eq(users.id, userId));
}

/** Triggers end the sessions of an account that becomes inactive and pause its deals. */
export async function setActive(tx: Tx, { userId, isActive }: { userId: string; isActive: boolean }): Promise<void> {
  await tx.update(users).set({ isActive }).where(eq(users.id, userId));
}

export type Suspension = typeof accountSuspensions.$inferSelect;

/** Null if the account is not suspended. */
export async function findSuspension(db: Db, userId: string): Promise<Suspension | null> {
  const [row = null] = await db.select().from(accountSuspensions).where(eq(accountSuspensions.userId, userId));
  return row;
}

/** The caller has locked the account. */
export async function addSuspension(tx: Tx, suspension: typeof accountSuspensions.$inferInsert): Promise<void> {
  await tx.insert(accountSuspensions).values(suspension);
}

export async function deleteSuspension(tx: Tx, userId: string): Promise<void> {
  await tx.delete(accountSuspensions).where(eq(accountSuspensions.userId, userId));
}

/** Address and language of a suspended account; null if it is not suspended any more. */
export async function findSuspendedReader(
  db: Db,
  userId: string,
): Promise<{ email: string; language: Language; reason: string } | null> {
  const { email, language } = users;
  const [reader = null] = await db
    .select({ email, language, reason: accountSuspensions.reason })
    .from(accountSuspensions)
    .innerJoin(users, eq(users.id, accountSuspensions.userId))
    .where(eq(users.id, userId));
  return reader;
}

/** The oldest first. */
export async function findAdminIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isAdmin).orderBy(users.createdAt, users.id);
  return rows.map(({ id }) => id);
}

/** Null if they are no longer an admin. */
export async function findAdmin(db: Db, id: string): Promise<{ email: string; language: Language } | null> {
  const { email, language } = users;
  const [admin = null] = await db
    .select({ email, language })
    .from(users)
    .where(and(eq(users.id, id), isAdmin));
  return admin;
}

/** Null if the account is an admin already; its password is kept then. */
export async function makeAdmin(
  tx: Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<string | null> {
  const [admin] = await tx
    .insert(users)
    .values({ username: email, email, passwordHash, role: 'admin', emailVerifiedAt: sql`now()` })
    .onConflictDoUpdate({
      target: users.email,
      // Verified like a new admin, so that nobody takes the account over.
      set: {
        passwordHash,
        role: 'admin',
        isActive: true,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
      },
      setWhere: sql`${users.role} <> 'admin'`,
    })
    .returning({ id: users.id });
  if (admin) await tx.delete(accountSuspensions).where(eq(accountSuspensions.userId, admin.id));
  return admin?.id ?? null;
}

/** SQL for the JSON of an account in lists of administrators. @param id - trusted SQL */
export const personJson = (id: string): string =>
  `(select json_build_object('id', u.id, 'username', u.username, 'email', u.email) from users u where u.id = ${id})`;

function toUser(row: typeof users.$inferSelect): User {
  const { id, username, email, role, canPostDeals, displayName, language } = row;
  return {
    id,
    username,
    email,
    role,
    canPostDeals,
    displayName,
    language,
    isEmailVerified: row.emailVerifiedAt !== null,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
