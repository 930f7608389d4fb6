import { MAX_OPEN_CASH_ORDERS } from '#core/contract/orders.ts';
import { toLek } from '#core/domain/money.ts';
import type { Deps, Tx } from '#server/deps.ts';
import { closeCart, justClosedBy, lockCart, lockLines } from '#server/features/cart/cart.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { JsonText } from '#server/kit/http/serve.ts';
import { CASH_LIMIT, type CartSnapshot, toSnapshot } from './orders.rules.ts';
import { countOpenCashOrders, findCashOrder, insertCashOrder } from './orders.store.ts';

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
 * The cart of a person, locked together with its deals until the transaction ends; null when it is empty. Whatever way
 * of paying follows, this is what is paid for.
 */
async function snapshotCart(
  tx: Tx,
  { userId, expectedTotal }: { userId: string; expectedTotal: number | undefined },
): Promise<CartSnapshot | null> {
  const { generation } = await lockCart(tx, userId);
  const lines = await lockLines(tx, userId);
  return lines.length === 0 ? null : toSnapshot(lines, { generation, expectedTotal });
}

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
