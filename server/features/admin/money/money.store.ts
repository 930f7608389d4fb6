import { type SQL, sql } from 'drizzle-orm';
import type { AdminOrder, AdminPayment, OrderDetail, Review } from '#core/contract/admin/money.ts';
import { Id } from '#core/contract/shapes.ts';
import { readPurchaseId } from '#core/domain/purchase-id.ts';
import { orderJson, type StoredOrder, type TestCards } from '#server/features/orders/orders.store.ts';
import { listForReview } from '#server/features/payments/payments.review.ts';
import { findPayment, type Payment } from '#server/features/payments/payments.store.ts';
import { personJson } from '#server/features/users/users.store.ts';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

const userOf = (email: string) => sql`(select id from users where email = ${email.toLowerCase()})`;
const ofSalon = (q: string) => sql`select order_id from order_items where ${containing(q, 'business_name')}`;

/** Rows that an id, a Purchase ID or payment, the email of the buyer, or a salon names. */
function searchedOrders(q: string): SQL {
  if (Id.safeParse(q).success)
    return sql`(orders.id = ${q} or orders.user_id = ${q} or orders.id in (
      select order_id from order_items where ${q}::uuid in (salon_id, dealer_id, deal_id)))`;
  if (q.includes('@')) return sql`orders.user_id = ${userOf(q)}`;
  if (q.startsWith('pi_')) return sql`orders.stripe_payment_intent_id = ${q}`;
  const code = readPurchaseId(q);
  if (code)
    return sql`orders.id in (select id from orders where stripe_payment_intent_id = ${code} union all ${ofSalon(q)})`;
  return sql`orders.id in (${ofSalon(q)})`;
}

interface Filters extends TestCards {
  q?: string | undefined;
  status?: string | undefined;
  method?: string | undefined;
  page: PageRequest;
}

export async function listAdminOrders(
  db: Db,
  { q = '', status, method, page, takesTestCards }: Filters,
): Promise<Page<Stored<AdminOrder>[]>> {
  const { behind, ordered, keys } = newestFirst('orders', page);
  const conditions = [
    ...(q ? [searchedOrders(q)] : []),
    ...(status ? [sql`orders.status = ${status}`] : []),
    ...(method ? [sql`orders.payment_method = ${method}`] : []),
    behind,
  ];
  const { rows } = await db.execute<{ item: Stored<AdminOrder>; keys: string }>(sql`
    select ${orderJson({ takesTestCards })}::jsonb || jsonb_build_object('buyer', ${sql.raw(personJson('orders.user_id'))}) as item, ${keys}
    from orders where ${sql.join(conditions, sql` and `)} ${ordered}`);
  return pageOf(rows, page);
}

type Stored<Of> = Omit<Of, 'items'> & Pick<StoredOrder, 'items'>;

const dollars = (cents: string) => sql.raw(`trim_scale(${cents} / 100.0)`);

export async function getOrderDetail(
  db: Db,
  { id, takesTestCards }: TestCards & { id: string },
): Promise<Stored<OrderDetail>> {
  const { rows } = await db.execute<{ item: Stored<OrderDetail> }>(sql`
    select ${orderJson({ takesTestCards })}::jsonb || jsonb_build_object('buyer', ${sql.raw(personJson('orders.user_id'))},
      'payment', (select json_build_object('id', p.id, 'provider', p.provider, 'intent', p.provider_payment_id,
        'isLive', p.is_live, 'status', p.status) from payments p where p.order_id = orders.id),
      'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'position', r.position, 'voucherId', r.voucher_id,
          'amount', ${dollars('r.amount')}, 'reason', r.reason, 'status', r.status, 'createdAt', r.created_at,
          'requestedBy', (select username from users u where u.id = r.requested_by)) order by r.created_at, r.id), '[]')
        from refunds r where r.order_id = orders.id),
      'refundable', coalesce((select trim_scale(greatest(0, p.charged_amount - coalesce((select sum(r.amount) from refunds r
          where r.payment_id = p.id and r.status <> 'failed'), 0) - coalesce((select sum(v.charged_amount) from vouchers v
          where v.order_id = p.order_id and v.status = 'redeemed' and not voucher_is_refunded(v)), 0)) / 100.0)
        from payments p where p.order_id = orders.id), 0)) as item
    from orders where orders.id = ${id}`);
  const [found] = rows;
  if (!found) throw new AppError(404, 'orders.notFound');
  return found.item;
}

