import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { ExpectedItem } from '#core/contract/cart.ts';
import { MAX_OPEN_CASH_ORDERS } from '#core/contract/orders.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { closeCart, justClosedBy, lockCart, lockLines } from '#server/features/cart/cart.store.ts';
import { mayEmailUser } from '#server/features/users/mailbox.ts';
import { rememberLanguage } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { notifyOrder } from './orders.notifications.ts';
import { CASH_LIMIT, type CartSnapshot, type Item, isAsShown, toSnapshot } from './orders.rules.ts';
import {
  countOpenCashOrders,
  findCashOrder,
  findCashRestriction,
  findConfirmedOrder,
  findOrdered,
  insertCashOrder,
  releaseLateOrders,
  type StoredOrder,
} from './orders.store.ts';
import { ordersReceipt } from './receipts.jobs.ts';
import { lockLimited, takeUnitsOfCart } from './units.ts';

/** Orders per transaction. */
const AT_ONCE = 100;

interface Confirmation {
  userId: string;
  sessionId: string;
  expectedItems?: readonly ExpectedItem[] | undefined;
  key?: string | undefined;
  /** Key of the rate limit. */
  actor: string;
  language: Language;
}

interface LockedCart extends CartSnapshot {
  /** Of deals with limits. */
  limited: Item[];
}

/** Turns the cart into a cash order. A retry returns that order until the cart changes. */
export function confirmCashOrder(
  parts: Pick<Deps, 'db' | 'limiter' | 'actors' | 'cards'>,
  confirmation: Confirmation,
): Promise<StoredOrder> {
  const { db, limiter } = parts;
  return inTransaction(db, async (tx) => {
    const { userId } = confirmation;
    const { version } = await lockCart(tx, userId);
    const made = await findConfirmedOrder(tx, confirmation);
    if (made) return made;
    const snapshot = await snapshotCart(tx, { ...confirmation, version });
    if (snapshot === null) return repeatedOrder(tx, confirmation);
    await limiter.attemptIn(tx, { name: 'cashOrders', key: confirmation.actor });
    const { until, isRefused } = await findCashRestriction(tx, { userId, hasCards: parts.cards !== null });
    if (isRefused && until) {
      const values = { date: formatDate(until, confirmation.language) };
      throw new AppError(409, 'orders.cashRestricted', { values, details: { until } });
    }
    if ((await countOpenCashOrders(tx, userId)) >= MAX_OPEN_CASH_ORDERS) throw new AppError(409, 'orders.tooManyOpen');
    if (snapshot.total > CASH_LIMIT) throw new AppError(409, 'orders.overCashLimit');
    await takeCashUnits(tx, snapshot);
    const order = await insertCashOrder(tx, { ...confirmation, snapshot });
    await closeCart(tx, { userId, orderId: order.id });
    await writeAudit(tx, {
      actorId: userId,
      action: 'orders.confirmCash',
      subject: 'order',
      subjectId: order.id,
      detail: { purchaseId: order.purchaseId, total: toLek(snapshot.total) },
    });
    await rememberLanguage(tx, { id: userId, language: confirmation.language });
    await notifyOrder(tx, { orderId: order.id, userId, paymentMethod: 'cash' });
    if (await mayEmailUser(tx, parts, { userId, limit: 'orderMails' }))
      await enqueue(tx, ordersReceipt, { orderId: order.id }, { key: order.id });
    return foundOrder(tx, { userId, orderId: order.id });
  });
}

/** What a card attempt of the cart holds is given back before. */
async function takeCashUnits(tx: Tx, { limited, version }: LockedCart): Promise<void> {
  if (limited.length === 0) return;
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from unit_holds using payments p where p.id = payment_id and p.cart_version = ${version} returning deal_id as id`);
  const held = rows.map(({ id }) => id);
  if (held.length > 0) await tx.execute(sql`select deal_units_recount(${sql.param(held)}::uuid[])`);
  await takeUnitsOfCart(tx, limited);
}

/** Closes expired cash orders. */
export async function releaseOrders(db: Db): Promise<void> {
  while ((await inTransaction(db, releaseSome)) === AT_ONCE);
}

async function releaseSome(tx: Tx): Promise<number> {
  const released = await releaseLateOrders(tx, AT_ONCE);
  for (const subjectId of released)
    await writeAudit(tx, { actorId: null, action: 'orders.release', subject: 'order', subjectId });
  return released.length;
}

/** Locks the lines and deals of a locked cart until the end of the transaction; null when it is empty. */
export async function snapshotCart(
  tx: Tx,
  {
    userId,
    expectedItems,
    version,
  }: { userId: string; expectedItems?: readonly ExpectedItem[] | undefined; version: string },
): Promise<LockedCart | null> {
  const lines = await lockLines(tx, userId);
  if (lines.length === 0) return null;
  const snapshot = toSnapshot(lines, { version, expectedItems });
  return { ...snapshot, limited: await lockLimited(tx, { items: snapshot.items, cartVersion: version }) };
}

/** The last order, when a retry of its confirmation displays the same items. */
async function repeatedOrder(tx: Tx, { userId, expectedItems }: Confirmation): Promise<StoredOrder> {
  const orderId = await justClosedBy(tx, userId);
  const order = orderId === null ? null : await findCashOrder(tx, { userId, orderId });
  if (order === null || (expectedItems && !isAsShown(order.items.map(inQindarka), expectedItems))) {
    throw new AppError(400, 'cart.empty');
  }
  return order;
}

const inQindarka = (item: StoredOrder['items'][number]) => ({ ...item, price: toQindarka(item.price) });

async function foundOrder(tx: Tx, which: { userId: string; orderId: string }): Promise<StoredOrder> {
  const order = await findCashOrder(tx, which);
  if (order === null) throw new Error('an order vanished in the transaction that wrote it');
  return order;
}

/** Mails the receipt of an order again, on request of an administrator. */
export function sendReceipt(db: Db, { orderId, adminId }: { orderId: string; adminId: string }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ordered = await findOrdered(tx, orderId);
    if (ordered === null) throw new AppError(404, 'orders.notFound');
    const { status } = ordered.order;
    if (status === 'failed' || status === 'refunded') throw new AppError(409, 'orders.noReceipt');
    await enqueue(tx, ordersReceipt, { orderId, again: v7() });
    await writeAudit(tx, { actorId: adminId, action: 'orders.sendReceipt', subject: 'order', subjectId: orderId });
  });
}
