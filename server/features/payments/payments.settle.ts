/** Settlement: the only code that turns a card payment into an order, whether the buyer, a webhook or a check reports it. */
import { sql } from 'drizzle-orm';
import type { Order } from '#core/contract/orders.ts';
import { lockCart, takeFromCart } from '#server/features/cart/cart.store.ts';
import { notifyOrder } from '#server/features/orders/orders.notifications.ts';
import { insertCardOrder, isOrdered, markDisputed } from '#server/features/orders/orders.store.ts';
import { ordersReceipt } from '#server/features/orders/receipts.jobs.ts';
import { findAdminIds } from '#server/features/users/users.store.ts';
import type { PaymentProvider, ProviderDispute, ProviderPayment } from '#server/gateways/payments/provider.ts';
import { isDone, writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsDisputed, paymentsMailDispute, paymentsManualReview } from './alerts.jobs.ts';
import { lockLimitedOf, overPersonLimit, takeUnheld } from './payments.holds.ts';
import { recordRefunds } from './payments.refunds.ts';
import {
  ACTIONS,
  closePayment,
  closeSiblings,
  findPayment,
  lockPayment,
  markPaid,
  markSettled,
  markUnsettled,
  type Payment,
  setDisputes,
} from './payments.store.ts';
import { cancelUnits } from './unit-refunds.ts';

type ProviderIdentity = Pick<PaymentProvider, 'name' | 'isLive'>;

/** Stores the state of a payment as the provider reports it. Returns the order it paid, or null. */
export async function settlePayment(
  { db, cards }: { db: Db; cards: ProviderIdentity },
  reported: ProviderPayment,
): Promise<Pick<Order, 'id'> | null> {
  const payment = reported.attemptId === null ? null : await findPayment(db, reported.attemptId);
  if (!payment || !isOf(payment, reported, cards)) return recordUnmatched(db, reported);
  if (reported.state === 'canceled') await inTransaction(db, (tx) => closePayment(tx, payment.id, 'canceled'));
  if (reported.state !== 'paid') return null;
  try {
    const orderId = await settlePaid({ db, cards }, payment, reported);
    if (payment.unsettledAt !== null) await markSettled(db, payment.id);
    return orderId === null ? null : { id: orderId };
  } catch (error) {
    await markUnsettled(db, payment.id);
    throw error;
  }
}

/** Refunds and disputes have transactions of their own: where one fails, the others are stored. */
async function settlePaid(
  { db, cards }: { db: Db; cards: ProviderIdentity },
  payment: Payment,
  reported: ProviderPayment,
): Promise<string | null> {
  const orderId = await inTransaction(db, (tx) => completePaidAttempt(tx, payment, { reported, cards }));
  if (orderId === null) return null;
  const { disputes, refunds } = reported;
  if (disputes.length > 0) await inTransaction(db, (tx) => recordDisputes(tx, { payment, orderId, disputes }));
  if (refunds.length > 0) await inTransaction(db, (tx) => recordRefunds(tx, { payment, orderId, refunds }));
  return orderId;
}

/** False where the attempt belongs to another provider or mode, or has another payment. */
function isOf(payment: Payment, reported: ProviderPayment, cards: ProviderIdentity): boolean {
  const { provider, isLive, providerPaymentId } = payment;
  return (
    provider === cards.name &&
    isLive === cards.isLive &&
    (providerPaymentId === null || providerPaymentId === reported.id)
  );
}

/**
 * Inserts the order of a paid attempt, once. Where amount or currency differ from what was asked for there is none, and
 * the case goes to manual review. Locks in the same order as all purchases: cart, attempt, order.
 */
