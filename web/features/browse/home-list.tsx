import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid } from '#web/features/deals/deal-grid.tsx';
import { dealListQuery, type Filter, listBefore } from '#web/features/deals/use-deals.ts';
import { SaveHeart, useHearts } from '#web/features/favorites/favorites.tsx';
import { api } from '#web/kit/data/api.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { historyEntryKey, savedList, saveList } from '#web/kit/router/scroll.tsx';
import { useDistance } from './near.tsx';

export function HomeList({ deals, label, fading }: { deals: Deal[]; label: string; fading: boolean }) {
  const hearts = useHearts();
  const distanceTo = useDistance();
  return (
    <div className={fading ? 'opacity-70 eased' : ''}>
      <DealGrid label={label}>
        {deals.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} first={index === 0} away={distanceTo(deal.distance)}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </div>
  );
}

/** The list of home in `box`, with as many pages as when it was left. */
export function useHomeList(filter: Filter, box: RefObject<HTMLElement | null>) {
  const list = useInfiniteQuery({ ...dealListQuery(api, filter), placeholderData: listBefore(filter) });
  const pages = (list.data?.pages ?? []).map(({ items }) => items.filter((deal) => !deal.isHidden));
  const isOfBefore = list.isPlaceholderData;
  // Each key of a search filters the same list.
  const { search: _, ...kind } = filter;
  const asked = Object.values(kind).join();
  const [shown, setShown] = useState(asked);
  if (!isOfBefore && shown !== asked) setShown(asked);
  const missing = useKeptPages(
    {
      pages: isOfBefore ? 0 : pages.length,
      canGoOn: !list.isFetching,
      isOver: list.isSuccess && !list.hasNextPage,
      hasFailed: list.isError,
      goOn: list.fetchNextPage,
    },
    box,
  );
  return {
    list,
    pages,
    /** A key: cards of another list are not reused. */
    shown,
    /** Pages still to be restored. */
    missing: list.isPending ? 0 : missing,
    isThere: list.isSuccess && !isOfBefore,
    isAtEnd: !isOfBefore && !list.hasNextPage && pages.length > 1,
  };
}

/** Longer lists start anew. */
const MOST_PAGES = 8;

interface List {
  pages: number;
  /** Whether the next page can be fetched, and is not being fetched. */
  canGoOn: boolean;
  isOver: boolean;
  hasFailed: boolean;
  goOn: () => void;
}

/**
 * Restores as many pages of a list as were shown when this history entry was left, and reserves their space until then, so
 * that the scroll position is kept. Returns how many pages are missing.
 */
function useKeptPages({ pages, canGoOn, isOver, hasFailed, goOn }: List, box: RefObject<HTMLElement | null>): number {
  const entry = historyEntryKey(useLocation());
  const hydrated = useHydrated();
  const left = useMemo(() => {
    const list = hydrated ? savedList(entry) : null;
    return list && list.list.pages <= MOST_PAGES ? list : null;
  }, [entry, hydrated]);
  const pagesBefore = left?.list.pages ?? 1;
  const missing = isOver || hasFailed ? 0 : Math.max(0, pagesBefore - pages);
  const isWhole = hydrated && pages > 0 && missing === 0;

  useLayoutEffect(() => {
    if (!left || pagesBefore === 1 || !box.current) return;
    // A skeleton is not as high as its card: no scroll anchoring.
    Object.assign(box.current.style, { minHeight: `${left.list.height}px`, overflowAnchor: 'none' });
    window.scrollTo(0, left.top);
  }, [left, pagesBefore, box]);
  useEffect(() => {
    if (missing > 0 && pages > 0 && canGoOn) goOn();
  }, [missing, pages, canGoOn, goOn]);
  useEffect(() => {
    if (!isWhole || !box.current) return;
    Object.assign(box.current.style, { minHeight: '', overflowAnchor: '' });
    // The list stays shorter while the server fails.
    if (hasFailed && pages < pagesBefore) return;
    saveList(entry, { pages, height: box.current.offsetHeight });
  }, [isWhole, hasFailed, entry, pages, pagesBefore, box]);
  return missing;
}
