/** Payouts to salons: each pays the latest statement, whole. */
import type { Settlement } from '#core/contract/admin/settlements.ts';
import type { Deps } from '#server/deps.ts';
import { type Book, findBank } from '#server/features/settlements/settlements.store.ts';
import { lockOwner, verifyOwner } from '#server/features/users/owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import { findSettlement, insertPayout, isBehind, lockStatements, reversePayout } from './settlements.store.ts';

const missing = () => new AppError(404, 'settlements.notFound');

const required = async (tx: Tx, book: Book): Promise<Settlement> =>
  (await findSettlement(tx, book)) ?? Promise.reject(missing());

const event = (admin: SignedIn, action: string, { salonId }: Book) =>
  ({ actorId: admin.id, action: `settlements.${action}`, subject: 'salon', subjectId: salonId }) as const;

interface Payout extends Book {
  month: string;
  reference: string;
  admin: SignedIn;
  password: string | undefined;
}

export async function markPaid(
  deps: Pick<Deps, 'db' | 'limiter'>,
  { month, reference, admin, password, ...book }: Payout,
  loginAttempt: UnverifiedLoginAttempt,
): Promise<Settlement> {
  const owner = await verifyOwner(deps, { user: admin, password }, loginAttempt);
  return inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, { owner, user: admin });
    await lockStatements(tx, book.salonId);
    const { statement, isPayable, ownerState } = await required(tx, book);
    if (statement?.month !== month || (await isBehind(tx, book))) throw new AppError(409, 'settlements.notLatest');
    if (ownerState === 'held') throw new AppError(409, 'settlements.held');
    if (!isPayable) throw new AppError(409, 'settlements.notPayable');
    await insertPayout(tx, { ...book, month, reference });
    await writeAudit(tx, { ...event(admin, 'pay', book), detail: { month, amount: statement.closing, reference } });
    return required(tx, book);
  });
}

export function undoPayout(
  db: Db,
  { month, admin, ...book }: Pick<Payout, 'month' | 'admin' | keyof Book>,
): Promise<Settlement> {
  return inTransaction(db, async (tx) => {
    await lockStatements(tx, book.salonId);
    if (!(await reversePayout(tx, { ...book, month }))) throw new AppError(409, 'settlements.undoOver');
    await writeAudit(tx, { ...event(admin, 'undoPay', book), detail: { month } });
    return required(tx, book);
  });
}

/** The whole IBAN; each view is audited. */
export function viewBank(
  db: Db,
  { salonId, admin }: { salonId: string; admin: SignedIn },
): Promise<{ iban: string; holder: string } | null> {
  return inTransaction(db, async (tx) => {
    const bank = await findBank(tx, salonId);
    if (bank) await writeAudit(tx, event(admin, 'viewBank', { salonId, isTest: false }));
    return bank;
  });
}
