/** Cancellation of units by their buyer or their salon. Units paid by card are refunded. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { CANCEL_DAYS } from '#core/domain/vouchers.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { notifyOfDecline } from '#server/features/orders/orders.notifications.ts';
import { findOrder, type StoredOrder } from '#server/features/orders/orders.store.ts';
import { cancelUnits, submitNow } from '#server/features/payments/unit-refunds.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';

type Parts = Pick<Deps, 'db' | 'cards' | 'log'>;

const takesTestCards = (cards: Deps['cards']) => cards?.isLive === false;

/** Open units that their buyer may cancel: cash until its last day, card within 14 days of the purchase, unless disputed. */
const isCancelable = (userId: string): SQL => sql`${vouchers.useBy} > now() and exists (
  select from orders o where o.id = ${vouchers.orderId} and o.user_id = ${userId} and o.disputed_at is null
    and o.status in ('pending', 'completed') and (o.payment_method = 'cash' or (
      o.created_at > now() - make_interval(days => ${CANCEL_DAYS}) and exists (select from payments p where p.order_id = o.id))))`;

/** Cancels a unit of the buyer; idempotent. */
export async function cancelVoucher(
  parts: Parts,
  { userId, voucherId, elapsedMs }: { userId: string; voucherId: string; elapsedMs: number },
): Promise<StoredOrder> {
  const { db, cards } = parts;
  const [own] = await db
    .select({ orderId: vouchers.orderId })
    .from(vouchers)
    .where(and(eq(vouchers.id, voucherId), eq(vouchers.userId, userId)));
  if (!own) throw new AppError(404, 'vouchers.notFound');
  const canceled = await inTransaction(db, (tx) =>
    cancelAsBuyer(tx, cards, { userId, orderId: own.orderId, voucherId }),
  );
  await submitNow(parts, { ...canceled, elapsedMs });
  const order = await findOwnOrder(parts, { userId, orderId: own.orderId });
  const unit = order.items.flatMap((item) => item.vouchers).find(({ id }) => id === voucherId);
  if (unit?.cancelReason !== 'buyer') throw refusalOf(order, unit);
  return order;
}

/** Cancels the units of an order that its buyer may cancel; idempotent. */
export async function cancelOrder(
  parts: Parts,
  { elapsedMs, ...own }: { userId: string; orderId: string; elapsedMs: number },
): Promise<StoredOrder> {
  const canceled = await inTransaction(parts.db, (tx) => cancelAsBuyer(tx, parts.cards, own));
  await submitNow(parts, { ...canceled, elapsedMs });
  const order = await findOwnOrder(parts, own);
  const units = order.items.flatMap((item) => item.vouchers);
  if (!units.some(({ cancelReason }) => cancelReason === 'buyer'))
    throw refusalOf(
      order,
      units.find(({ status }) => status === 'open'),
    );
  return order;
}

async function findOwnOrder({ db, cards }: Parts, own: { userId: string; orderId: string }): Promise<StoredOrder> {
  const order = await findOrder(db, { ...own, takesTestCards: takesTestCards(cards) });
  if (order === null) throw new AppError(404, 'orders.notFound');
  return order;
}

const refusalOf = (order: StoredOrder, unit: StoredOrder['items'][number]['vouchers'][number] | undefined) =>
  new AppError(
    409,
    order.paymentMethod === 'card' && order.status === 'completed' && unit?.status === 'open'
      ? 'vouchers.cancelOver'
      : 'orders.notOpen',
  );

/** Cancels open units of an order for its buyer: one, or all. */
async function cancelAsBuyer(
  tx: Tx,
  cards: Deps['cards'],
  { userId, orderId, voucherId }: { userId: string; orderId: string; voucherId?: string },
) {
  const which = and(isCancelable(userId), voucherId === undefined ? undefined : eq(vouchers.id, voucherId));
  const canceled = await cancelUnits(tx, cards, { orderId, why: 'buyer', refund: 'buyer', actorId: userId, which });
  if (canceled.ids.length > 0)
    await writeAudit(tx, { actorId: userId, action: 'orders.cancel', subject: 'order', subjectId: orderId });
  return canceled;
}

/** Cancels an open unit for its salon, or for an administrator, and tells the buyer why. Null where it is not open. */
export async function declineUnit(
  parts: Parts,
  { voucherId, actorId, reason, elapsedMs }: { voucherId: string; actorId: string; reason: string; elapsedMs: number },
): Promise<boolean> {
  const { db, cards } = parts;
  const [unit] = await db.select({ orderId: vouchers.orderId }).from(vouchers).where(eq(vouchers.id, voucherId));
  if (!unit) return false;
  const canceled = await inTransaction(db, async (tx) => {
    const isUndisputed = sql`not exists (select from orders o where o.id = ${vouchers.orderId} and o.disputed_at is not null)`;
    const which = and(eq(vouchers.id, voucherId), isUndisputed);
    const done = await cancelUnits(tx, cards, { ...unit, why: 'salon', refund: 'salon', actorId, which });
    if (done.ids.length === 0) return done;
    await notifyOfDecline(tx, { voucherId, reason });
    const audit = { action: 'redeem.decline', subject: 'voucher', subjectId: voucherId, detail: { reason } };
    await writeAudit(tx, { actorId, ...audit });
    return done;
  });
  await submitNow(parts, { ...canceled, elapsedMs });
  return canceled.ids.length > 0;
}
