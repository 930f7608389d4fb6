/** Refunds at the provider: submits those requested here, and stores what the provider reports. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { refunds } from '#db/schema/charges.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import { notifyOfRefund, notifyOfUnits } from '#server/features/orders/orders.notifications.ts';
import { markRefunded } from '#server/features/orders/orders.store.ts';
import { ordersRefunded } from '#server/features/orders/receipts.jobs.ts';
import {
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  Refused,
} from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsManualReview } from './alerts.jobs.ts';
import { type Due, findPayment, lockPayment, type Payment } from './payments.store.ts';

export type Refund = typeof refunds.$inferSelect;

const now = sql`clock_timestamp()`;
/** Refunds of an order within this time are one email. */
const EMAIL_DELAY = '60 seconds';
const counts = ne(refunds.status, 'failed');

interface Settled {
  orderId: string;
  state: 'succeeded' | 'failed';
  refund: string;
  /** Null: of no unit. */
  voucherId: string | null;
  amount: number;
}

interface Paid {
  payment: Payment;
  orderId: string;
}

/**
 * Submits the pending refunds of a payment to the provider and stores the results. Idempotency keys expire after a day, so
 * a refund submitted before is looked up among the provider's refunds instead of being submitted again.
 */
export async function submitRefunds(
  { db, cards }: { db: Db; cards: PaymentProvider },
  paymentId: string,
): Promise<void> {
  const pending = await findPendingRefunds(db, paymentId);
  if (pending.length === 0) return;
  const payment = await findPayment(db, paymentId);
  const providerPaymentId = payment?.providerPaymentId ?? null;
  if (!payment || providerPaymentId === null) throw new Error('a refund needs a paid payment');
  const there = (await cards.find(providerPaymentId))?.refunds ?? [];
  for (const refund of pending) {
    const { id: key, amount, orderId, providerRefundId } = refund;
    const known = there.find((reported) =>
      providerRefundId === null ? reported.key === key : reported.id === providerRefundId,
    );
    if (!known && providerRefundId !== null) continue;
    const reported = known ?? (await unlessRefused(cards.refund(providerPaymentId, { key, amount })));
    await inTransaction(db, (tx) =>
      reported ? recordRefunds(tx, { payment, orderId, refunds: [reported] }) : failRefund(tx, refund),
    );
  }
}

async function unlessRefused<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
}

function findPendingRefunds(db: Db, paymentId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'pending')));
}

/**
 * Payments with refunds that were not submitted for a minute, as after a crash, or are pending at the provider for an
 * hour. Marks them as checked, so that failing ones come after the others.
 */
export async function claimPendingRefunds(db: Db, { provider, limit }: Due): Promise<string[]> {
  const some = sql`select r.id from refunds r join payments p on p.id = r.payment_id
    where p.provider = ${provider} and r.status = 'pending' and coalesce(r.checked_at, r.created_at) < now() -
      case when r.provider_refund_id is null then interval '1 minute' else interval '1 hour' end
    order by coalesce(r.checked_at, r.created_at) limit ${limit} for update of r skip locked`;
  const taken = await db
    .update(refunds)
    .set({ checkedAt: now })
    .where(sql`${refunds.id} in (${some})`)
    .returning({ paymentId: refunds.paymentId });
  return [...new Set(taken.map(({ paymentId }) => paymentId))];
}

export async function failRefund(tx: Tx, { id, orderId, amount, voucherId }: Refund): Promise<void> {
  const failed = await tx
    .update(refunds)
    .set({ status: 'failed', settledAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), isNull(refunds.providerRefundId)))
    .returning({ id: refunds.id });
  if (failed.length > 0) await auditSettled(tx, { orderId, state: 'failed', refund: id, voucherId, amount });
}

