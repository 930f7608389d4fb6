import { sql } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import type { Db } from '#server/deps.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { endSessionsOf } from '#server/kit/http/sessions.ts';
import { hashPassword } from '#server/kit/passwords.ts';

/**
 * Makes sure that this administrator exists. An administrator keeps the password they have; anybody else who took the
 * address before gets the new password and loses their sessions, or they would come in as administrator.
 */
export async function ensureAdmin(db: Db, { email, password }: { email: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const [admin] = await tx
      .insert(users)
      .values({ username: email, email, passwordHash, role: 'admin', emailVerifiedAt: new Date() })
      .onConflictDoUpdate({
        target: users.email,
        set: { passwordHash, role: 'admin', isActive: true },
        setWhere: sql`${users.role} <> 'admin'`,
      })
      .returning({ id: users.id });
    if (!admin) return;
    await endSessionsOf(tx, admin.id);
    await writeAudit(tx, { actorId: null, action: 'accounts.ensureAdmin', subject: 'user', subjectId: admin.id });
  });
}
