import { makeAdmin } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { endSessionsOf } from '#server/kit/http/sessions.ts';
import { StartError } from '#server/kit/start-error.ts';
import { revokeOtherAccess } from './devices.store.ts';
import { deleteLinks } from './mailed-links.store.ts';
import { isEasilyGuessed } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

/**
 * Ensures that the configured admin exists. An existing admin keeps the password; another account with that address gets the
 * new password and loses its sessions, links, identities and second factor.
 */
export async function ensureAdmin(db: Db, { email, password }: { email: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const admin = await makeAdmin(tx, { email, passwordHash });
    if (admin === null) return;
    if (isEasilyGuessed(password, email)) throw new StartError('ADMIN_PASSWORD is too easy to guess; choose another.');
    await revokeOtherAccess(tx, admin);
    await deleteLinks(tx, admin);
    await endSessionsOf(tx, admin);
    await writeAudit(tx, { actorId: null, action: 'accounts.ensureAdmin', subject: 'user', subjectId: admin });
  });
}
