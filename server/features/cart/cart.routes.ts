import { cart } from '#core/contract/cart.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { addToCart, changeQuantity, clearCart } from './cart.service.ts';
import { listLines } from './cart.store.ts';

export function cartRoutes(serve: Serve, { db, sessions }: Deps): void {
  serve(cart.list, ({ user, request }) => {
    // An empty list would say that the lines are gone, when it is the session that is.
    if (!user && sessions.cookie.read(request)) throw new AppError(401, 'access.notAuthenticated');
    return user ? listLines(db, user.id) : [];
  });
  serve(cart.add, ({ user, body }) =>
    addToCart(db, { ...body, key: body.key, quantity: body.quantity ?? 1, userId: user.id }),
  );
  serve(cart.update, ({ user, params, body }) =>
    changeQuantity(db, { userId: user.id, itemId: params.itemId, quantity: body.quantity }),
  );
  serve(cart.remove, ({ user, params }) => changeQuantity(db, { userId: user.id, itemId: params.itemId, quantity: 0 }));
  serve(cart.clear, ({ user }) => clearCart(db, user.id));
}
