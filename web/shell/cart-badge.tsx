import { useCart } from '../features/cart/use-cart.ts';
import { ShoppingBag } from '../ui/icons.tsx';

/** How many lines are in the cart, as far as it is known. */
export const useCartCount = () => useCart().lines?.length ?? 0;

/** The cart with the number of its lines, for eyes alone. */
export function CartBadge({ count }: { count: number }) {
  return (
    <span aria-hidden="true" className={`relative ${count ? 'xl:mr-2' : ''}`}>
      <ShoppingBag size={22} />
      {count > 0 && (
        <span
          key={count}
          className="absolute -right-[10px] -top-[6px] grid min-w-[18px] animate-beat place-items-center rounded-full bg-brand px-[4px] text-[10px] font-bold leading-[18px] text-on-brand"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
