import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Order } from '#core/contract/orders.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import type { Language } from '#core/i18n/language.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { salonContactJson } from '#server/features/deals/deals.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import type { CartSnapshot } from './orders.rules.ts';

const ATTEMPTS = 5;

const isOpen = and(eq(orders.paymentMethod, 'cash'), eq(orders.status, 'pending'));

/** Orders paid with test cards are valid only where test cards are accepted. */
export interface TestCards {
  takesTestCards: boolean;
}

/** Open cash orders, and paid card orders that are not expired, refunded or disputed. */
const isUsable = ({ takesTestCards }: TestCards) =>
  or(
    isOpen,
    and(
      eq(orders.paymentMethod, 'card'),
      eq(orders.status, 'completed'),
      isNull(orders.disputedAt),
      gt(orders.useBy, sql`now()`),
      takesTestCards
        ? undefined
        : sql`not exists (select from payments p where p.order_id = orders.id and not p.is_live)`,
    ),
  );

type OwnOrder = { userId: string; orderId: string };

export const OF_CASH: TestCards = { takesTestCards: false };

const chargeJson = ({ takesTestCards }: TestCards) => sql`case when orders.charged_amount is not null then (
  select json_build_object('amount', trim_scale(orders.charged_amount / 100.0), 'currency', orders.charged_currency,
    'exchangeRate', trim_scale(orders.exchange_rate), 'dispute', max(p.dispute_status),
    'isTest', coalesce(bool_or(not p.is_live), false),
    'isVoid', coalesce(bool_or(not p.is_live), false) and not ${takesTestCards}::boolean,
    'refunded', trim_scale(coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) / 100.0),
    'refunding', trim_scale(coalesce(sum(r.amount) filter (where r.status = 'pending'), 0) / 100.0))
  from (select orders.id) this left join payments p on p.order_id = this.id
    left join refunds r on r.payment_id = p.id) end`;

/** SQL (table `orders`) for the JSON of an `Order`. */
export const orderJson = (of: TestCards) => sql`json_build_object(
  'id', id, 'sessionId', session_id, 'userId', user_id, 'stripePaymentIntentId', stripe_payment_intent_id,
  'totalAmount', trim_scale(total_amount), 'status', status, 'failedReason', failed_reason,
  'paymentMethod', payment_method, 'createdAt', created_at, 'useBy', use_by, 'charge', ${chargeJson(of)}, 'items', (
    select json_agg(json_build_object(
      'dealId', i.deal_id, 'dealerId', i.dealer_id, 'title', i.title, 'titleEn', i.title_en, 'imageUrl', i.image_url,
      'businessName', i.business_name, 'price', trim_scale(i.price), 'originalPrice', trim_scale(i.original_price),
      'discount', i.discount, 'quantity', i.quantity, 'salon', ${sql.raw(salonContactJson('i'))}, 'refund', (
        select r.status from refunds r
        where r.order_id = i.order_id and r.position = i.position and r.status <> 'failed')) order by i.position)
    from order_items i where i.order_id = orders.id))`;

