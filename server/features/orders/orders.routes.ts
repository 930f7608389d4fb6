import { orders } from '#core/contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { withVoucherUrls } from '#server/features/vouchers/voucher-urls.ts';
import { cancelOrder, cancelVoucher } from '#server/features/vouchers/vouchers.cancel.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { ordersRelease } from './orders.jobs.ts';
import { confirmCashOrder, sendReceipt } from './orders.service.ts';
import { findCashRestriction, findOrder, listOrders } from './orders.store.ts';
import { ordersReceipt, ordersRefunded } from './receipts.jobs.ts';

const ordersLimits = {
  cashOrders: { max: 10, seconds: 3600, isExact: true, countedInTransaction: true },
} as const satisfies Limits;

function ordersRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;
  const takesTestCards = cards?.isLive === false;
  serve(orders.cash, async ({ user, body, actor, request }) => {
    const language = languageOfPages(request);
    const order = await confirmCashOrder(deps, { ...body, userId: user.id, actor: actor.key, language });
    return withVoucherUrls(deps, order);
  });
  serve(orders.cashRestriction, ({ user }) => findCashRestriction(db, { userId: user.id, hasCards: cards !== null }));
  // X-Session-ID does not authorize; the session does.
  serve(orders.mine, async ({ user, query, page }) => {
    const { items, next } = await listOrders(db, { userId: user.id, ...query, page, takesTestCards });
    return { items: items.map((order) => withVoucherUrls(deps, order)), next };
  });
  serve(orders.one, async ({ user, params }) => {
    const order = await findOrder(db, { userId: user.id, orderId: params.id, takesTestCards });
    if (order === null) throw new AppError(404, 'orders.notFound');
    return withVoucherUrls(deps, order);
  });
  serve(orders.sendReceipt, async ({ user, params }) => {
    await sendReceipt(db, { orderId: params.id, adminId: user.id });
    return { success: true as const };
  });
  serve(orders.cancel, async ({ user, params, reply }) => {
    const own = { userId: user.id, orderId: params.id, elapsedMs: reply.elapsedTime };
    return withVoucherUrls(deps, await cancelOrder(deps, own));
  });
  serve(orders.cancelVoucher, async ({ user, params, reply }) => {
    const own = { userId: user.id, voucherId: params.id, elapsedMs: reply.elapsedTime };
    return withVoucherUrls(deps, await cancelVoucher(deps, own));
  });
}

export const feature = {
  contract: { orders },
  routes: ordersRoutes,
  limits: ordersLimits,
  jobs: [ordersReceipt, ordersRefunded, ordersRelease],
};
