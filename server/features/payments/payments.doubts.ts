/** What only a person can put right: an operator looks at it with `npm run payments`. */
import { sql } from 'drizzle-orm';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { findLate } from './payments.late.ts';
import { CLOSED, MISMATCH, RETURNED, UNKNOWN, WITHDRAWN } from './payments.unknown.ts';

const MOST = 1000;

/** All that is listed, by why: of each at most a thousand. */
export async function listPayments(db: Db, provider: ProviderName | null) {
  return {
    withoutOrder: await paidWithoutOrder(db),
    withoutPayment: await ordersWithoutPayment(db),
    refundFailed: await failedRefunds(db),
    disputed: await openDisputes(db),
    unsettled: await unsettledPayments(db),
    late: await findLate(db, provider),
    withdrawn: await ordersOfWithdrawn(db),
    closed: await ordersOfClosed(db),
  };
}

/** What was paid for nothing that is here, `asked` null, or is not what was asked for; until it was given back. */
export async function paidWithoutOrder(
  db: Db,
): Promise<{ intent: string; asked: number | null; received: number; currency: string; toldAt: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof paidWithoutOrder>>[number]>(sql`
    select a.detail ->> 'intent' as intent, (a.detail ->> 'asked')::float8 as asked,
      (a.detail ->> 'received')::float8 as received, a.detail ->> 'currency' as currency, a.at::text as "toldAt"
    from audit_log a left join payments p on p.id::text = a.subject_id
    where a.subject = 'payment' and a.action in (${MISMATCH}, ${UNKNOWN}) and p.order_id is null
      and not exists (select from payments made where made.provider_payment_id = a.subject_id and made.order_id is not null)
      and not exists (select from audit_log back
        where back.subject = 'payment' and back.subject_id = a.detail ->> 'intent' and back.action = ${RETURNED})
    order by a.at desc limit ${MOST}`);
  return rows;
}

/** Card orders without a payment of ours: none, or somebody wrote into the database. */
export async function ordersWithoutPayment(db: Db): Promise<{ orderId: string; intent: string }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string }>(sql`
    select o.id as "orderId", o.stripe_payment_intent_id as intent from orders o
    where o.payment_method = 'card'
      and not exists (select from payments p where p.order_id = o.id and p.status = 'paid')
    order by o.created_at desc limit ${MOST}`);
  return rows;
}

/** What banks ask back and has not been decided: whoever says nothing at the provider within days loses it. */
export async function openDisputes(
  db: Db,
): Promise<{ orderId: string; intent: string; amount: number; disputedAt: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof openDisputes>>[number]>(sql`
    select order_id as "orderId", provider_payment_id as intent, charged_amount::float8 as amount,
      disputed_at::text as "disputedAt"
    from payments where dispute_status = 'open' order by disputed_at limit ${MOST}`);
  return rows;
}

/** Payments of which what the provider says cannot be written down: it, or the database, says something that cannot be. */
export async function unsettledPayments(db: Db): Promise<{ id: string; intent: string; since: string }[]> {
  const { rows } = await db.execute<{ id: string; intent: string; since: string }>(sql`
    select id, provider_payment_id as intent, unsettled_at::text as since from payments
    where unsettled_at < now() - interval '5 minutes' order by unsettled_at limit ${MOST}`);
  return rows;
}

/** Refunds that the provider or the bank would not do and that no other has taken the place of. */
export async function failedRefunds(db: Db): Promise<{ orderId: string; intent: string; amount: number }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string; amount: number }>(sql`
    select r.order_id as "orderId", p.provider_payment_id as intent, r.amount::float8 as amount
    from refunds r join payments p on p.id = r.payment_id
    where r.status = 'failed' and (r.position is null or not exists (
      select from refunds other where other.order_id = r.order_id and other.position = r.position and other.status <> 'failed'))
    order by r.created_at desc limit ${MOST}`);
  return rows;
}

/** Orders of deals that were taken off sale before they were paid, as long as somebody may go to the salon with them. */
export async function ordersOfWithdrawn(db: Db): Promise<{ orderId: string; intent: string; deals: string }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string; deals: string }>(sql`
    select o.id as "orderId", o.stripe_payment_intent_id as intent,
      (select string_agg(deal, ', ') from jsonb_array_elements_text(a.detail -> 'deals') deal) as deals
    from audit_log a join orders o on o.id::text = a.subject_id
    where a.subject = 'order' and a.action = ${WITHDRAWN} and o.status = 'completed' and o.use_by > now()
    order by a.at desc limit ${MOST}`);
  return rows;
}

/** Orders of accounts that were closed before they were paid, and still are, as long as somebody might go to the salon with them. */
export async function ordersOfClosed(db: Db): Promise<{ orderId: string; intent: string }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string }>(sql`
    select o.id as "orderId", o.stripe_payment_intent_id as intent
    from audit_log a join orders o on o.id::text = a.subject_id
    where a.subject = 'order' and a.action = ${CLOSED} and o.status = 'completed' and o.use_by > now()
      and not exists (select from users u where u.id = o.user_id and u.is_active)
    order by a.at desc limit ${MOST}`);
  return rows;
}