export async function listOrders(
  db: Db,
  {
    userId,
    status = null,
    usable = null,
    key = null,
    page,
    takesTestCards,
  }: TestCards & {
    userId: string;
    status?: Order['status'] | null | undefined;
    usable?: 'true' | null | undefined;
    key?: string | null | undefined;
    page: PageRequest;
  },
): Promise<Page<Order[]>> {
  const { behind, ordered, keys } = newestFirst('orders', page);
  const { rows } = await db.execute<{ item: Order; keys: string }>(sql`
    select ${orderJson({ takesTestCards })} as item, ${keys} from orders
    where user_id = ${userId} and status = coalesce(${status}, status)
      and (${usable}::text is null or ${isUsable({ takesTestCards })}) and (${key}::uuid is null or confirmation_key = ${key}) and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function findOrder(db: Db, { userId, orderId, ...of }: OwnOrder & TestCards): Promise<Order | null> {
  const { rows } = await db.execute<{ json: Order }>(sql`
    select ${orderJson(of)} as json from orders where id = ${orderId} and user_id = ${userId}`);
  return rows[0]?.json ?? null;
}

export async function findCashOrder(db: Db, { userId, orderId }: OwnOrder): Promise<Order | null> {
  const { rows } = await db.execute<{ json: Order }>(sql`
    select ${orderJson(OF_CASH)} as json from orders
    where id = ${orderId} and user_id = ${userId} and payment_method = 'cash'`);
  return rows[0]?.json ?? null;
}

/** The order created with this idempotency key. */
export async function findConfirmedOrder(
  db: Db,
  { userId, key }: { userId: string; key?: string | undefined },
): Promise<Order | null> {
  if (key === undefined) return null;
  const { rows } = await db.execute<{ json: Order }>(sql`
    select ${orderJson(OF_CASH)} as json from orders where user_id = ${userId} and confirmation_key = ${key}`);
  return rows[0]?.json ?? null;
}

export function countOpenCashOrders(tx: Tx, userId: string): Promise<number> {
  return tx.$count(orders, and(eq(orders.userId, userId), isOpen));
}

/** Whether this call canceled it. */
export async function cancelOpenOrder(tx: Tx, { userId, orderId }: OwnOrder): Promise<boolean> {
  const closed = await tx
    .update(orders)
    .set({ status: 'failed', failedReason: 'canceled' })
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isOpen))
    .returning({ id: orders.id });
  return closed.length > 0;
}

/** Closes expired cash orders; skips locked ones. */
export async function releaseLateOrders(tx: Tx, limit: number): Promise<string[]> {
  const late = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOpen, lt(orders.useBy, sql`now()`)))
    .orderBy(orders.useBy)
    .limit(limit)
    .for('update', { skipLocked: true });
  const released = await tx
    .update(orders)
    .set({ status: 'failed', failedReason: 'expired' })
    .where(sql`${orders.id} = any(array(${late}))`)
    .returning({ id: orders.id });
  return released.map(({ id }) => id);
}

/** Inserts the order with a unique Purchase ID. */
export async function insertCashOrder(
  tx: Tx,
  {
    userId,
    sessionId,
    key,
    snapshot,
  }: { userId: string; sessionId: string; key?: string | undefined; snapshot: CartSnapshot },
): Promise<{ id: string; purchaseId: string }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const order = {
      id: v7(),
      userId,
      sessionId,
      stripePaymentIntentId: makePurchaseId(randomBytes(5)),
      cartVersion: snapshot.version,
      confirmationKey: key ?? null,
      totalAmount: snapshot.total,
      status: 'pending',
      paymentMethod: 'cash',
    } as const;
    const written = await tx
      .insert(orders)
      .values(order)
      .onConflictDoNothing({ target: orders.stripePaymentIntentId })
      .returning({ id: orders.id });
    if (written.length === 0) continue;
    await tx.insert(orderItems).values(snapshot.items.map((item) => ({ ...item, orderId: order.id })));
    return { id: order.id, purchaseId: order.stripePaymentIntentId };
  }
  throw new Error(`${ATTEMPTS} purchase ids in a row were taken`);
}

/** Null when the payment has an order already. */
export async function insertCardOrder(
  tx: Tx,
  order: Omit<typeof orders.$inferInsert, 'id' | 'paymentMethod' | 'status'> & { items: CartSnapshot['items'] },
): Promise<string | null> {
  const { items, ...columns } = order;
  const id = v7();
  const written = await tx
    .insert(orders)
    .values({ ...columns, id, paymentMethod: 'card', status: 'completed' })
    .onConflictDoNothing({ target: orders.stripePaymentIntentId })
    .returning({ id: orders.id });
  if (written.length === 0) return null;
  await tx.insert(orderItems).values(items.map((item) => ({ ...item, orderId: id })));
  return id;
}

/** Whether a cart version was ordered. */
export async function isOrdered(tx: Tx, cartVersion: string): Promise<boolean> {
  return (await tx.$count(orders, eq(orders.cartVersion, cartVersion))) > 0;
}

/** Sets or reverts the status refunded; false when it is unchanged. */
export async function markRefunded(tx: Tx, orderId: string, isRefunded: boolean): Promise<boolean> {
  const [from, to] = isRefunded ? (['completed', 'refunded'] as const) : (['refunded', 'completed'] as const);
  const changed = await tx
    .update(orders)
    .set({ status: to })
    .where(and(eq(orders.id, orderId), eq(orders.status, from)))
    .returning({ id: orders.id });
  return changed.length > 0;
}

export async function markDisputed(tx: Tx, orderId: string, isDisputed: boolean): Promise<void> {
  const disputedAt = isDisputed ? sql`clock_timestamp()` : null;
  await tx.update(orders).set({ disputedAt }).where(eq(orders.id, orderId));
}

export interface Charge {
  /** Cents. */
  amount: number;
  currency: string;
  /** Lek for one dollar. */
  exchangeRate: number;
  /** Paid with a test card. */
  isTest: boolean;
  /** Cents. */
  refunded: number;
}

export interface Ordered {
  order: Order;
  email: string;
  language: Language;
  charge: Charge | null;
}

/** An order with the recipient of its e-mails; null when the account is closed. */
export async function findOrdered(db: Db, orderId: string): Promise<Ordered | null> {
  const { rows } = await db.execute<Omit<Ordered, 'order'> & { userId: string }>(sql`
    select u.id as "userId", u.email, u.language, case when o.payment_method = 'card' then json_build_object(
      'amount', o.charged_amount, 'currency', o.charged_currency, 'exchangeRate', o.exchange_rate,
      'refunded', (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status = 'succeeded'),
      'isTest', exists (select from payments p where p.order_id = o.id and not p.is_live)) end as charge
    from orders o join users u on u.id = o.user_id and u.is_active where o.id = ${orderId}`);
  const [found] = rows;
  const order = found && (await findOrder(db, { userId: found.userId, orderId, takesTestCards: true }));
  return order ? { ...found, order } : null;
}
