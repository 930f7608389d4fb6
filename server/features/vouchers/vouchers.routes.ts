import { sql } from 'drizzle-orm';
import { type ShownVoucher, type SoldVoucher, vouchers } from '#core/contract/vouchers.ts';
import { readPurchaseId } from '#core/domain/purchase-id.ts';
import { USABLE_DAYS } from '#core/domain/use-by.ts';
import type { Deps } from '#server/deps.ts';
import { salonContactJson } from '#server/features/deals/deals.store.ts';
import { findRedeemer } from '#server/features/redeem/redeem.routes.ts';
import { mayRedeem } from '#server/features/redeem/redeem.store.ts';
import { findSalonId } from '#server/features/salons/salons.store.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { codeOfToken, voucherUrl } from './voucher-urls.ts';
import { vouchersRefundUnused, vouchersRemind } from './vouchers.jobs.ts';

const vouchersLimits = { shownVouchers: { max: 60, seconds: 60, per: 'address' } } as const satisfies Limits;

function vouchersRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;
  serve(vouchers.shown, async ({ params, user, till }) => {
    const code = codeOfToken(deps, params.token);
    const redeemer = await findRedeemer(db, { user, till });
    const { rows } = await db.execute<{ json: Omit<ShownVoucher, 'url'> }>(sql`
      select json_build_object('code', v.code, 'title', i.title, 'titleEn', i.title_en, 'businessName', i.business_name,
        'salon', ${sql.raw(salonContactJson('i'))}, 'status', voucher_shown(v), 'useBy', v.use_by,
        'cashDue', trim_scale(v.cash_due), 'terms', i.terms,
        'mayRedeem', ${redeemer ? mayRedeem(redeemer) : sql`false`}) as json
      from vouchers v join order_items i on i.order_id = v.order_id and i.position = v.position where v.code = ${code}`);
    const [found] = rows;
    if (!found) throw new AppError(404, 'vouchers.notFound');
    return { ...found.json, url: voucherUrl(deps, found.json.code) };
  });
  serve(vouchers.sold, async ({ user, query, page }) => {
    const salonId = await findSalonId(db, user.id);
    if (salonId === null) return { items: [], next: null };
    return listSold(db, { ...query, salonId, page, takesTestCards: cards?.isLive === false });
  });
}

interface Sold {
  salonId: string;
  state?: 'open' | 'today' | 'all' | undefined;
  q?: string | undefined;
  page: PageRequest;
  takesTestCards: boolean;
}

/** Of open ones only the last two characters of the code: who reads this list could redeem them without their buyer. */
async function listSold(db: Db, { salonId, state, q, page, takesTestCards }: Sold): Promise<Page<SoldVoucher[]>> {
  const { behind, ordered, keys } = newestFirst('v', page);
  const isInState = {
    // Paid units stay open after their last day; of older ones nothing is read.
    open: sql`v.status = 'open' and v.use_by > now() and v.created_at > now() - make_interval(days => ${USABLE_DAYS + 2})`,
    today: sql`v.status = 'redeemed' and v.redeemed_at >= (now() at time zone 'Europe/Tirane')::date::timestamp at time zone 'Europe/Tirane'`,
    all: sql`true`,
  }[state ?? 'all'];
  const id = q ? readPurchaseId(q) : null;
  const isAsked = q
    ? sql`v.id in (select id from vouchers where code = ${id?.slice(3) ?? null}
        union all select v.id from orders o join vouchers v on v.order_id = o.id where o.stripe_payment_intent_id = ${id})`
    : sql`true`;
  const { rows } = await db.execute<{ item: SoldVoucher; keys: string }>(sql`
    select json_build_object('id', v.id, 'code', case v.status when 'open' then right(v.code, 2) else v.code end,
        'title', i.title, 'titleEn', i.title_en, 'status', voucher_shown(v), 'price', trim_scale(i.price),
        'cashDue', trim_scale(v.cash_due), 'createdAt', v.created_at, 'useBy', v.use_by,
        'redeemedAt', v.redeemed_at, 'redeemedBy', (select name from tills where id = v.redeemed_till)) as item, ${keys}
    from vouchers v join order_items i on i.order_id = v.order_id and i.position = v.position
    where v.salon_id = ${salonId} and ${isInState} and ${isAsked} and ${behind}
      and (v.cash_due is not null or ${takesTestCards}
        or not exists (select from payments p where p.order_id = v.order_id and not p.is_live)) ${ordered}`);
  return pageOf(rows, page);
}

export const feature = {
  contract: { vouchers },
  routes: vouchersRoutes,
  limits: vouchersLimits,
  jobs: [vouchersRefundUnused, vouchersRemind],
};
