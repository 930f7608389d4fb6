/** What goes back to a card: lines that an administrator gives back, and what the provider gave back. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { sharesOf } from '#core/domain/money.ts';
import { refunds } from '#db/schema/charges.ts';
import { orderItems } from '#db/schema/shopping.ts';
import { markRefunded } from '#server/features/orders/orders.store.ts';
import { ordersRefunded } from '#server/features/orders/receipts.jobs.ts';
import type { ProviderPayment, ProviderRefund } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsDoubted } from './doubts.jobs.ts';
import { type Due, lockPayment, type Payment } from './payments.store.ts';

export type Refund = typeof refunds.$inferSelect;

const now = sql`clock_timestamp()`;
/** What is given back of an order within that time is one mail. */
const TOGETHER = '60 seconds';
const counts = ne(refunds.status, 'failed');

interface Settled {
  orderId: string;
  state: 'succeeded' | 'failed';
  refund: string;
  amount: number;
}

interface Paid {
  payment: Payment;
  orderId: string;
}

/** Writes down what is to be given back of an order: these lines, or all that are left. The provider is asked afterwards. */
export async function wishRefunds(
  tx: Tx,
  wish: { payment: Payment; positions: readonly number[] | null; reason: Refund['reason']; adminId: string },
): Promise<void> {
  const payment = await lockPayment(tx, wish.payment.id);
  const orderId = payment?.orderId;
  if (!payment || !orderId) throw new AppError(404, 'orders.notFound');
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(orderItems.position);
  const shares = sharesOf(
    payment.chargedAmount,
    items.map(({ price, quantity }) => price * quantity),
  );
  const before = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), counts));
  const given = new Set(before.map(({ position }) => position));
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const left = payment.chargedAmount - sum(before.map(({ amount }) => amount));
  const positions = wish.positions ?? items.map(({ position }) => position).filter((position) => !given.has(position));
  const asked = positions.map((position) => ({ position, amount: shares[position - 1] ?? 0 }));
  const wanted = wish.positions ? asked : allOf(left, asked);
  const rows = wanted.map((line) => ({
    ...line,
    id: v7(),
    paymentId: payment.id,
    orderId,
    reason: wish.reason,
    requestedBy: wish.adminId,
  }));
  const isWrong = rows.some(({ position, amount }, at) => {
    const isTwice = position !== null && positions.indexOf(position) < at;
    return isTwice || amount === 0 || (position !== null && given.has(position));
  });
  if (rows.length === 0 || isWrong || sum(rows.map(({ amount }) => amount)) > left) {
    throw new AppError(409, 'payments.notRefundable');
  }
  await tx.insert(refunds).values(rows);
  await writeAudit(tx, {
    actorId: wish.adminId,
    action: 'payments.wishRefund',
    subject: 'order',
    subjectId: orderId,
    detail: { positions: rows.map(({ position }) => position), reason: wish.reason },
  });
}

/**
 * Of what the provider gave back by itself nobody knows for which lines: the last ones get what is left. Where that came
 * back later, it is left beyond them all.
 */
function allOf(left: number, lines: readonly { position: number; amount: number }[]) {
  let rest = left;
  const given: { position: number | null; amount: number }[] = lines.flatMap((line) => {
    const amount = Math.min(line.amount, rest);
    rest -= amount;
    return amount > 0 ? { ...line, amount } : [];
  });
  return rest > 0 ? [...given, { position: null, amount: rest }] : given;
}

/** Refunds that the provider does not know of, or whose end it has not told. */
export function findPendingRefunds(db: Db, paymentId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, 'pending')));
}

/**
 * The payments of refunds that have been waiting for so long that somebody must have been interrupted, and, each hour, of
 * those that are under way. Marked as asked about: those that fail or last come after the others.
 */
export async function findWaitingRefunds(db: Db, { provider, limit }: Due): Promise<string[]> {
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

export async function failRefund(tx: Tx, { id, orderId, amount }: Refund): Promise<void> {
  const failed = await tx
    .update(refunds)
    .set({ status: 'failed', settledAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), isNull(refunds.providerRefundId)))
    .returning({ id: refunds.id });
  if (failed.length > 0) await noteDeed(tx, { orderId, state: 'failed', refund: id, amount });
}

/** Brings what was given back of an order to what the provider says. What it gave back by itself has no line. */
export async function noteRefunds(
  tx: Tx,
  { payment, orderId, refunds: said }: Paid & Pick<ProviderPayment, 'refunds'>,
): Promise<void> {
  await lockPayment(tx, payment.id);
  const known = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id));
  // What failed makes room for what was given back in its place.
  for (const refund of said.toSorted(failedFirst)) {
    const ours = known.find(({ providerRefundId }) => providerRefundId === refund.id) ?? known.find(isAsked(refund));
    await noteRefund(tx, { payment, orderId, refund, ours });
    if (ours) ours.providerRefundId = refund.id;
  }
  await markGivenBack(tx, { payment, orderId });
}

const failedFirst = (one: ProviderRefund, other: ProviderRefund) =>
  Number(other.state === 'failed') - Number(one.state === 'failed');

/** What is given back a second time with the key of ours, or although ours was refused, is a sum of its own. */
const isAsked =
  ({ key }: ProviderRefund) =>
  ({ id, providerRefundId, status }: Refund) =>
    id === key && providerRefundId === null && status === 'pending';

async function noteRefund(
  tx: Tx,
  { payment, orderId, refund, ours }: Paid & { refund: ProviderRefund; ours: Refund | undefined },
): Promise<void> {
  const { id, amount, state } = refund;
  const settledAt = state === 'pending' ? null : now;
  if (ours?.status === state && ours.providerRefundId === id) return;
  // One that failed is not tried again: another takes its place.
  if (ours?.status === 'failed' || (ours?.status === 'succeeded' && state === 'pending')) return;
  const told = { status: state, providerRefundId: id, settledAt };
  if (ours) await tx.update(refunds).set(told).where(eq(refunds.id, ours.id));
  else
    await tx.insert(refunds).values({ ...told, id: v7(), paymentId: payment.id, orderId, amount, reason: 'provider' });
  if (state !== 'pending' && ours?.status !== state) await noteDeed(tx, { orderId, state, refund: id, amount });
  if (state === 'succeeded') await enqueue(tx, ordersRefunded, { orderId }, { key: orderId, after: TOGETHER });
}

async function noteDeed(tx: Tx, { orderId, state, refund, amount }: Settled): Promise<void> {
  const action = state === 'succeeded' ? 'payments.refunded' : 'payments.refundFailed';
  const detail = { refund, cents: amount };
  await writeAudit(tx, { actorId: null, action, subject: 'order', subjectId: orderId, detail });
  if (state === 'failed') await enqueue(tx, paymentsDoubted, { about: orderId, why: 'refundFailed' });
}

/** An order of which everything was given back is refunded, until a bank sends some of it back. */
async function markGivenBack(tx: Tx, { payment, orderId }: Paid): Promise<void> {
  const [sum] = await tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, 'succeeded')));
  const isRefunded = sum?.cents === payment.chargedAmount;
  if (!(await markRefunded(tx, orderId, isRefunded))) return;
  const action = isRefunded ? 'orders.refund' : 'orders.undoRefund';
  await writeAudit(tx, { actorId: null, action, subject: 'order', subjectId: orderId });
}
