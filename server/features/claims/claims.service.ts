/** Rules of claims: who may open one, when it is decided, and the refund that a decision brings. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Claim } from '#core/contract/claims.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { claims } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { findPaymentOfOrder } from '#server/features/payments/payments.store.ts';
import { requestRefunds } from '#server/features/payments/unit-refunds.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { findAdminClaim, findClaim, lockVoucher, notifyOfClaim } from './claims.store.ts';

export const missing = () => new AppError(404, 'claims.notFound');

type Opening = { userId: string; voucherId: string } & Pick<typeof claims.$inferInsert, 'kind' | 'text'>;

/** Opens a claim of the buyer about a redeemed or open unit. */
export async function openClaim(tx: Tx, { userId, voucherId, kind, text }: Opening): Promise<Claim> {
  const about = await lockVoucher(tx, { voucherId, userId });
  if (!about) throw new AppError(404, 'vouchers.notFound');
  if (about.isOver) throw new AppError(409, 'claims.notPossible');
  if (about.isLate) throw new AppError(409, 'claims.tooLate');
  const id = v7();
  const made = await tx
    .insert(claims)
    .values({ id, voucherId, userId, salonId: about.salonId, kind, text })
    .onConflictDoNothing()
    .returning({ id: claims.id });
  if (made.length === 0) throw new AppError(409, 'claims.open');
  await notifyOfClaim(tx, 'claimOpened', id);
  return (await findClaim(tx, sql`c.id = ${id}`)) ?? Promise.reject(missing());
}

interface Decision {
  id: string;
  adminId: string;
  language: Language;
  decision: 'refund' | 'close';
  reason: string;
}

/** Decides a claim; the payment whose refund is to be submitted, null without one. */
export async function decide(tx: Tx, cards: Deps['cards'], request: Decision): Promise<string | null> {
  const { id, adminId, language, decision, reason } = request;
  const [row] = await tx.select().from(claims).where(eq(claims.id, id)).for('no key update');
  const claim = await findAdminClaim(tx, id);
  if (!row || !claim || row.withdrawnAt) throw missing();
  if (row.decidedAt) {
    const values = { name: claim.decidedBy ?? '–', date: formatDateTime(row.decidedAt.toISOString(), language) };
    throw new AppError(409, 'claims.decided', { values });
  }
  if (row.userId === adminId) throw new AppError(409, 'claims.own');
  if (!claim.isDue && row.openedBy === null) throw new AppError(409, 'claims.waiting');
  await tx.update(claims).set({ decision, reason, decidedAt: sql`now()`, decidedBy: adminId }).where(eq(claims.id, id));
  const audit = { action: `claims.${decision}`, subject: 'voucher', subjectId: claim.voucherId, detail: { reason } };
  await writeAudit(tx, { actorId: adminId, ...audit });
  await notifyOfClaim(tx, 'claimDecided', id);
  if (decision === 'close') return null;
  const payment = await findPaymentOfOrder(tx, claim.orderId);
  if (!payment || claim.charged === null) throw new AppError(409, 'claims.nothingCharged');
  if (payment.disputeStatus === 'open' || payment.disputeStatus === 'lost') throw new AppError(409, 'claims.disputed');
  const refund = { payment, cards, voucherIds: [claim.voucherId], reason: 'claim' as const, adminId };
  await requestRefunds(tx, { ...refund, isOfClaim: true });
  return payment.id;
}

/** Refunds a redeemed unit: decides its open claim, or one that is opened for it, so that every such refund has a reason. */
export async function refundUsed(
  tx: Tx,
  cards: Deps['cards'],
  { voucherId, ...request }: Omit<Decision, 'id' | 'decision'> & { voucherId: string },
): Promise<{ id: string; paymentId: string | null }> {
  const about = await lockVoucher(tx, { voucherId });
  if (!about) throw new AppError(404, 'vouchers.notFound');
  if (about.isOver || about.status !== 'redeemed') throw new AppError(409, 'claims.notPossible');
  const isOpen = and(eq(claims.voucherId, voucherId), isNull(claims.decidedAt), isNull(claims.withdrawnAt));
  const [open] = await tx.select({ id: claims.id }).from(claims).where(isOpen);
  const id = open?.id ?? v7();
  const { userId, salonId } = about;
  const row = {
    id,
    voucherId,
    userId,
    salonId,
    openedBy: request.adminId,
    kind: 'other' as const,
    text: request.reason,
  };
  if (!open) await tx.insert(claims).values(row);
  return { id, paymentId: await decide(tx, cards, { ...request, id, decision: 'refund' }) };
}
