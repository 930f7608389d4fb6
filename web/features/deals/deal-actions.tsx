import { useEffect, useRef, useState } from 'react';
import type { Deal } from '#core/contract/shapes.ts';
import { DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { AddToCart, useAdding } from '#web/features/cart/add-to-cart.tsx';
import { OwnDealBar, useOwnDeal } from '#web/features/own-deals/own-deal-bar.tsx';
import { countShare } from '#web/features/share/count-share.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { savePreference } from '#web/kit/preferences.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NoScriptNotice } from '#web/ui/problem.tsx';
import { useExpired } from './price.tsx';

/** The bottom of the screen is covered by the navigation, px. */
const COVERED_PX = 64;
/** With large text on a low screen a bar would hide the deal. */
const MOST_OF_SCREEN = 0.3;

/** Add; on a phone also in a bar, until the button here is visible. */
export function DealActions({ deal, isForSale }: { deal: Deal; isForSale: boolean }) {
  const t = useT();
  const isOver = useExpired(deal.expiresAt);
  const adding = useAdding(deal);
  const own = useOwnDeal(deal.id);
  const inline = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!isForSale || !inline.current) return;
    const hasRoom = () => (bar.current?.offsetHeight ?? 0) <= innerHeight * MOST_OF_SCREEN;
    const watcher = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && entry.intersectionRatio < 1 && hasRoom()),
      { threshold: [0, 1], rootMargin: `0px 0px -${COVERED_PX}px` },
    );
    watcher.observe(inline.current);
    return () => watcher.disconnect();
  }, [isForSale]);
  return (
    <>
      <NoScriptNotice text={t('deal.needsScripts')} />
      <div className="in-dialog-sight">
        <div ref={inline}>
          {own ? (
            <OwnDealBar deal={own} onShared={() => countShare(deal)} />
          ) : isOver || deal.notForSale || deal.isSoldOut ? (
            <AlikeLink deal={deal} />
          ) : (
            <AddToCart deal={deal} adding={adding} isOver={!isForSale} className="w-full" />
          )}
        </div>
      </div>
      {isForSale && !own && !deal.isSoldOut && (
        <div
          ref={bar}
          data-bottom-bar=""
          inert={!away}
          className={`fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] eased md:hidden [dialog_&]:sm:hidden [dialog_&]:lying:hidden ${away ? '' : 'translate-y-full'}`}
        >
          {/* The bar is for touch only: keyboard and screen reader users have the buttons above. */}
          <div aria-hidden="true" onMouseDown={(event) => event.preventDefault()}>
            <AddToCart deal={deal} adding={adding} isOver={!isForSale} tabIndex={-1} className="w-full" />
          </div>
        </div>
      )}
    </>
  );
}

/** Deals of the same category and city, for one that is over. */
function AlikeLink({ deal: { category, city } }: { deal: Deal }) {
  const t = useT();
  return (
    <ButtonLink
      size="large"
      to={`/?category=${category}${city === DEFAULT_CITY ? '' : `&city=${city}`}`}
      // Also for Tirana: its short address would redirect to the city chosen before.
      onClick={() => savePreference('selectedCity', toCityChoice(city))}
      className="w-full"
    >
      {t('deal.seeAlike')}
    </ButtonLink>
  );
}
