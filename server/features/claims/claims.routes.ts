/** Claims about vouchers. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type Claim, claims } from '#core/contract/claims.ts';
import { ANSWER_DAYS, CLAIM_DAYS } from '#core/domain/vouchers.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { claims as table, vouchers } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { findPaymentOfOrder } from '#server/features/payments/payments.store.ts';
import { requestRefunds, submitNow } from '#server/features/payments/unit-refunds.ts';
import { findSalonId } from '#server/features/salons/salons.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { findAdminClaim, findClaim, listAllClaims, listClaims, lockVoucher, notifyOfClaim } from './claims.store.ts';

const claimsLimits = { claims: { max: 10, seconds: 3600, isExact: true } } as const satisfies Limits;

const missing = () => new AppError(404, 'claims.notFound');

function claimsRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(claims.add, ({ user, body }) => inTransaction(db, (tx) => openClaim(tx, { ...body, user })));
  serve(claims.list, async ({ user, query, page }) => {
    if (query.as !== 'salon') return listClaims(db, { whose: sql`c.user_id = ${user.id}`, page });
    const salonId = await findSalonId(db, user.id);
    return salonId === null ? { items: [], next: null } : listClaims(db, { whose: sql`c.salon_id = ${salonId}`, page });
  });
  serve(claims.withdraw, async ({ user, params: { id } }) => {
    const own = and(eq(table.id, id), eq(table.userId, user.id));
    const [claim] = await db
      .update(table)
      .set({ withdrawnAt: sql`coalesce(${table.withdrawnAt}, now())` })
      .where(and(own, isNull(table.decidedAt)))
      .returning({ id: table.id });
    if (claim) return { success: true as const };
    throw (await db.$count(table, own)) > 0 ? new AppError(409, 'claims.notOpen') : missing();
  });
  serve(claims.answer, async ({ user, params: { id }, body: { text } }) => {
    const salonId = await findSalonId(db, user.id);
    const ofSalon = and(eq(table.id, id), sql`${table.salonId} = ${salonId} and ${table.withdrawnAt} is null`);
    return inTransaction(db, async (tx) => {
      const isInTime = sql`${table.answeredAt} is null and ${table.decidedAt} is null
        and now() <= ${table.createdAt} + make_interval(days => ${ANSWER_DAYS})`;
      const answered = await tx
        .update(table)
        .set({ answer: text, answeredAt: sql`now()` })
        .where(and(ofSalon, isInTime))
        .returning({ id: table.id });
      if (answered.length === 0)
        throw (await tx.$count(table, ofSalon)) > 0 ? new AppError(409, 'claims.notOpen') : missing();
      await notifyOfClaim(tx, 'claimAnswered', id);
      return found(tx, id);
    });
  });
  serve(claims.all, ({ query: { state }, page }) => listAllClaims(db, { state, page }));
  serve(claims.decide, async ({ user, params: { id }, body, request, reply }) => {
    const paymentId = await inTransaction(db, (tx) => decide(tx, { ...body, id, user, language: request.language }));
    await submitNow(deps, { paymentId, elapsedMs: reply.elapsedTime });
    return (await findAdminClaim(db, id)) ?? Promise.reject(missing());
  });
}

async function found(tx: Tx, id: string): Promise<Claim> {
  return (await findClaim(tx, sql`c.id = ${id}`)) ?? Promise.reject(missing());
}

type Opening = { user: SignedIn; voucherId: string } & Pick<typeof table.$inferInsert, 'kind' | 'text'>;

async function openClaim(tx: Tx, { user, voucherId, kind, text }: Opening): Promise<Claim> {
  const isAdmin = user.role === 'admin';
  const about = await lockVoucher(tx, { voucherId, userId: user.id, isAdmin, days: CLAIM_DAYS });
  if (!about) throw new AppError(404, 'vouchers.notFound');
  const [voucher] = await tx.select().from(vouchers).where(eq(vouchers.id, voucherId));
  const isOwn = voucher?.userId === user.id;
  if (about.isOver || about.status === 'canceled') throw new AppError(409, 'claims.notPossible');
  if (about.isLate && !isAdmin) throw new AppError(409, 'claims.tooLate');
  const id = v7();
  const row = { id, voucherId, userId: voucher?.userId ?? null, salonId: voucher?.salonId ?? null, kind, text };
  const made = await tx
    .insert(table)
    .values({ ...row, openedBy: isOwn ? null : user.id })
    .onConflictDoNothing()
    .returning({ id: table.id });
  if (made.length === 0) throw new AppError(409, 'claims.open');
  if (isOwn) await notifyOfClaim(tx, 'claimOpened', id);
  return found(tx, id);
}

type Deciding = { id: string; user: SignedIn; language: Parameters<typeof formatDateTime>[1] } & {
  decision: 'refund' | 'close';
  reason: string;
};

/** The payment whose refund is to be submitted; null without one. */
async function decide(tx: Tx, { id, user, decision, reason, language }: Deciding): Promise<string | null> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('no key update');
  const claim = await findAdminClaim(tx, id);
  if (!row || !claim || row.withdrawnAt) throw missing();
  if (row.decidedAt) {
    const values = { name: claim.decidedBy ?? '–', date: formatDateTime(row.decidedAt.toISOString(), language) };
    throw new AppError(409, 'claims.decided', { values });
  }
  if (!claim.isDue) throw new AppError(409, 'claims.waiting');
  await tx.update(table).set({ decision, reason, decidedAt: sql`now()`, decidedBy: user.id }).where(eq(table.id, id));
  const audit = { action: `claims.${decision}`, subject: 'voucher', subjectId: claim.voucherId, detail: { reason } };
  await writeAudit(tx, { actorId: user.id, ...audit });
  await notifyOfClaim(tx, 'claimDecided', id);
  if (decision === 'close') return null;
  const payment = await findPaymentOfOrder(tx, claim.orderId);
  if (!payment || claim.charged === null) throw new AppError(409, 'claims.nothingCharged');
  const refund = { payment, voucherIds: [claim.voucherId], reason: 'claim' as const, adminId: user.id };
  await requestRefunds(tx, { ...refund, mayBeRedeemed: true });
  return payment.id;
}

export const feature = { contract: { claims }, routes: claimsRoutes, limits: claimsLimits };
