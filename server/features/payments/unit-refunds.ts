/** Cancellation of units with the refund of those that were paid by card, in one transaction. The provider is called afterwards. */
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { payments, refunds } from '#db/schema/charges.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { notifyOfRefund, notifyOfUnits } from '#server/features/orders/orders.notifications.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { cardsWithDeadline } from './payments.limits.ts';
import { submitRefunds } from './payments.refunds.ts';
import { lockPayment, type Payment } from './payments.store.ts';

export type RefundReason = (typeof refunds.$inferSelect)['reason'];
type CancelReason = NonNullable<(typeof vouchers.$inferSelect)['cancelReason']>;

/** What of a payment is neither refunded nor requested, in cents. */
async function leftOf(tx: Tx, payment: Payment): Promise<number> {
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), ne(refunds.status, 'failed')));
  return payment.chargedAmount - (sum?.cents ?? 0);
}

/** Test payments do not count where test cards are not accepted. */
export const isVoid = ({ isLive }: Pick<Payment, 'isLive'>, cards: Pick<NonNullable<Deps['cards']>, 'isLive'> | null) =>
  !isLive && cards?.isLive !== false;

async function lockPaymentOf(tx: Tx, orderId: string): Promise<Payment | null> {
  const [payment = null] = await tx.select().from(payments).where(eq(payments.orderId, orderId)).for('update');
  return payment;
}

interface Cancellation {
  orderId: string;
  why: CancelReason;
  /** Null: nothing is refunded. */
  refund: RefundReason | null;
  actorId: string | null;
  /** Condition on `vouchers` beside being open. */
  which?: SQL | undefined;
}

interface Canceled {
  /** Of vouchers. */
  ids: string[];
  /** Whose refunds have to be submitted; null without any. */
  paymentId: string | null;
}

/** Cancels open units of an order and requests the refunds of those paid by card. */
export async function cancelUnits(
  tx: Tx,
  cards: Parameters<typeof isVoid>[1],
  { orderId, why, refund, actorId, which }: Cancellation,
): Promise<Canceled> {
  const payment = await lockPaymentOf(tx, orderId);
  const canceled = await tx
    .update(vouchers)
    .set({ status: 'canceled', cancelReason: why })
    .where(and(eq(vouchers.orderId, orderId), eq(vouchers.status, 'open'), which))
    .returning({ voucherId: vouchers.id, amount: vouchers.chargedAmount });
  const ids = canceled.map(({ voucherId }) => voucherId);
  if (ids.length === 0) return { ids, paymentId: null };
  if (why === 'buyer') await notifyOfUnits(tx, 'unitCanceled', ids);
  if (!payment || refund === null || isVoid(payment, cards)) return { ids, paymentId: null };
  const units = canceled.map(({ voucherId, amount }) => ({ voucherId, amount: amount ?? 0 }));
  const { rows } = splitAmong(await leftOf(tx, payment), units);
  if (rows.length === 0) return { ids, paymentId: null };
  await insertRefunds(tx, { payment, orderId, rows, reason: refund, requestedBy: actorId });
  return { ids, paymentId: payment.id };
}

interface Share {
  voucherId: string | null;
  amount: number;
}

/** Splits what is left among units: after a refund at the provider, which belongs to no unit, the last ones may get less. */
function splitAmong(left: number, units: readonly Share[]): { rows: Share[]; rest: number } {
  let rest = left;
  const rows = units.flatMap((unit) => {
    const amount = Math.min(unit.amount, rest);
    rest -= amount;
    return amount > 0 ? [{ ...unit, amount }] : [];
  });
  return { rows, rest };
}

async function insertRefunds(
  tx: Tx,
  {
    payment,
    orderId,
    rows,
    reason,
    requestedBy,
  }: { payment: Payment; orderId: string; rows: readonly Share[]; reason: RefundReason; requestedBy: string | null },
): Promise<void> {
  const made = rows.map((row) => ({ ...row, id: v7(), paymentId: payment.id, orderId, reason, requestedBy }));
  await tx.insert(refunds).values(made);
  const voucherIds = rows.flatMap(({ voucherId }) => voucherId ?? []);
  await notifyOfRefund(tx, 'refundStarted', { orderId, voucherIds, key: made[0]?.id ?? orderId });
  await writeAudit(tx, {
    actorId: requestedBy,
    action: 'payments.requestRefund',
    subject: 'order',
    subjectId: orderId,
    detail: { vouchers: voucherIds, reason },
  });
}

interface Unit {
  id: string;
  position: number;
  status: 'open' | 'redeemed' | 'canceled';
  /** Cents. */
  amount: number;
  isRefunded: boolean;
}

