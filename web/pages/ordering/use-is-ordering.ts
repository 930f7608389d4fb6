import { useCart } from '#web/features/cart/use-cart.ts';
import { isUnderWay, useConfirmation } from '#web/features/orders/confirmation.ts';

/** Whether an order is under way: here, in another tab, or in a page that was left before the answer. */
export function useIsOrdering(): boolean {
  const { isOrdering } = useCart();
  const confirmation = useConfirmation();
  return isOrdering || (confirmation !== null && isUnderWay(confirmation));
}

/** What is said in the place of an empty cart while nobody knows what became of its order. */
export function useOrderNews(): 'checkout.underWay' | 'toast.cash.unknown' | null {
  const isOrdering = useIsOrdering();
  const isUnknown = useConfirmation()?.state === 'unknown';
  if (isOrdering) return 'checkout.underWay';
  return isUnknown ? 'toast.cash.unknown' : null;
}
