import { sql } from 'drizzle-orm';
import type { Today } from '#core/contract/desk.ts';
import { USABLE_DAYS } from '#core/domain/use-by.ts';
import type { TestCards } from '#server/features/orders/orders.store.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { DeskOwner } from './desk-access.ts';

const DAYS_BEFORE_END = 2;

/** Since midnight in Albania. */
const midnight = sql`(now() at time zone 'Europe/Tirane')::date::timestamp at time zone 'Europe/Tirane'`;

/** Reads what belongs to the salon and the dealer, each by an index. */
export async function findToday(
  db: Db,
  { userId, salonId, takesTestCards }: DeskOwner & TestCards & { userId: string },
): Promise<Omit<Today, 'postsLeft'>> {
  const isReal = sql`(v.cash_due is not null or ${takesTestCards}::boolean
    or not exists (select from payments p where p.order_id = v.order_id and not p.is_live))`;
  const isOnThisDay = sql`(coalesce(i.terms -> 'useTimes', '[]') = '[]' or i.terms -> 'useTimes'
    @> jsonb_build_array(jsonb_build_object('weekday', extract(isodow from now() at time zone 'Europe/Tirane')::int)))`;
  const { rows } = await db.execute<Omit<Today, 'postsLeft'>>(sql`
    select due.*, done.*, claims.*, reviews.*, ending.*
    from
      (select count(*)::int as due from vouchers v
        join orders o on o.id = v.order_id
        join order_items i on i.order_id = v.order_id and i.position = v.position
        where v.salon_id = ${salonId}::uuid and v.status = 'open' and v.use_by > now()
          and v.created_at > now() - make_interval(days => ${USABLE_DAYS + 2})
          and o.disputed_at is null and not voucher_is_refunded(v) and ${isReal} and ${isOnThisDay}) due,
      (select count(*)::int as redeemed,
          coalesce(sum(v.cash_due), 0)::float8 as cash,
          coalesce(sum(i.price) filter (where v.cash_due is null), 0)::float8 as card
        from vouchers v
        join order_items i on i.order_id = v.order_id and i.position = v.position
        where v.salon_id = ${salonId}::uuid and v.status = 'redeemed' and v.redeemed_at >= ${midnight} and ${isReal}) done,
      (select count(*)::int as "openClaims" from claims c
        where c.salon_id = ${salonId}::uuid and c.decided_at is null and c.withdrawn_at is null) claims,
      (select count(*)::int as "reviewsToAnswer" from reviews r
        where r.salon_id = ${salonId}::uuid and r.is_shown
          and not exists (select from review_replies where voucher_id = r.voucher_id)) reviews,
      (select count(*)::int as ending from deals d
        where d.user_id = ${userId} and deal_is_live(d)
          and d.expires_at <= now() + make_interval(days => ${DAYS_BEFORE_END})) ending`);
  const [found] = rows;
  if (!found) throw new Error('an aggregate has a row');
  return found;
}
