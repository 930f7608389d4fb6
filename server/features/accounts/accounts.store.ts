import { eq, sql } from 'drizzle-orm';
import type { User } from '#core/contract/accounts.ts';
import { users } from '#db/schema.ts';
import type { Db, Tx } from '#server/deps.ts';

export interface Credentials {
  user: User;
  passwordHash: string | null;
  isActive: boolean;
}

export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ? { user: toUser(row), passwordHash: row.passwordHash, isActive: row.isActive } : null;
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0;
}

/** Null when somebody has that e-mail already. */
export async function addUser(
  tx: Tx,
  account: { email: string; passwordHash: string; acceptsTerms: boolean },
): Promise<User | null> {
  const { email, passwordHash, acceptsTerms } = account;
  const [row] = await tx
    .insert(users)
    .values({ username: email, email, passwordHash, termsAcceptedAt: acceptsTerms ? sql`now()` : null })
    .onConflictDoNothing()
    .returning();
  return row ? toUser(row) : null;
}

function toUser(row: typeof users.$inferSelect): User {
  const { id, username, email, role, canPostDeals, createdAt } = row;
  return { id, username, email, role, canPostDeals, createdAt: createdAt.toISOString() };
}
