import { adminMoney } from '#core/contract/admin/money.ts';
import type { Deps } from '#server/deps.ts';
import { withVoucherUrls } from '#server/features/vouchers/voucher-urls.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findRates, overrideRate, refundOrder } from './money.service.ts';
import { getOrderDetail, listAdminOrders, listPayments, listReview } from './money.store.ts';

function adminMoneyRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;
  const takesTestCards = cards?.isLive === false;
  serve(adminMoney.orders, async ({ query, page }) => {
    const { items, next } = await listAdminOrders(db, { ...query, page, takesTestCards });
    return { items: items.map((order) => withVoucherUrls(deps, order)), next };
  });
  serve(adminMoney.order, async ({ params: { id } }) =>
    withVoucherUrls(deps, await getOrderDetail(db, { id, takesTestCards })),
  );
  serve(adminMoney.refund, async ({ user, params: { id }, body, reply }) => {
    await refundOrder(deps, { ...body, orderId: id, adminId: user.id, elapsedMs: reply.elapsedTime });
    return withVoucherUrls(deps, await getOrderDetail(db, { id, takesTestCards }));
  });
  serve(adminMoney.payments, ({ query: { q }, page }) => listPayments(db, { q, page }));
  serve(adminMoney.review, () => listReview(db, cards?.name ?? null));
  serve(adminMoney.rates, () => findRates(deps));
  serve(adminMoney.setRate, ({ user, body }) => overrideRate(deps, { ...body, adminId: user.id }));
}

export const feature = { contract: { adminMoney }, routes: adminMoneyRoutes };
