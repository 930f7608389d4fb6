import { isDeepStrictEqual } from 'node:util';
import type { ExpectedItem } from '#core/contract/cart.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import { expectedItems } from '#core/domain/orders.ts';
import type { orderItems } from '#db/schema/shopping.ts';
import type { LockedLine } from '#server/features/cart/cart.store.ts';
import { AppError } from '#server/kit/http/errors.ts';

/** Maximum total of a cash order, in qindarka. */
export const CASH_LIMIT = toQindarka(500_000);

export type Item = Omit<typeof orderItems.$inferInsert, 'orderId'>;

/** Items and prices of a cart version. */
export interface CartSnapshot {
  version: string;
  items: Item[];
  /** Qindarka. */
  total: number;
}

/** Refuses unavailable deals and a cart that differs from the displayed one. */
export function toSnapshot(
  lines: LockedLine[],
  { version, expectedItems: shown }: { version: string; expectedItems: readonly ExpectedItem[] | undefined },
): CartSnapshot {
  const refused = lines.filter((line) => line.unavailable !== null);
  if (refused.length > 0) throw new AppError(409, 'cart.unavailable', { details: { lines: refused.map(toRefusal) } });
  const items = lines.map(toItem);
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (shown && !isAsShown(items, shown)) {
    throw new AppError(409, 'cart.changed', { details: { total: toLek(total) } });
  }
  return { version, items, total };
}

/** Whether the items (prices in qindarka) equal the displayed cart. */
export function isAsShown(
  items: readonly Pick<Item, 'dealId' | 'quantity' | 'price' | 'title' | 'titleEn' | 'businessName'>[],
  shown: readonly ExpectedItem[],
): boolean {
  const lines = items.map(({ dealId, quantity, price, title, titleEn = null, businessName }) => ({
    dealId,
    quantity,
    deal: { price: toLek(price), title, titleEn, businessName },
  }));
  return isDeepStrictEqual(byDeal(expectedItems(lines)), byDeal(shown));
}

const byDeal = (items: readonly ExpectedItem[]) => items.toSorted((one, other) => (one.dealId < other.dealId ? -1 : 1));

const toRefusal = ({ line, deal, unavailable, isPublic }: LockedLine) => ({
  id: line.id,
  dealId: deal.id,
  title: isPublic ? deal.title : '',
  reason: unavailable,
});

const toItem = ({ line, deal, terms }: LockedLine, index: number): Item => ({
  position: index + 1,
  dealId: deal.id,
  dealerId: deal.userId,
  salonId: deal.salonId,
  title: deal.title,
  titleEn: deal.titleEn,
  imageUrl: deal.imageUrl,
  businessName: deal.businessName,
  price: deal.price,
  originalPrice: deal.originalPrice,
  discount: deal.discount,
  quantity: line.quantity,
  address: deal.address,
  city: deal.city,
  distance: deal.distance,
  phone: deal.phone,
  terms,
});