export interface RefundRequest {
  payment: Payment;
  /** Order lines, from 1; with `voucherIds` absent too, all units that are not redeemed. */
  positions?: readonly number[] | null | undefined;
  voucherIds?: readonly string[] | undefined;
  reason: RefundReason;
  adminId: string;
  cards: Deps['cards'];
  /** Then the unit may be redeemed, and gets at most what is left. */
  isOfClaim?: boolean | undefined;
}

/**
 * Requests refunds of units, and of what is left beyond them where none was chosen; cancels those that are open. Throws 409
 * for redeemed units, units that were refunded, and more than is left.
 */
export async function requestRefunds(tx: Tx, request: RefundRequest): Promise<void> {
  const { voucherIds, reason, adminId: requestedBy } = request;
  const positions = request.positions ?? undefined;
  const payment = await lockPayment(tx, request.payment.id);
  const orderId = payment?.orderId;
  if (!payment || !orderId) throw new AppError(404, 'orders.notFound');
  if (request.cards?.name !== payment.provider) throw new AppError(409, 'adminMoney.otherProvider');
  if (isVoid(payment, request.cards)) throw new AppError(409, 'payments.notRefundable');
  const { rows: units } = await tx.execute<Unit & Record<string, unknown>>(sql`
    select v.id, v.position, v.status, v.charged_amount::float8 as amount, voucher_is_refunded(v) as "isRefunded"
    from vouchers v where v.order_id = ${orderId} order by v.position, v.unit for no key update`);
  const isChosen = positions !== undefined || voucherIds !== undefined;
  const chosen = units.filter(({ id, position, status, isRefunded }) =>
    isChosen ? positions?.includes(position) || voucherIds?.includes(id) : status !== 'redeemed' && !isRefunded,
  );
  const isRedeemed = chosen.some(({ status }) => status === 'redeemed');
  if (isRedeemed && !request.isOfClaim) throw new AppError(409, 'refunds.redeemed');
  const left = await leftOf(tx, payment);
  const asked = chosen.map(({ id, amount }) => ({ voucherId: id, amount }));
  const total = asked.reduce((sum, { amount }) => sum + amount, 0);
  const names = [...(positions ?? []), ...(voucherIds ?? [])];
  const isUnknown = names.some(
    (name, at) => !chosen.some(({ id, position }) => name === id || name === position) || names.indexOf(name) < at,
  );
  const isWrong =
    isUnknown || chosen.some(({ isRefunded }) => isRefunded) || (isChosen && !request.isOfClaim && total > left);
  const split = splitAmong(left, asked);
  // The shares of redeemed units stay.
  const kept = units.filter(({ status, isRefunded }) => status === 'redeemed' && !isRefunded);
  const beyond = split.rest - kept.reduce((sum, { amount }) => sum + amount, 0);
  const rows = isChosen || beyond <= 0 ? split.rows : [...split.rows, { voucherId: null, amount: beyond }];
  if (isWrong || rows.length === 0) throw new AppError(409, 'payments.notRefundable');
  await insertRefunds(tx, { payment, orderId, rows, reason, requestedBy });
  const canceled = await tx
    .update(vouchers)
    .set({ status: 'canceled', cancelReason: 'refund' })
    .where(
      and(
        eq(vouchers.orderId, orderId),
        eq(vouchers.status, 'open'),
        inArray(
          vouchers.id,
          chosen.map(({ id }) => id),
        ),
      ),
    )
    .returning({ id: vouchers.id });
  await notifyOfUnits(
    tx,
    'unitRefunded',
    canceled.map(({ id }) => id),
  );
}

/** Requests refunds and submits them to the provider. */
export async function refundUnits(
  parts: { db: Db; cards: NonNullable<Deps['cards']> },
  request: Omit<RefundRequest, 'cards'>,
): Promise<void> {
  await inTransaction(parts.db, (tx) => requestRefunds(tx, { ...request, cards: parts.cards }));
  await submitRefunds(parts, request.payment.id);
}

/** Submits the refunds of a payment within a request; where the provider does not answer, the reconciliation does within minutes. */
export async function submitNow(
  { db, cards, log }: Pick<Deps, 'db' | 'cards' | 'log'>,
  { paymentId, elapsedMs }: { paymentId: string | null; elapsedMs: number },
): Promise<void> {
  if (paymentId === null || !cards) return;
  try {
    await submitRefunds({ db, cards: cardsWithDeadline(cards, elapsedMs) }, paymentId);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    log.warn({ paymentId, err: error }, 'a refund waits for the provider');
  }
}
