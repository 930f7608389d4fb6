import { MAX_LINES } from '#core/contract/cart.ts';
import type { Db } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { JsonText } from '#server/kit/http/serve.ts';
import { addToLine, countOtherLines, findOffer, lockCart, removeLine, removeLines, setQuantity } from './cart.store.ts';

export function addToCart(
  db: Db,
  wish: { userId: string; sessionId: string; dealId: string; quantity: number },
): Promise<JsonText> {
  return inTransaction(db, async (tx) => {
    await lockCart(tx, wish.userId);
    const offer = await findOffer(tx, wish.dealId);
    if (!offer) throw new AppError(404, 'deals.notFound');
    if (offer.isExpired) throw new AppError(409, 'deals.expired');
    if (offer.dealerId === wish.userId) throw new AppError(409, 'deals.own');
    if ((await countOtherLines(tx, wish)) >= MAX_LINES) throw new AppError(409, 'cart.full');
    return addToLine(tx, { ...wish, price: offer.price });
  });
}

export function changeQuantity(
  db: Db,
  { userId, itemId, quantity }: { userId: string; itemId: string; quantity: number },
): Promise<{ id: string; quantity: number }> {
  return inTransaction(db, async (tx) => {
    await lockCart(tx, userId);
    // Zero units is no line.
    const found = await (quantity === 0
      ? removeLine(tx, { userId, itemId })
      : setQuantity(tx, { userId, itemId, quantity }));
    if (!found) throw new AppError(404, 'cart.lineNotFound');
    return { id: itemId, quantity };
  });
}

export function clearCart(db: Db, userId: string): Promise<{ removed: number }> {
  return inTransaction(db, async (tx) => {
    await lockCart(tx, userId);
    return { removed: await removeLines(tx, userId) };
  });
}