async function completePaidAttempt(
  tx: Tx,
  { id, userId }: Payment,
  { reported, cards }: { reported: ProviderPayment; cards: ProviderIdentity },
): Promise<string | null> {
  const cart = userId === null ? null : await lockCart(tx, userId);
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Error('the attempt was deleted');
  if (payment.orderId !== null) return payment.orderId;
  if (!isAsAsked(payment, reported)) return recordMismatch(tx, payment, reported);
  const { cartVersion, items } = payment;
  const limited = await lockLimitedOf(tx, payment);
  // They may hold units that this one needs.
  await closeSiblings(tx, { id, providerPaymentId: reported.id });
  const over = await overPersonLimit(tx, payment);
  const soldOut = [...over, ...(await takeUnheld(tx, id, limited, over))];
  const orderId = await insertCardOrder(tx, {
    userId,
    sessionId: payment.sessionId,
    stripePaymentIntentId: reported.id,
    cartVersion: (await isOrdered(tx, cartVersion)) ? id : cartVersion,
    totalAmount: payment.totalAmount,
    chargedAmount: payment.chargedAmount,
    chargedCurrency: payment.chargedCurrency,
    exchangeRate: payment.exchangeRate,
    items,
  });
  // Another attempt of the same payment was completed before.
  if (orderId === null) {
    await tx.execute(sql`select deal_units_recount(${sql.param(limited.map(({ dealId }) => dealId))}::uuid[])`);
    return recordMismatch(tx, payment, reported);
  }
  if (userId !== null && cart?.version === cartVersion) await takeFromCart(tx, { userId, orderId, taken: items });
  await markPaid(tx, { id, providerPaymentId: reported.id, orderId });
  await writeAudit(tx, {
    actorId: userId,
    action: 'orders.payByCard',
    subject: 'order',
    subjectId: orderId,
    detail: { payment: id, intent: reported.id, cents: reported.received },
  });
  await recordWithdrawn(tx, { orderId, dealIds: items.map(({ dealId }) => dealId) });
  await recordClosedAccount(tx, { orderId, userId });
  await returnSoldOut(tx, cards, { orderId, dealIds: soldOut });
  if (items.every(({ dealId }) => soldOut.includes(dealId))) return orderId;
  await enqueue(tx, ordersReceipt, { orderId }, { key: orderId });
  await notifyOrder(tx, { orderId, userId, paymentMethod: 'card' });
  return orderId;
}

/** Paid after the hold had ended and the units were sold to others: the money goes back. */
async function returnSoldOut(
  tx: Tx,
  cards: ProviderIdentity,
  { orderId, dealIds }: { orderId: string; dealIds: string[] },
): Promise<void> {
  if (dealIds.length === 0) return;
  const which = sql`position in (select position from order_items i where i.order_id = ${orderId} and i.deal_id = any(${sql.param(dealIds)}::uuid[]))`;
  await cancelUnits(tx, cards, { orderId, why: 'refund', refund: 'requested', actorId: null, which });
  const audit = { action: ACTIONS.soldOut, subject: 'order', subjectId: orderId, detail: { deals: dealIds } };
  await writeAudit(tx, { actorId: null, ...audit });
}

