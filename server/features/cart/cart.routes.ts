import type { FastifyInstance } from 'fastify';
import { cart } from '#core/contract/cart.ts';
import type { Deps } from '#server/deps.ts';
import { serve } from '#server/kit/http/serve.ts';
import { addToCart, changeQuantity, clearCart } from './cart.service.ts';
import { listLines } from './cart.store.ts';

export function cartRoutes(app: FastifyInstance, { db }: Deps): void {
  serve(app, cart.list, async ({ who }) => {
    const user = await who();
    return user ? listLines(db, user.id) : [];
  });
  serve(app, cart.add, ({ user, body }) =>
    addToCart(db, { userId: user.id, sessionId: body.sessionId, dealId: body.dealId, quantity: body.quantity ?? 1 }),
  );
  serve(app, cart.update, ({ user, params, body }) =>
    changeQuantity(db, { userId: user.id, itemId: params.itemId, quantity: body.quantity }),
  );
  serve(app, cart.remove, ({ user, params }) =>
    changeQuantity(db, { userId: user.id, itemId: params.itemId, quantity: 0 }),
  );
  serve(app, cart.clear, ({ user }) => clearCart(db, user.id));
}