/** Stores the refunds of a payment as the provider reports them. Those made at the provider have no line. */
export async function recordRefunds(
  tx: Tx,
  { payment, orderId, refunds: reported }: Paid & Pick<ProviderPayment, 'refunds'>,
): Promise<void> {
  await lockPayment(tx, payment.id);
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id));
  // A failed refund frees its amount for the one that replaced it.
  for (const refund of reported.toSorted(failedFirst)) {
    const ours =
      known.find(({ providerRefundId }) => providerRefundId === refund.id) ?? known.find(isRequested(refund));
    await recordRefund(tx, { payment, orderId, refund, ours });
    if (ours) ours.providerRefundId = refund.id;
  }
  await updateOrderStatus(tx, { payment, orderId });
}

/** Cancels the open units of an order that is refunded whole, so that they cannot be redeemed any more, and tells their salons. */
async function cancelRefundedUnits(tx: Tx, orderId: string): Promise<void> {
  const canceled = await tx
    .update(vouchers)
    .set({ status: 'canceled', cancelReason: 'refund' })
    .where(and(eq(vouchers.orderId, orderId), eq(vouchers.status, 'open')))
    .returning({ id: vouchers.id });
  await notifyOfUnits(
    tx,
    'unitRefunded',
    canceled.map(({ id }) => id),
  );
}

const failedFirst = (one: ProviderRefund, other: ProviderRefund) =>
  Number(other.state === 'failed') - Number(one.state === 'failed');

/** A second refund with our key, or one although ours was refused, is a refund of its own. */
const isRequested =
  ({ key }: ProviderRefund) =>
  ({ id, providerRefundId, status }: Refund) =>
    id === key && providerRefundId === null && status === 'pending';

async function recordRefund(
  tx: Tx,
  { payment, orderId, refund, ours }: Paid & { refund: ProviderRefund; ours: Refund | undefined },
): Promise<void> {
  const { id, amount, state } = refund;
  const settledAt = state === 'pending' ? null : now;
  if (ours?.status === state && ours.providerRefundId === id) return;
  // A failed refund stays failed: another one replaces it.
  if (ours?.status === 'failed' || (ours?.status === 'succeeded' && state === 'pending')) return;
  const reported = { status: state, providerRefundId: id, settledAt };
  if (ours) await tx.update(refunds).set(reported).where(eq(refunds.id, ours.id));
  else
    await tx
      .insert(refunds)
      .values({ ...reported, id: v7(), paymentId: payment.id, orderId, amount, reason: 'provider' });
  if (state !== 'pending' && ours?.status !== state) {
    await auditSettled(tx, { orderId, state, refund: id, voucherId: ours?.voucherId ?? null, amount });
  }
  if (state === 'succeeded') await enqueue(tx, ordersRefunded, { orderId }, { key: orderId, after: EMAIL_DELAY });
}

async function auditSettled(tx: Tx, { orderId, state, refund, voucherId, amount }: Settled): Promise<void> {
  const action = state === 'succeeded' ? 'payments.refunded' : 'payments.refundFailed';
  const detail = { refund, cents: amount };
  await writeAudit(tx, { actorId: null, action, subject: 'order', subjectId: orderId, detail });
  if (state === 'succeeded') return;
  await enqueue(tx, paymentsManualReview, { about: orderId, why: 'refundFailed' });
  await notifyOfRefund(tx, 'refundFailed', { orderId, voucherIds: voucherId ? [voucherId] : [], key: refund });
}

/** An order is refunded once everything is, until a refund fails later. Its open units are canceled once everything will be. */
async function updateOrderStatus(tx: Tx, { payment, orderId }: Paid): Promise<void> {
  const [sum] = await tx
    .select({
      cents: sql<number>`coalesce(sum(${refunds.amount}) filter (where status = 'succeeded'), 0)::float8`,
      requested: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8`,
    })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), counts));
  if (sum?.requested === payment.chargedAmount) await cancelRefundedUnits(tx, orderId);
  const isRefunded = sum?.cents === payment.chargedAmount;
  if (!(await markRefunded(tx, orderId, isRefunded))) return;
  const action = isRefunded ? 'orders.refund' : 'orders.undoRefund';
  await writeAudit(tx, { actorId: null, action, subject: 'order', subjectId: orderId });
}
