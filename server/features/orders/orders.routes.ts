import { orders } from '#core/contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { cancelOrder, confirmCashOrder } from './orders.service.ts';
import { listOrders } from './orders.store.ts';

export const ordersLimits = {
  cashOrders: { max: 10, seconds: 3600, isExact: true, spares: 'refusals' },
} as const satisfies Limits;

export function ordersRoutes(serve: Serve, { db, limiter }: Deps): void {
  serve(orders.cash, async ({ user, body, actor }) => {
    const { order, isRepeat } = await confirmCashOrder(db, { ...body, userId: user.id });
    if (isRepeat) await limiter.forgive('cashOrders', actor.key);
    return order;
  });
  // X-Session-ID is sent by the browser and decides nothing: the login does.
  serve(orders.mine, ({ user, query, page }) => listOrders(db, { userId: user.id, ...query, page }));
  serve(orders.cancel, ({ user, params }) => cancelOrder(db, { userId: user.id, orderId: params.id }));
}
