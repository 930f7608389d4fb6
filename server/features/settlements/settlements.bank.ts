import { sql } from 'drizzle-orm';
import { salonBankAccounts } from '#db/schema/settlements.ts';
import type { Deps } from '#server/deps.ts';
import { requireDeskSalon } from '#server/features/desk/desk-access.ts';
import { notifyOwner } from '#server/features/users/account-changes.ts';
import { lockOwner, verifyOwner } from '#server/features/users/owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import { findBank } from './settlements.store.ts';

interface Change {
  user: SignedIn;
  iban: string;
  holder: string;
  password?: string | undefined;
}

/** Changes where the salon is paid: whoever took over the session does not know the password, and the owner gets an email. */
export async function saveBank(
  deps: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, iban, holder, password }: Change,
  loginAttempt: UnverifiedLoginAttempt,
): Promise<{ iban: string; holder: string }> {
  const owner = await verifyOwner(deps, { user, password }, loginAttempt);
  return inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, { owner, user });
    const salonId = await requireDeskSalon(tx, user.id);
    const before = await findBank(tx, salonId);
    if (before?.iban === iban && before.holder === holder) return before;
    const row = { ownerId: user.id, iban, holder, changedAt: sql`now()` };
    await tx
      .insert(salonBankAccounts)
      .values({ ...row, salonId })
      .onConflictDoUpdate({ target: salonBankAccounts.salonId, set: row });
    const detail = { before: { iban: last4(before?.iban) }, after: { iban: last4(iban) } };
    const audit = { action: 'settlements.saveBank', subject: 'salon', subjectId: salonId, detail };
    await writeAudit(tx, { actorId: user.id, ...audit });
    await notifyOwner(tx, deps, { userId: user.id, change: 'bankAccount' });
    return { iban, holder };
  });
}

const last4 = (iban: string | undefined) => iban?.slice(-4) ?? null;
