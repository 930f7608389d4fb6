/** The one way in which a payment by card becomes an order: who paid says so, the provider tells, or we ask. */
import { sql } from 'drizzle-orm';
import type { Order } from '#core/contract/orders.ts';
import { lockCart, takeFromCart } from '#server/features/cart/cart.store.ts';
import { insertCardOrder, isOrdered } from '#server/features/orders/orders.store.ts';
import { ordersReceipt } from '#server/features/orders/receipts.jobs.ts';
import type { PaymentProvider, ProviderPayment } from '#server/gateways/payments/provider.ts';
import { isDone, writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsDoubted } from './doubts.jobs.ts';
import { noteDisputes } from './payments.disputes.ts';
import { noteRefunds } from './payments.given-back.ts';
import {
  closeOthers,
  closePayment,
  findPayment,
  lockPayment,
  markPaid,
  markSettled,
  markUnsettled,
  type Payment,
} from './payments.store.ts';
import { CLOSED, MISMATCH, noteReturned, noteUnknown, WITHDRAWN } from './payments.unknown.ts';

type Teller = Pick<PaymentProvider, 'name' | 'isLive'>;

/** Brings what we know of a payment to what the provider says of it. Answers the order it paid, or null. */
export async function settlePayment(
  { db, cards }: { db: Db; cards: Teller },
  said: ProviderPayment,
): Promise<Pick<Order, 'id'> | null> {
  const payment = said.attemptId === null ? null : await findPayment(db, said.attemptId);
  if (!payment || !isOf(payment, said, cards)) return noteUnknown(db, said);
  if (said.state === 'canceled') await inTransaction(db, (tx) => closePayment(tx, payment.id, 'canceled'));
  if (said.state !== 'paid') return null;
  try {
    const orderId = await settlePaid(db, payment, said);
    if (payment.unsettledAt !== null) await markSettled(db, payment.id);
    return orderId === null ? null : { id: orderId };
  } catch (error) {
    await markUnsettled(db, payment.id);
    throw error;
  }
}

/** What went back and what a bank says each stand for themselves: where one cannot be written down the others are. */
async function settlePaid(db: Db, payment: Payment, said: ProviderPayment): Promise<string | null> {
  const orderId = await inTransaction(db, (tx) => completePaidAttempt(tx, payment, said));
  if (orderId === null) return null;
  const { disputes, refunds } = said;
  if (disputes.length > 0) await inTransaction(db, (tx) => noteDisputes(tx, { payment, orderId, disputes }));
  if (refunds.length > 0) await inTransaction(db, (tx) => noteRefunds(tx, { payment, orderId, refunds }));
  return orderId;
}

/** Whether the provider means this attempt: one that another provider knows, or under another id, is not ours. */
function isOf(payment: Payment, said: ProviderPayment, cards: Teller): boolean {
  const { provider, isLive, providerPaymentId } = payment;
  return (
    provider === cards.name && isLive === cards.isLive && (providerPaymentId === null || providerPaymentId === said.id)
  );
}

/**
 * Writes the order of an attempt that was paid, once, and answers it. Where what was paid is not what was asked for there
 * is none, and an operator is told.
 * Locked in the order of all who buy: cart, attempt, order.
 */
async function completePaidAttempt(tx: Tx, { id, userId }: Payment, said: ProviderPayment): Promise<string | null> {
  const cart = userId === null ? null : await lockCart(tx, userId);
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Error('an attempt to pay vanished');
  if (payment.orderId !== null) return payment.orderId;
  if (!isAsAsked(payment, said)) return noteMismatch(tx, payment, said);
  const { cartGeneration, items } = payment;
  const orderId = await insertCardOrder(tx, {
    userId,
    sessionId: payment.sessionId,
    stripePaymentIntentId: said.id,
    cartGeneration: (await isOrdered(tx, cartGeneration)) ? id : cartGeneration,
    totalAmount: payment.totalAmount,
    chargedAmount: payment.chargedAmount,
    chargedCurrency: payment.chargedCurrency,
    exchangeRate: payment.exchangeRate,
    items,
  });
  // Another attempt of the same payment was completed: the provider said that one was paid, and now another.
  if (orderId === null) return noteMismatch(tx, payment, said);
  if (userId !== null && cart?.generation === cartGeneration) await takeFromCart(tx, { userId, orderId, taken: items });
  await markPaid(tx, { id, providerPaymentId: said.id, orderId });
  await closeOthers(tx, { id, providerPaymentId: said.id });
  await writeAudit(tx, {
    actorId: userId,
    action: 'orders.payByCard',
    subject: 'order',
    subjectId: orderId,
    detail: { payment: id, intent: said.id, cents: said.received },
  });
  await noteWithdrawn(tx, { orderId, dealIds: items.map(({ dealId }) => dealId) });
  await noteClosed(tx, { orderId, userId });
  await enqueue(tx, ordersReceipt, { orderId }, { key: orderId });
  return orderId;
}

/** Who paid has their order, also of a deal that was taken off sale meanwhile; whether it is given back, a person says. */
async function noteWithdrawn(tx: Tx, { orderId, dealIds }: { orderId: string; dealIds: string[] }): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from deals d
    where id in (select text::uuid from jsonb_array_elements_text(${JSON.stringify(dealIds)}::jsonb) text) and not deal_is_public(d)`);
  const deals = rows.map(({ id }) => id);
  if (deals.length === 0) return;
  await writeAudit(tx, { actorId: null, action: WITHDRAWN, subject: 'order', subjectId: orderId, detail: { deals } });
}

/** Who cannot sign in sees no order, and is written nothing. */
async function noteClosed(tx: Tx, { orderId, userId }: { orderId: string; userId: string | null }): Promise<void> {
  const { rows } = await tx.execute(sql`select from users where id = ${userId} and is_active`);
  if (rows.length > 0) return;
  await writeAudit(tx, { actorId: null, action: CLOSED, subject: 'order', subjectId: orderId });
}

const isAsAsked = ({ chargedAmount, chargedCurrency }: Payment, { received, currency }: ProviderPayment) =>
  received === chargedAmount && currency === chargedCurrency.toLowerCase();

/** Somebody paid, and nobody knows for what: a person has to look at it. Told once. */
async function noteMismatch(tx: Tx, { id, chargedAmount }: Payment, said: ProviderPayment): Promise<null> {
  const about = { action: MISMATCH, subject: 'payment', subjectId: id };
  if (!(await isDone(tx, about))) {
    await closePayment(tx, id, 'canceled');
    await closeOthers(tx, { id, providerPaymentId: said.id });
    const detail = { intent: said.id, asked: chargedAmount, received: said.received, currency: said.currency };
    await writeAudit(tx, { actorId: null, ...about, detail });
    await enqueue(tx, paymentsDoubted, { about: said.id, why: 'mismatch' });
  }
  await noteReturned(tx, said);
  return null;
}
