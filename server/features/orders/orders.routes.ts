import type { FastifyInstance } from 'fastify';
import { orders } from '#core/contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { serve } from '#server/kit/http/serve.ts';
import { confirmCashOrder } from './orders.service.ts';
import { listOrders } from './orders.store.ts';

export function ordersRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, orders.cash, ({ user, body }) =>
    confirmCashOrder(deps, { userId: user.id, sessionId: body.sessionId, expectedTotal: body.expectedTotal }),
  );
  // X-Session-ID is sent by the browser and decides nothing: the login does.
  serve(app, orders.mine, ({ user }) => listOrders(deps.db, user.id));
}
