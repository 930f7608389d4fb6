import { type SQL, sql } from 'drizzle-orm';
import type { Figures } from '#core/contract/figures.ts';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { dayBefore } from '#core/domain/day-before.ts';
import type { TestCards } from '#server/features/orders/orders.store.ts';
import type { Db } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';

/** Whose units, and of which deal. */
export interface Scope extends TestCards {
  userId: string;
  salonId: string | null;
  dealId?: string | undefined;
}

/** How far back buyers are known, and units that were redeemed later; as long as `deal_days`. */
const HISTORY_DAYS = 400;
/** The newest of those to choose from. */
const MAX_DEALS = 200;

/** A day as the instant at which it begins in Albania. */
export const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'Europe/Tirane')`;

const isOwn = ({ userId, salonId }: Scope) =>
  sql`(d.user_id = ${userId} ${salonId ? sql`or d.salon_id = ${salonId}` : sql``})`;

/** Throws 404 for a deal of somebody else. */
export async function requireOwnDeal(db: Db, scope: Scope): Promise<void> {
  if (!scope.dealId) return;
  const { rowCount } = await db.execute(sql`select from deals d where d.id = ${scope.dealId} and ${isOwn(scope)}`);
  if (rowCount === 0) throw new AppError(404, 'deals.notFound');
}

/** Units `v` of the salon, and those that its owner sold without a salon; without void test payments. */
export function unitsOf(
  { userId, salonId, dealId, takesTestCards }: Scope,
  { columns, where }: { columns: SQL; where: SQL },
): SQL {
  const isValid = takesTestCards
    ? sql`true`
    : sql`(v.cash_due is not null or v.order_id not in (select order_id from payments where not is_live and order_id is not null))`;
  const ofLines = (which: SQL) => sql`select ${columns} from order_items i join vouchers v
    on v.order_id = i.order_id and v.position = i.position where ${which} and ${where} and ${isValid}`;
  if (dealId)
    // Written so that the index of the deal is used, not those of all that the salon sold.
    return ofLines(sql`i.deal_id = ${dealId} and (i.dealer_id is not distinct from ${userId}::uuid
      or i.salon_id is not distinct from coalesce(${salonId}::uuid, i.order_id))`);
  if (!salonId) return ofLines(sql`i.dealer_id = ${userId}`);
  return sql`select ${columns} from vouchers v where v.salon_id = ${salonId} and ${where} and ${isValid}
    union all ${ofLines(sql`i.dealer_id = ${userId} and i.salon_id is null`)}`;
}

/** Not canceled, nor refunded after it was redeemed (`voucher_refund`, for many units at once). */
export const isKept = sql`v.status <> 'canceled' and not exists (select from refunds r where r.order_id = v.order_id
  and r.status <> 'failed' and (r.voucher_id = v.id or r.position = v.position))`;

/** In lek, also of what a card paid in dollars. */
export const priceOf = sql`coalesce(v.cash_due,
  (select price from order_items p where p.order_id = v.order_id and p.position = v.position))`;

/** The last so many days, today included, and as many before. */
export async function findFigures(
  db: Db,
  { scope, days, now }: { scope: Scope; days: number; now: number },
): Promise<Figures> {
  const [from, to, beforeFrom] = [dayBefore(now, days - 1), dayInTirane(now), dayBefore(now, 2 * days - 1)];
  const [since, longSince, until] = [startOf(from), startOf(beforeFrom), startOf(dayBefore(now, -1))];
  const within = (column: SQL) => sql`${column} >= ${longSince} and ${column} < ${until}`;
  const both = (count: SQL, column: SQL, start: SQL) =>
    sql`${count} filter (where ${column} >= ${start}) as now, ${count} filter (where ${column} < ${start}) as before`;
  const sum = (counter: string) => sql`coalesce(sum(dd.${sql.identifier(counter)})`;
  const ofDays = (counter: string) => sql`
    ${sum(counter)} filter (where dd.day >= ${from}), 0) as ${sql.identifier(counter)},
    ${sum(counter)} filter (where dd.day < ${from}), 0) as ${sql.identifier(`${counter}_before`)}`;
  const { rows } = await db.execute<{ json: Omit<Figures, 'days' | 'from' | 'to'> }>(sql`
    with units as materialized (${unitsOf(scope, {
      columns: sql`v.id, v.order_id, v.position, v.user_id, v.status, v.cash_due, v.created_at, v.redeemed_at`,
      where: sql`v.created_at >= ${startOf(dayBefore(now, HISTORY_DAYS))} and v.created_at < ${until}`,
    })}), views as (
      select ${ofDays('views')}, ${ofDays('saves')}, ${ofDays('carts')}
      from (select id from deals d where ${scope.dealId ? sql`d.id = ${scope.dealId}` : isOwn(scope)} offset 0) d
        cross join lateral (select * from deal_days where deal_id = d.id and day between ${beforeFrom} and ${to} offset 0) dd
    ), placed as (
      -- Units have the time of their order.
      select ${both(sql`count(*)`, sql`created_at`, since)}
      from (select created_at from units where created_at >= ${longSince} group by order_id, created_at) o
    ), redeemed as (
      select ${both(sql`count(*)`, sql`redeemed_at`, since)} from units
      where status = 'redeemed' and ${within(sql`redeemed_at`)}
    ), reviewed as (
      select ${both(sql`count(*)`, sql`r.created_at`, since)} from reviews r
      where r.salon_id = ${scope.salonId}::uuid and ${within(sql`r.created_at`)}
        ${scope.dealId ? sql`and r.voucher_id in (select id from units)` : sql``}
    ), sold as (select (created_at at time zone 'Europe/Tirane')::date as day, count(*) as units
      from units v where created_at >= ${since} and ${isKept} group by 1),
    taken as (select (redeemed_at at time zone 'Europe/Tirane')::date as day, sum(${priceOf}) as lek
      from units v where redeemed_at >= ${since} and redeemed_at < ${until} and ${isKept} group by 1)
    select json_build_object(
      'steps', json_build_object('views', views, 'saves', saves, 'carts', carts,
        'orders', placed.now, 'redeemed', redeemed.now, 'reviews', reviewed.now),
      'before', json_build_object('views', views_before, 'saves', saves_before, 'carts', carts_before,
        'orders', placed.before, 'redeemed', redeemed.before, 'reviews', reviewed.before),
      'perDay', (select json_agg(json_build_object('day', day::text, 'sold', coalesce(units, 0),
          'takings', coalesce(trim_scale(lek), 0)) order by day)
        from generate_series(${from}::date, ${to}::date, interval '1 day') days (at), lateral (select at::date as day) d
          left join sold using (day) left join taken using (day)),
      'repeatBuyers', (select count(*) from (select from units where status <> 'canceled' and user_id is not null
        group by user_id having max(created_at) >= ${since} and min(created_at) < max(created_at)) repeated),
      'deals', (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'titleEn', title_en)), '[]')
        from (select id, title, title_en from deals d where ${isOwn(scope)} and deleted_at is null
          order by created_at desc limit ${MAX_DEALS}) newest)) as json
    from views, placed, redeemed, reviewed`);
  const [found] = rows;
  if (!found) throw new Error('sums have a row');
  return { days, from, to, ...found.json };
}
