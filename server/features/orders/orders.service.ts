import { MAX_OPEN_CASH_ORDERS, type OrderItem } from '#core/contract/orders.ts';
import { toLek, toQindarka, totalsOf } from '#core/domain/money.ts';
import type { Deps, Tx } from '#server/deps.ts';
import { closeCart, justClosedBy, type LockedLine, lockCart, lockLines } from '#server/features/cart/cart.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { JsonText } from '#server/kit/http/serve.ts';
import { countOpenCashOrders, findCashOrder, insertCashOrder } from './orders.store.ts';

/** Most that may be paid in cash at once, in qindarka. */
const CASH_LIMIT = toQindarka(500_000);

/** What a cart holds at one moment: what is bought, at which prices, out of which filling. */
export interface CartSnapshot {
  generation: string;
  items: OrderItem[];
  /** Qindarka. */
  total: number;
}

type Confirmation = { userId: string; sessionId: string; expectedTotal: number | undefined };

/** Turns the cart into one cash order. Repeating it answers that order, until the cart is used again. */
export async function confirmCashOrder({ db, limiter }: Deps, confirmation: Confirmation): Promise<JsonText> {
  await limiter.attempt('cashOrdersPerUser', confirmation.userId);
  return inTransaction(db, async (tx) => {
    const { userId } = confirmation;
    const snapshot = await snapshotCart(tx, confirmation);
    if (snapshot === null) return repeatedOrder(tx, userId);
    if ((await countOpenCashOrders(tx, userId)) >= MAX_OPEN_CASH_ORDERS) throw new AppError(409, 'orders.tooManyOpen');
    if (snapshot.total > CASH_LIMIT) throw new AppError(409, 'orders.overCashLimit');
    const order = await insertCashOrder(tx, { ...confirmation, snapshot });
    await closeCart(tx, { userId, orderId: order.id });
    await writeAudit(tx, {
      actorId: userId,
      action: 'orders.confirmCash',
      subject: 'order',
      subjectId: order.id,
      detail: { purchaseId: order.purchaseId, total: toLek(snapshot.total) },
    });
    return foundOrder(tx, { userId, orderId: order.id });
  });
}

/**
 * The cart of a person, locked together with its deals until the transaction ends; null when it is empty. Refuses what
 * cannot be bought and a total other than the one the buyer was shown.
 */
export async function snapshotCart(
  tx: Tx,
  { userId, expectedTotal }: { userId: string; expectedTotal: number | undefined },
): Promise<CartSnapshot | null> {
  const { generation } = await lockCart(tx, userId);
  const lines = await lockLines(tx, userId);
  if (lines.length === 0) return null;
  const refused = lines.filter((line) => line.unavailable !== null);
  if (refused.length > 0) throw new AppError(409, 'cart.unavailable', { details: { lines: refused.map(toRefusal) } });
  const items = lines.map(toItem);
  const { total } = totalsOf(items);
  if (expectedTotal !== undefined && toQindarka(expectedTotal) !== total) {
    throw new AppError(409, 'cart.priceChanged', { details: { total: toLek(total) } });
  }
  return { generation, items, total };
}

const toRefusal = ({ line, deal, unavailable }: LockedLine) => ({
  id: line.id,
  dealId: deal.id,
  title: deal.title,
  reason: unavailable,
});

const toItem = ({ line, deal }: LockedLine): OrderItem => ({
  dealId: deal.id,
  dealerId: deal.userId,
  title: deal.title,
  titleEn: deal.titleEn,
  imageUrl: deal.imageUrl,
  businessName: deal.businessName,
  price: toLek(deal.price),
  originalPrice: deal.originalPrice === null ? null : toLek(deal.originalPrice),
  discount: deal.discount,
  quantity: line.quantity,
});

async function repeatedOrder(tx: Tx, userId: string): Promise<JsonText> {
  const orderId = await justClosedBy(tx, userId);
  const order = orderId === null ? null : await findCashOrder(tx, { userId, orderId });
  if (order === null) throw new AppError(400, 'cart.empty');
  return order;
}

async function foundOrder(tx: Tx, which: { userId: string; orderId: string }): Promise<JsonText> {
  const order = await findCashOrder(tx, which);
  if (order === null) throw new Error('an order vanished in the transaction that wrote it');
  return order;
}