/** The order stands although a deal was withdrawn meanwhile; a person decides about a refund. */
async function recordWithdrawn(tx: Tx, { orderId, dealIds }: { orderId: string; dealIds: string[] }): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from deals d
    where id in (select text::uuid from jsonb_array_elements_text(${JSON.stringify(dealIds)}::jsonb) text) and not deal_is_public(d)`);
  const deals = rows.map(({ id }) => id);
  if (deals.length === 0) return;
  await writeAudit(tx, {
    actorId: null,
    action: ACTIONS.withdrawn,
    subject: 'order',
    subjectId: orderId,
    detail: { deals },
  });
}

/** The buyer cannot sign in to see the order, so a person decides about a refund. */
async function recordClosedAccount(
  tx: Tx,
  { orderId, userId }: { orderId: string; userId: string | null },
): Promise<void> {
  const { rows } = await tx.execute(sql`select from users where id = ${userId} and is_active`);
  if (rows.length > 0) return;
  await writeAudit(tx, { actorId: null, action: ACTIONS.accountClosed, subject: 'order', subjectId: orderId });
}

const isAsAsked = ({ chargedAmount, chargedCurrency }: Payment, { received, currency }: ProviderPayment) =>
  received === chargedAmount && currency === chargedCurrency.toLowerCase();

/** Audited once, for manual review. */
async function recordMismatch(tx: Tx, { id, chargedAmount }: Payment, reported: ProviderPayment): Promise<null> {
  const about = { action: ACTIONS.mismatch, subject: 'payment', subjectId: id };
  if (!(await isDone(tx, about))) {
    await closePayment(tx, id, 'canceled');
    await closeSiblings(tx, { id, providerPaymentId: reported.id });
    const detail = {
      intent: reported.id,
      asked: chargedAmount,
      received: reported.received,
      currency: reported.currency,
    };
    await writeAudit(tx, { actorId: null, ...about, detail });
    await enqueue(tx, paymentsManualReview, { about: reported.id, why: 'mismatch' });
  }
  await recordFullRefund(tx, reported);
  return null;
}

/** A payment that belongs to no attempt here is audited once for manual review. One without an attempt id is not ours. */
async function recordUnmatched(db: Db, reported: ProviderPayment): Promise<null> {
  const { id, attemptId, received, currency } = reported;
  if (reported.state !== 'paid' || attemptId === null) return null;
  const about = { action: ACTIONS.unmatched, subject: 'payment', subjectId: id };
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${id}`}, 0))`);
    if (!(await isDone(tx, about))) {
      await writeAudit(tx, { actorId: null, ...about, detail: { intent: id, attempt: attemptId, received, currency } });
      await enqueue(tx, paymentsManualReview, { about: id, why: 'unmatched' });
    }
    await recordFullRefund(tx, reported);
  });
  return null;
}

/** Audits that a payment without an order was refunded in full. */
async function recordFullRefund(tx: Tx, { id, received, refunds }: ProviderPayment): Promise<void> {
  const refunded = refunds.reduce((sum, { amount, state }) => (state === 'succeeded' ? sum + amount : sum), 0);
  const about = { action: ACTIONS.returned, subject: 'payment', subjectId: id };
  if (refunded < received || (await isDone(tx, about))) return;
  await writeAudit(tx, { actorId: null, ...about, detail: { cents: refunded } });
}

/** Stores the disputes of a payment and marks its order, which is usable again once all are won. */
async function recordDisputes(
  tx: Tx,
  { payment: { id: paymentId }, orderId, disputes }: { payment: Payment; orderId: string; disputes: ProviderDispute[] },
): Promise<void> {
  const known = (await lockPayment(tx, paymentId))?.disputes ?? {};
  // An answer fetched before a dispute was closed may be processed after a later one.
  const changed = disputes.filter(({ id, state }) =>
    state === 'open' ? known[id] === undefined : known[id] !== state,
  );
  if (changed.length === 0) return;
  const states = { ...known, ...Object.fromEntries(changed.map(({ id, state }) => [id, state])) };
  const all = Object.values(states);
  const status = worst.find((state) => all.includes(state)) ?? 'won';
  await setDisputes(tx, paymentId, { disputes: states, disputeStatus: status });
  await markDisputed(tx, orderId, status !== 'won');
  for (const dispute of changed) await recordDisputeChange(tx, { paymentId, orderId, dispute });
}

/** An open dispute can still be answered, so it counts before a lost one. */
const worst = ['open', 'lost'] as const;

async function recordDisputeChange(
  tx: Tx,
  { paymentId, orderId, dispute }: { paymentId: string; orderId: string; dispute: ProviderDispute },
): Promise<void> {
  const isKnown = await isAudited(tx, { orderId, dispute });
  if (dispute.state === 'open') await enqueue(tx, paymentsDisputed, { paymentId });
  if (!isKnown) await mailAdmins(tx, { paymentId, dispute });
  await writeAudit(tx, {
    actorId: null,
    action: 'payments.dispute',
    subject: 'order',
    subjectId: orderId,
    detail: { dispute: dispute.id, state: dispute.state },
  });
}

/** One job per administrator, so that a retry does not email the others again. */
async function mailAdmins(
  tx: Tx,
  { paymentId, dispute }: { paymentId: string; dispute: ProviderDispute },
): Promise<void> {
  const { id, state } = dispute;
  for (const adminId of await findAdminIds(tx)) {
    await enqueue(tx, paymentsMailDispute, { paymentId, dispute: id, state, adminId });
  }
}

async function isAudited(
  tx: Tx,
  { orderId, dispute: { id, state } }: { orderId: string; dispute: ProviderDispute },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from audit_log where subject = 'order' and subject_id = ${orderId} and action = 'payments.dispute'
      and detail ->> 'dispute' = ${id} and detail ->> 'state' = ${state} limit 1`);
  return rows.length > 0;
}
