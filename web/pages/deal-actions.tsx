import { useEffect, useRef, useState } from 'react';
import type { Deal } from '#core/contract/shapes.ts';
import { AddToCart } from '../features/cart/add-to-cart.tsx';
import { SaveToggle } from '../features/favorites/save-button.tsx';
import { useHearts } from '../features/favorites/use-favorites.ts';

/** Save and Add; on the page a phone gets them again in a bar once these have scrolled away. */
export function DealActions({ deal, isForSale, sticky = false }: { deal: Deal; isForSale: boolean; sticky?: boolean }) {
  const hearts = useHearts();
  const inline = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!sticky || !inline.current) return;
    const watcher = new IntersectionObserver(([entry]) => setAway(entry !== undefined && !entry.isIntersecting));
    watcher.observe(inline.current);
    return () => watcher.disconnect();
  }, [sticky]);
  return (
    <>
      <div ref={inline} className="flex flex-wrap gap-3">
        <AddToCart deal={deal} disabled={!isForSale} className="flex-[1_1_14rem]" />
        <SaveToggle deal={deal} hearts={hearts} className="flex-[0_1_auto]" />
      </div>
      {sticky && (
        <div
          data-bottom-bar=""
          inert={!away}
          className={`fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] transition-transform duration-200 lg:hidden ${away ? '' : 'translate-y-full'}`}
        >
          <AddToCart deal={deal} disabled={!isForSale} className="w-full" />
        </div>
      )}
    </>
  );
}