/** Null without such an order; `payment` is null of one in cash. */
export async function findPaymentOf(db: Db, orderId: string): Promise<{ payment: Payment | null } | null> {
  const { rows } = await db.execute<{ payment: string | null }>(sql`
    select p.id as payment from orders o left join payments p on p.order_id = o.id where o.id = ${orderId}`);
  const [found] = rows;
  return found ? { payment: found.payment === null ? null : await findPayment(db, found.payment) } : null;
}

function searchedPayments(q: string): SQL {
  if (Id.safeParse(q).success) return sql`(p.id = ${q} or p.order_id = ${q} or p.user_id = ${q})`;
  if (q.includes('@')) return sql`p.user_id = ${userOf(q)}`;
  if (q.startsWith('pi_')) return sql`p.provider_payment_id = ${q}`;
  return sql`p.order_id in (${ofSalon(q)})`;
}

export async function listPayments(
  db: Db,
  { q = '', page }: { q: string | undefined; page: PageRequest },
): Promise<Page<AdminPayment[]>> {
  const { behind, ordered, keys } = newestFirst('p', page);
  const { rows } = await db.execute<{ item: AdminPayment; keys: string }>(sql`
    select json_build_object('id', p.id, 'intent', p.provider_payment_id, 'provider', p.provider, 'isLive', p.is_live,
      'status', p.status, 'totalAmount', ${dollars('p.total_amount')}, 'charged', ${dollars('p.charged_amount')},
      'createdAt', p.created_at, 'orderId', p.order_id, 'dispute', p.dispute_status, 'buyer', ${sql.raw(personJson('p.user_id'))}) as item,
      ${keys}
    from payments p where ${q ? searchedPayments(q) : sql`true`} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

const toInstant = (text: string) => new Date(text).toISOString();
const toDollars = (cents: number) => cents / 100;

/** The lists of `npm run payments` as one, the oldest first. */
export async function listReview(db: Db, provider: ProviderName | null): Promise<Review[]> {
  const lists = await listForReview(db, provider);
  const { withoutOrder, withoutPayment, refundFailed, partlyRefunded, disputed, unsettled, late, withdrawn, closed } =
    lists;
  const of = (
    kind: Review['kind'],
    row: { orderId: string; intent: string; since: string; amount?: number },
  ): Review => ({
    kind,
    id: row.orderId,
    orderId: row.orderId,
    intent: row.intent,
    since: toInstant(row.since),
    amount: row.amount === undefined ? null : toDollars(row.amount),
  });
  const none = { orderId: null, intent: null, amount: null };
  const all: Review[] = [
    ...withoutOrder.map(({ intent, received, reportedAt }) => ({
      kind: 'withoutOrder' as const,
      id: intent,
      orderId: null,
      intent,
      amount: toDollars(received),
      since: toInstant(reportedAt),
    })),
    ...withoutPayment.map((row) => of('withoutPayment', row)),
    ...refundFailed.map((row) => of('refundFailed', row)),
    ...partlyRefunded.map((row) => of('partlyRefunded', row)),
    ...disputed.map(({ disputedAt, ...row }) => of('disputed', { ...row, since: disputedAt })),
    ...unsettled.map(({ id, intent, since }) => ({
      ...none,
      kind: 'unsettled' as const,
      id,
      intent,
      since: toInstant(since),
    })),
    ...late.map(({ id, since }) => ({ ...none, kind: 'late' as const, id, since: toInstant(since) })),
    ...withdrawn.map((row) => of('withdrawn', row)),
    ...closed.map((row) => of('closed', row)),
  ];
  return all.toSorted((one, other) => Date.parse(one.since ?? '') - Date.parse(other.since ?? ''));
}
