import { sql } from 'drizzle-orm';
import type { Overview } from '#core/contract/admin/overview.ts';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { dayBefore } from '#core/domain/day-before.ts';
import { planIds } from '#core/domain/memberships.ts';
import { shortened } from '#core/domain/shortened.ts';
import { listReview } from '#server/features/admin/money/money.store.ts';
import { findLedgerCheck } from '#server/features/settlements/ledger-checks.ts';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { findPending } from './pending.store.ts';

const SHOWN_TASKS = 20;

type Figures = Pick<Overview, 'liveDeals' | 'pendingCash' | 'newUsers' | 'refundRate' | 'orders' | 'salons'> & {
  plans: Record<string, number>;
};

/** Open tasks and the figures of the last days, today included; days begin at midnight in Albania. */
export async function findOverview(
  db: Db,
  { days, now, provider }: { days: number; now: number; provider: ProviderName | null },
): Promise<Overview> {
  const from = dayBefore(now, days - 1);
  const [{ plans, ...figures }, tasks, waiting, review, ledger] = await Promise.all([
    findFigures(db, { from, to: dayInTirane(now) }),
    findTasks(db),
    findPending(db),
    listReview(db, provider),
    findLedgerCheck(db),
  ]);
  const payments = review.slice(0, SHOWN_TASKS).map(({ kind, orderId, id, since }) => ({
    kind: 'payment' as const,
    id: orderId ?? id,
    label: kind,
    labelEn: null,
    since,
  }));
  const oldestFirst = [...tasks, ...payments].toSorted(
    (one, other) => Date.parse(one.since ?? '') - Date.parse(other.since ?? ''),
  );
  return {
    ...figures,
    ledger,
    tasks: oldestFirst
      .slice(0, SHOWN_TASKS)
      .map((task) => (task.kind === 'message' ? { ...task, label: shortened(task.label, 60, '…') } : task)),
    open: {
      request: waiting.dealerRequests,
      message: waiting.supportMessages,
      report: waiting.dealReports,
      payment: review.length,
    },
    memberships: Object.fromEntries(planIds.map((plan) => [plan, plans[plan] ?? 0])) as Overview['memberships'],
  };
}

async function findFigures(db: Db, { from, to }: { from: string; to: string }): Promise<Figures> {
  const start = sql`(${from}::date::timestamp at time zone 'Europe/Tirane')`;
  const { rows } = await db.execute<{ json: Figures }>(sql`
    select json_build_object(
      'liveDeals', (select count(*) from deals d where deal_is_live(d)),
      'pendingCash', (select json_build_object('count', count(*), 'total', trim_scale(coalesce(sum(total_amount), 0)))
        from orders where status = 'pending' and payment_method = 'cash'),
      'plans', (select coalesce(json_object_agg(plan, live), '{}') from (select plan, count(*) as live from memberships
        where status in ('active', 'canceling', 'past_due') and current_period_end > now() group by plan) m),
      'newUsers', (select count(*) from users where created_at >= ${start}),
      'refundRate', (select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
          where r.status = 'succeeded' and r.created_at >= ${start} and p.created_at >= ${start})::float8
        / nullif((select sum(charged_amount) from payments where status = 'paid' and created_at >= ${start}), 0),
      'salons', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'slug', s.slug,
          'claims', claims, 'declines', declines)), '[]')
        from (select salon_id, count(*) filter (where is_claim) as claims, count(*) filter (where not is_claim) as declines
          from (select salon_id, true as is_claim from claims where decision = 'refund' and opened_by is null and decided_at > now() - interval '90 days'
            union all select salon_id, false from vouchers where cancel_reason = 'salon' and canceled_at > now() - interval '90 days') made
          where salon_id is not null group by 1 order by 2 desc, 3 desc, 1 limit 20) counted join salons s on s.id = salon_id),
      'orders', (select json_agg(json_build_object('day', day::text, 'cash', coalesce(cash, 0), 'card', coalesce(card, 0))
          order by day)
        from generate_series(${from}::date, ${to}::date, interval '1 day') days (at), lateral (select at::date as day) d
        left join (select (created_at at time zone 'Europe/Tirane')::date as day,
            count(*) filter (where payment_method = 'cash') as cash, count(*) filter (where payment_method = 'card') as card
          from orders where created_at >= ${start} group by 1) made using (day))) as json`);
  const [found] = rows;
  if (!found) throw new Error('a select without a table has a row');
  return found.json;
}

/** Of each kind the oldest. */
async function findTasks(db: Db): Promise<Overview['tasks']> {
  const { rows } = await db.execute<{ tasks: Overview['tasks'] }>(sql`
    select coalesce(json_agg(t order by since), '[]') as tasks from (
      (select 'request' as kind, r.id, u.username as label, null::text as "labelEn", r.requested_at as since
        from dealer_requests r join users u on u.id = r.user_id where r.status = 'pending'
        order by r.requested_at limit ${SHOWN_TASKS})
      union all
      (select 'message', m.id, coalesce(nullif(m.subject, ''), left(m.message, 200)), null, m.created_at from support_messages m
        where m.status = 'pending' order by m.created_at limit ${SHOWN_TASKS})
      union all
      (select 'report', d.id, d.title, d.title_en, r.since from (select deal_id, min(created_at) as since from deal_reports
          where decision is null group by deal_id) r join deals d on d.id = r.deal_id and d.deleted_at is null
        order by r.since limit ${SHOWN_TASKS})) t`);
  return rows[0]?.tasks ?? [];
}
