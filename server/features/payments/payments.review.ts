/** Manual review: payments that need a person, listed by `npm run payments` and counted by metrics. */
import { sql } from 'drizzle-orm';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Reading, Readings } from '#server/kit/metrics/tally.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { ACTIONS, checkInterval, RETRIED_FOR } from './payments.store.ts';

const MAX_LISTED = 1000;

/** Of orders without a payment, where somebody waits for the answer: all orders by card would be read. */
const LOOKED_BACK = '3 days';

/** All lists by reason, each of at most a thousand. @param isThorough - also older orders without a payment */
export async function listForReview(db: Db, provider: ProviderName | null, { isThorough = false } = {}) {
  return {
    withoutOrder: await paidWithoutOrder(db),
    withoutPayment: await ordersWithoutPayment(db, isThorough ? 'infinity' : LOOKED_BACK),
    refundFailed: await failedRefunds(db),
    partlyRefunded: await partlyRefundedAtProvider(db),
    disputed: await openDisputes(db),
    unsettled: await unsettledPayments(db),
    late: await findLate(db, provider),
    withdrawn: await ordersOfWithdrawn(db),
    closed: await ordersOfClosed(db),
  };
}

/** As an id of ours; null of one of the provider. */
const subjectId = sql.raw(`case when a.subject_id ~ '^[0-9a-f-]{36}$' then a.subject_id::uuid end`);

/** Paid without an attempt here (`asked` null) or not as asked for; until refunded in full. */
export async function paidWithoutOrder(
  db: Db,
): Promise<{ intent: string; asked: number | null; received: number; currency: string; reportedAt: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof paidWithoutOrder>>[number]>(sql`
    select a.detail ->> 'intent' as intent, (a.detail ->> 'asked')::float8 as asked,
      (a.detail ->> 'received')::float8 as received, a.detail ->> 'currency' as currency, a.at::text as "reportedAt"
    from audit_log a left join payments p on p.id = ${subjectId}
    where a.subject = 'payment' and a.action in (${ACTIONS.mismatch}, ${ACTIONS.unmatched}) and p.order_id is null
      and not exists (select from payments made where made.provider_payment_id = a.subject_id and made.order_id is not null)
      and not exists (select from audit_log back
        where back.subject = 'payment' and back.subject_id = a.detail ->> 'intent' and back.action = ${ACTIONS.returned})
    order by a.at desc limit ${MAX_LISTED}`);
  return rows;
}

/** Card orders without a paid payment: impossible unless somebody wrote into the database. */
export async function ordersWithoutPayment(
  db: Db,
  within: string,
): Promise<{ orderId: string; intent: string; since: string }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string; since: string }>(sql`
    select o.id as "orderId", o.stripe_payment_intent_id as intent, o.created_at::text as since from orders o
    where o.payment_method = 'card' and o.created_at > ${within === 'infinity' ? sql`'-infinity'` : sql`now() - ${within}::interval`}
      and not exists (select from payments p where p.order_id = o.id and p.status = 'paid')
    order by o.created_at desc limit ${MAX_LISTED}`);
  return rows;
}

/** Undecided disputes, which are lost unless answered at the provider within days. */
export async function openDisputes(
  db: Db,
): Promise<{ orderId: string; intent: string; amount: number; disputedAt: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof openDisputes>>[number]>(sql`
    select order_id as "orderId", provider_payment_id as intent, charged_amount::float8 as amount,
      disputed_at::text as "disputedAt"
    from payments where dispute_status = 'open' order by disputed_at limit ${MAX_LISTED}`);
  return rows;
}

/** Payments whose state at the provider cannot be stored. */
export async function unsettledPayments(db: Db): Promise<{ id: string; intent: string; since: string }[]> {
  const { rows } = await db.execute<{ id: string; intent: string; since: string }>(sql`
    select id, provider_payment_id as intent, unsettled_at::text as since from payments
    where unsettled_at < now() - interval '5 minutes' order by unsettled_at limit ${MAX_LISTED}`);
  return rows;
}

/** Failed refunds that no other refund replaced. */
export async function failedRefunds(
  db: Db,
): Promise<{ orderId: string; intent: string; amount: number; since: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof failedRefunds>>[number]>(sql`
    select r.order_id as "orderId", p.provider_payment_id as intent, r.amount::float8 as amount,
      r.created_at::text as since
    from refunds r join payments p on p.id = r.payment_id
    where r.status = 'failed' and not exists (
      select from refunds other where other.order_id = r.order_id and other.status <> 'failed'
        and (other.position = r.position or other.voucher_id = r.voucher_id))
    order by r.created_at desc limit ${MAX_LISTED}`);
  return rows;
}

