import { useCart } from '#web/features/cart/use-cart.ts';
import { isUnderWay, useConfirmation } from '#web/features/orders/confirmation.ts';

/** Whether an order is under way: here, in another tab, or in a page that was left before the answer. */
export function useIsOrdering(): boolean {
  const { isOrdering } = useCart();
  const confirmation = useConfirmation();
  return isOrdering || (confirmation !== null && isUnderWay(confirmation));
}
