import { sql } from 'drizzle-orm';
import type { Sale } from '#core/contract/sales.ts';
import { readCodeStart, readPurchaseId } from '#core/domain/purchase-id.ts';
import type { TestCards } from '#server/features/orders/orders.store.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';

/** By the units of this dealer's lines. */
const state = sql`case
  when o.status = 'refunded' then 'refunded'
  when o.status = 'failed' then coalesce(o.failed_reason, 'canceled')
  when o.disputed_at is not null then 'disputed'
  when not units.is_open and units.is_used then 'used'
  when not units.is_open then 'canceled'
  when o.payment_method = 'cash' then case when o.use_by < now() then 'expired' else 'toPay' end
  when o.use_by < now() then 'over' else 'paid' end`;

/** Units of a line that were refunded or will be. */
const refunded = sql`(select count(*) from vouchers v
  where v.order_id = i.order_id and v.position = i.position and voucher_is_refunded(v))`;

/** Lines of other dealers in the same order are left out, and card orders that are not paid or were paid with a void test card. */
export async function listSales(
  db: Db,
  { userId, q = '', page, takesTestCards }: TestCards & { userId: string; q?: string | undefined; page: PageRequest },
): Promise<Page<Sale[]>> {
  const { behind, ordered, keys } = newestFirst('o', page);
  // Not by the beginning of a Purchase ID, which would give it away letter by letter.
  const isAsked = q
    ? sql`(o.stripe_payment_intent_id = ${readPurchaseId(q)} or (o.payment_method = 'card'
        and starts_with(right(o.id::text, 12), ${readCodeStart(q).toLowerCase()})))`
    : sql`true`;
  const code = sql`case when o.payment_method = 'card' then right(o.id::text, 12)
    when o.status = 'pending' then 'BK-•••••••' || right(o.stripe_payment_intent_id, 2)
    else o.stripe_payment_intent_id end`;
  const { rows } = await db.execute<{ item: Sale; keys: string }>(sql`
    with page as (
      select o.*, ${keys} from orders o
      where o.id in (select order_id from order_items where dealer_id = ${userId}) and ${isAsked} and ${behind}
        and (o.payment_method = 'cash' or (o.status <> 'pending' and (${takesTestCards}
          or not exists (select from payments p where p.order_id = o.id and not p.is_live)))) ${ordered}
    )
    select json_build_object('id', o.id, 'createdAt', o.created_at, 'useBy', o.use_by, 'state', ${state},
        'code', ${code}, 'amount', trim_scale(sold.amount), 'lines', sold.lines) as item, o.keys
    from page o
      cross join lateral (
        select coalesce(sum(i.price * (i.quantity - ${refunded})), 0) as amount,
          json_agg(json_build_object('title', i.title, 'titleEn', i.title_en, 'quantity', i.quantity,
            'price', trim_scale(i.price), 'isRefunded', ${refunded} = i.quantity) order by i.position) as lines
        from order_items i where i.order_id = o.id and i.dealer_id = ${userId}) sold
      cross join lateral (
        select coalesce(bool_or(v.status = 'open'), false) as is_open, coalesce(bool_or(v.status = 'redeemed'), false) as is_used
        from order_items i join vouchers v on v.order_id = i.order_id and v.position = i.position
        where i.order_id = o.id and i.dealer_id = ${userId}) units
    order by o.created_at desc, o.id desc`);
  return pageOf(rows, page);
}