/** Orders with open units of which a part was refunded at the provider: which units it was for, a person decides. */
export async function partlyRefundedAtProvider(
  db: Db,
): Promise<{ orderId: string; intent: string; amount: number; since: string }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string; amount: number; since: string }>(sql`
    select r.order_id as "orderId", p.provider_payment_id as intent, r.amount::float8 as amount, r.created_at::text as since
    from refunds r join payments p on p.id = r.payment_id
    where r.reason = 'provider' and r.status <> 'failed' and r.created_at > now() - interval '90 days'
      and exists (select from vouchers v where v.order_id = r.order_id and v.status = 'open' and v.use_by > now())
    order by r.created_at desc limit ${MAX_LISTED}`);
  return rows;
}

/** Usable orders of deals that were withdrawn before they were paid. */
export async function ordersOfWithdrawn(
  db: Db,
): Promise<{ orderId: string; intent: string; deals: string; since: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof ordersOfWithdrawn>>[number]>(sql`
    select o.id as "orderId", o.stripe_payment_intent_id as intent, a.at::text as since,
      (select string_agg(deal, ', ') from jsonb_array_elements_text(a.detail -> 'deals') deal) as deals
    from audit_log a join orders o on o.id = ${subjectId}
    where a.subject = 'order' and a.action = ${ACTIONS.withdrawn} and o.status = 'completed' and o.use_by > now()
    order by a.at desc limit ${MAX_LISTED}`);
  return rows;
}

/** Usable orders of accounts that were closed before they were paid, and still are. */
export async function ordersOfClosed(db: Db): Promise<{ orderId: string; intent: string; since: string }[]> {
  const { rows } = await db.execute<{ orderId: string; intent: string; since: string }>(sql`
    select o.id as "orderId", o.stripe_payment_intent_id as intent, a.at::text as since
    from audit_log a join orders o on o.id = ${subjectId}
    where a.subject = 'order' and a.action = ${ACTIONS.accountClosed} and o.status = 'completed' and o.use_by > now()
      and not exists (select from users u where u.id = o.user_id and u.is_active)
    order by a.at desc limit ${MAX_LISTED}`);
  return rows;
}

/** Checks and events that are due, and since when. */
const dueSince = (provider: ProviderName | null) => sql`
  select 'payment' as what, coalesce(provider_payment_id, id::text) as id,
    coalesce(checked_at, created_at) + ${checkInterval} as since
  from payments where status in ('preparing', 'open') and provider = ${provider}
  union all
  select type, external_id, received_at from external_events
  where handled_at is null and received_at > now() - ${RETRIED_FOR}`;

/** Seconds. */
async function longestWait(db: Db, provider: ProviderName | null): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(since)), 0)::float8 as seconds from (${dueSince(provider)}) due
    where since < now()`);
  return rows[0]?.seconds ?? 0;
}

/** Due for more than five minutes, oldest first. */
export async function findLate(
  db: Db,
  provider: ProviderName | null,
): Promise<{ what: string; id: string; since: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof findLate>>[number]>(sql`
    select what, id, since::text from (${dueSince(provider)}) due
    where since < now() - interval '5 minutes' order by since limit 1000`);
  return rows;
}

/** Lets monitoring notice a stalled provider or worker before buyers do. */
export function paymentsWait({ db, provider }: { db: Db; provider: ProviderName | null }): Reading {
  return {
    name: 'bukuri_payments_wait_seconds',
    help: 'Seconds for which the longest overdue check of a payment or webhook of the provider has been due; 0 when none is.',
    read: () => longestWait(db, provider),
  };
}

/** The counts read years of the audit log, so they are cached. */
const CACHED_MS = 60_000;

/** The lengths of the lists of `npm run payments`. */
export function paymentsListed({
  db,
  provider,
  clock,
}: {
  db: Db;
  provider: ProviderName | null;
  clock: Pick<Clock, 'elapsed'>;
}): Readings {
  let counted: { at: number; counts: Record<string, number> } | null = null;
  return {
    name: 'bukuri_payments_listed',
    help: 'Card payments that need a manual review, as listed by `npm run payments`, by reason; counted once a minute.',
    readKinds: async () => {
      const now = clock.elapsed();
      if (counted && now - counted.at < CACHED_MS) return counted.counts;
      const lists = Object.entries(await listForReview(db, provider));
      const counts = Object.fromEntries(lists.map(([kind, rows]) => [kind, rows.length]));
      counted = { at: now, counts };
      return counts;
    },
  };
}
