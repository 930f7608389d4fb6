import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Order, OrderItem } from '#core/contract/orders.ts';
import type { Voucher } from '#core/contract/vouchers.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { CLAIM_DAYS, OFFLINE_HOURS } from '#core/domain/vouchers.ts';
import type { Language } from '#core/i18n/language.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import { salonContactJson } from '#server/features/deals/deals.store.ts';
import { reviewOfVoucher } from '#server/features/reviews/reviews.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import type { CartSnapshot } from './orders.rules.ts';

const ATTEMPTS = 5;

/** Without the addresses of the vouchers (`withVoucherUrls`). */
export type StoredOrder = Omit<Order, 'items'> & {
  items: (Omit<OrderItem, 'vouchers'> & { vouchers: Omit<Voucher, 'url'>[] })[];
};

/** Cash orders with units that can be redeemed. */
const isOpen = and(eq(orders.paymentMethod, 'cash'), eq(orders.status, 'pending'), gt(orders.useBy, sql`now()`));

/** Orders paid with test cards are valid only where test cards are accepted. */
export interface TestCards {
  takesTestCards: boolean;
}

/** Orders with open units: cash orders, and paid card orders that are not expired, refunded or disputed. */
const isUsable = ({ takesTestCards }: TestCards) =>
  or(
    isOpen,
    and(
      eq(orders.paymentMethod, 'card'),
      eq(orders.status, 'completed'),
      isNull(orders.disputedAt),
      gt(orders.useBy, sql`now()`),
      sql`exists (select from vouchers v where v.order_id = orders.id and v.status = 'open')`,
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

/** A refunded unit counts with its price in lek, an amount refunded at the provider with its share of the charge. */
const paidAmount = sql`trim_scale(case payment_method
  when 'cash' then (select coalesce(sum(r.cash_received), 0) from vouchers v join redemptions r on r.voucher_id = v.id
    where v.order_id = orders.id)
  else greatest(0, total_amount - (select coalesce(sum(case when i.order_id is null
        then round(total_amount * r.amount / charged_amount, 2) when r.voucher_id is null then i.price * i.quantity else i.price end), 0)
      from refunds r left join vouchers v on v.id = r.voucher_id
        left join order_items i on i.order_id = r.order_id and i.position = coalesce(r.position, v.position)
      where r.order_id = orders.id and r.status = 'succeeded')) end)`;

/** Of a unit (`v`): its refund; a part where more was refunded at the provider. Null for cash. */
const refundJson = sql`case when v.charged_amount is not null then (
  select json_build_object('status', r.status, 'at', r.settled_at,
    'amount', trim_scale(case when r.voucher_id is null then v.charged_amount else r.amount end / 100.0))
  from voucher_refund(v) r where r.id is not null) end`;

/** SQL (table `orders`) for the JSON of a `StoredOrder`. */
export const orderJson = (of: TestCards) => sql`json_build_object(
  'id', id, 'sessionId', session_id, 'userId', user_id, 'stripePaymentIntentId', stripe_payment_intent_id,
  'totalAmount', trim_scale(total_amount), 'paidAmount', ${paidAmount}, 'status', status, 'failedReason', failed_reason,
  'paymentMethod', payment_method, 'createdAt', created_at, 'useBy', use_by, 'charge', ${chargeJson(of)}, 'items', (
    select json_agg(json_build_object(
      'dealId', i.deal_id, 'dealerId', i.dealer_id, 'title', i.title, 'titleEn', i.title_en, 'imageUrl', i.image_url,
      'businessName', i.business_name, 'price', trim_scale(i.price), 'originalPrice', trim_scale(i.original_price),
      'discount', i.discount, 'quantity', i.quantity, 'terms', i.terms, 'salon', ${sql.raw(salonContactJson('i'))}, 'refund', (
        select case when bool_and(coalesce((voucher_refund(v)).status = 'succeeded', false)) then 'succeeded'
          when bool_and(voucher_is_refunded(v)) then 'pending' end
        from vouchers v where v.order_id = i.order_id and v.position = i.position and v.charged_amount is not null),
      'vouchers', (select json_agg(json_build_object('id', v.id, 'code', v.code, 'status', voucher_shown(v),
          'useBy', v.use_by, 'cashDue', trim_scale(v.cash_due), 'cancelReason', v.cancel_reason,
          'mayClaim', v.status <> 'canceled' and orders.disputed_at is null and not voucher_is_refunded(v)
            and coalesce(v.redeemed_at, now()) >= now() - make_interval(days => ${CLAIM_DAYS}), 'charged', trim_scale(v.charged_amount / 100.0), 'refund', ${refundJson},
          ${reviewOfVoucher}) order by v.unit)
        from vouchers v where v.order_id = i.order_id and v.position = i.position)) order by i.position)
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
): Promise<Page<StoredOrder[]>> {
  const { behind, ordered, keys } = newestFirst('orders', page);
  const { rows } = await db.execute<{ item: StoredOrder; keys: string }>(sql`
    select ${orderJson({ takesTestCards })} as item, ${keys} from orders
    where user_id = ${userId} and status = coalesce(${status}, status)
      and (${usable}::text is null or ${isUsable({ takesTestCards })}) and (${key}::uuid is null or confirmation_key = ${key}) and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function findOrder(db: Db, { userId, orderId, ...of }: OwnOrder & TestCards): Promise<StoredOrder | null> {
  const { rows } = await db.execute<{ json: StoredOrder }>(sql`
    select ${orderJson(of)} as json from orders where id = ${orderId} and user_id = ${userId}`);
  return rows[0]?.json ?? null;
}

export async function findCashOrder(db: Db, { userId, orderId }: OwnOrder): Promise<StoredOrder | null> {
  const { rows } = await db.execute<{ json: StoredOrder }>(sql`
    select ${orderJson(OF_CASH)} as json from orders
    where id = ${orderId} and user_id = ${userId} and payment_method = 'cash'`);
  return rows[0]?.json ?? null;
}

/** The order created with this idempotency key. */
export async function findConfirmedOrder(
  db: Db,
  { userId, key }: { userId: string; key?: string | undefined },
): Promise<StoredOrder | null> {
  if (key === undefined) return null;
  const { rows } = await db.execute<{ json: StoredOrder }>(sql`
    select ${orderJson(OF_CASH)} as json from orders where user_id = ${userId} and confirmation_key = ${key}`);
  return rows[0]?.json ?? null;
}

/** Open cash orders of which nothing was redeemed. */
export function countOpenCashOrders(tx: Tx, userId: string): Promise<number> {
  const isRedeemed = sql`exists (select from vouchers v where v.order_id = orders.id and v.status = 'redeemed')`;
  return tx.$count(orders, and(eq(orders.userId, userId), isOpen, not(isRedeemed)));
}

/** After cash orders that expired: until when an account pays by card only, or has one open order at a time. */
export async function findCashRestriction(
  db: Db,
  { userId, hasCards }: { userId: string; hasCards: boolean },
): Promise<{ until: string | null; isRefused: boolean }> {
  const { rows } = await db.execute<{ json: { until: string | null; isRefused: boolean } }>(sql`
    select json_build_object('until', until, 'isRefused', until is not null and (${hasCards}::boolean
      or exists (select from orders where user_id = ${userId} and ${isOpen}))) as json
    from cash_restricted_until(${userId}) until`);
  return rows[0]?.json ?? { until: null, isRefused: false };
}

/** Closes the units of cash orders that are still open after redemptions without a connection could arrive; skips locked orders. */
export async function releaseLateOrders(tx: Tx, limit: number): Promise<string[]> {
  const late = tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      sql`status = 'pending' and payment_method = 'cash' and use_by < now() - make_interval(hours => ${OFFLINE_HOURS})`,
    )
    .orderBy(orders.useBy)
    .limit(limit)
    .for('update', { skipLocked: true });
  const released = await tx
    .update(vouchers)
    .set({ status: 'canceled', cancelReason: 'expired' })
    .where(sql`${vouchers.status} = 'open' and ${vouchers.orderId} = any(array(${late}))`)
    .returning({ id: vouchers.orderId });
  return [...new Set(released.map(({ id }) => id))];
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
    // The unit of an order with one has the same nine characters as its code.
    if ((await tx.$count(vouchers, eq(vouchers.code, order.stripePaymentIntentId.slice(3)))) > 0) continue;
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
  order: StoredOrder;
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
