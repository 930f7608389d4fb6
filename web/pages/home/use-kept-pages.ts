import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '#web/kit/page-state.ts';
import { historyEntryKey, savedList, saveList } from '#web/kit/scroll.tsx';

/** More are not fetched by themselves: a longer list begins anew. */
const MOST_PAGES = 8;

interface List {
  /** How many there are. */
  pages: number;
  /** Whether the next page can be fetched, and is not being fetched. */
  canGoOn: boolean;
  isOver: boolean;
  /** Whether the last page asked for could not be fetched. */
  hasFailed: boolean;
  goOn: () => void;
}

/**
 * Fetches as many pages of a list as were shown when this entry of the history was left. Their place is kept free until
 * they are there, so that one is where one was at once and nothing moves. Answers how many are still missing.
 */
export function useKeptPages(
  { pages, canGoOn, isOver, hasFailed, goOn }: List,
  box: RefObject<HTMLElement | null>,
): number {
  const entry = historyEntryKey(useLocation());
  const hydrated = useHydrated();
  const left = useMemo(() => {
    const list = hydrated ? savedList(entry) : null;
    return list && list.list.pages <= MOST_PAGES ? list : null;
  }, [entry, hydrated]);
  const wanted = left?.list.pages ?? 1;
  const missing = isOver || hasFailed ? 0 : Math.max(0, wanted - pages);
  const isWhole = hydrated && pages > 0 && missing === 0;

  useLayoutEffect(() => {
    if (!left || wanted === 1 || !box.current) return;
    // What stands for a card is not as high as the card: the browser must not move along with it.
    Object.assign(box.current.style, { minHeight: `${left.list.height}px`, overflowAnchor: 'none' });
    window.scrollTo(0, left.top);
  }, [left, wanted, box]);
  useEffect(() => {
    if (missing > 0 && pages > 0 && canGoOn) goOn();
  }, [missing, pages, canGoOn, goOn]);
  useEffect(() => {
    if (!isWhole || !box.current) return;
    Object.assign(box.current.style, { minHeight: '', overflowAnchor: '' });
    // It is shorter for as long as the server is in trouble.
    if (hasFailed && pages < wanted) return;
    saveList(entry, { pages, height: box.current.offsetHeight });
  }, [isWhole, hasFailed, entry, pages, wanted, box]);
  return missing;
}
