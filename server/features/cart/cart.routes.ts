import { type CartItem, cart, MAX_LINES } from '#core/contract/cart.ts';
import type { Deps } from '#server/deps.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction, onCommit } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import {
  addToLine,
  countOtherLines,
  findLine,
  findOffer,
  isNewAddition,
  listLines,
  lockCart,
  removeLine,
  removeLines,
  setQuantity,
} from './cart.store.ts';

interface Addition {
  userId: string;
  sessionId: string;
  dealId: string;
  quantity: number;
  /** Idempotency key. */
  key: string | undefined;
}

/** Returns the current line; a retry with the same key adds nothing. */
function addToCart({ db, views }: Pick<Deps, 'db' | 'views'>, { key, ...addition }: Addition): Promise<CartItem> {
  const { userId } = addition;
  return inTransaction(db, async (tx) => {
    await lockCart(tx, userId);
    if (key === undefined || (await isNewAddition(tx, { userId, key }))) {
      const isNew = await addToLine(tx, { ...addition, price: await priceFor(tx, addition) });
      if (isNew) onCommit(tx, () => views.countAdded(addition.dealId, 'carts'));
    }
    const line = await findLine(tx, addition);
    if (!line) throw new AppError(404, 'cart.lineNotFound');
    return line;
  });
}

/** Price of the deal; refuses what this buyer cannot buy. */
async function priceFor(tx: Tx, addition: { userId: string; dealId: string }): Promise<number> {
  const offer = await findOffer(tx, addition);
  if (!offer) throw new AppError(404, 'deals.notFound');
  if (offer.notForSale) throw new AppError(409, 'deals.notForSale');
  if (offer.isExpired) throw new AppError(409, 'deals.expired');
  if (offer.dealerId === addition.userId) throw new AppError(409, 'deals.own');
  if (!offer.hasUnits) throw new AppError(409, 'deals.soldOut');
  if ((await countOtherLines(tx, addition)) >= MAX_LINES) throw new AppError(409, 'cart.full');
  return offer.price;
}

function changeQuantity(
  db: Db,
  { userId, itemId, quantity }: { userId: string; itemId: string; quantity: number },
): Promise<{ id: string; quantity: number }> {
  return inTransaction(db, async (tx) => {
    await lockCart(tx, userId);
    const found = await (quantity === 0
      ? removeLine(tx, { userId, itemId })
      : setQuantity(tx, { userId, itemId, quantity }));
    if (!found) throw new AppError(404, 'cart.lineNotFound');
    return { id: itemId, quantity };
  });
}

function clearCart(db: Db, userId: string): Promise<{ removed: number }> {
  return inTransaction(db, async (tx) => {
    await lockCart(tx, userId);
    return { removed: await removeLines(tx, userId) };
  });
}

function cartRoutes(serve: Serve, deps: Deps): void {
  const { db, sessions } = deps;
  serve(cart.list, ({ user, request }) => {
    // An empty list would say that the lines are gone, when it is the session that is.
    if (!user && sessions.cookie.read(request)) throw new AppError(401, 'access.notAuthenticated');
    return user ? listLines(db, user.id) : [];
  });
  serve(cart.add, ({ user, body }) =>
    addToCart(deps, { ...body, key: body.key, quantity: body.quantity ?? 1, userId: user.id }),
  );
  serve(cart.update, ({ user, params, body }) =>
    changeQuantity(db, { userId: user.id, itemId: params.itemId, quantity: body.quantity }),
  );
  serve(cart.remove, ({ user, params }) => changeQuantity(db, { userId: user.id, itemId: params.itemId, quantity: 0 }));
  serve(cart.clear, ({ user }) => clearCart(db, user.id));
}

export const feature = { contract: { cart }, routes: cartRoutes };
