import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Translate } from '#core/i18n/t.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid } from '#web/features/deals/deal-grid.tsx';
import { cityName } from '#web/features/deals/deal-words.tsx';
import {
  categoriesQuery,
  dealListQuery,
  type Filter,
  listBefore,
  nextCityQuery,
} from '#web/features/deals/use-deals.ts';
import { SaveHeart, useHearts } from '#web/features/favorites/favorites.tsx';
import { announce, joinSentences, useAnnounce } from '#web/kit/access/announce.tsx';
import { api } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { savePreference } from '#web/kit/preferences.ts';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { historyEntryKey, savedList, saveList } from '#web/kit/router/scroll.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Offline } from '#web/ui/problem.tsx';
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

const SAY_MS = 800;

interface CountProps {
  filter: Filter;
  /** Null while that is not known. */
  count: number | null;
  hasMore: boolean;
  /** How many deals are listed below that match only some of the words. */
  partly: number;
}

/** Announces how many deals there are, and where, at most every 800 ms. */
export function ResultCount(props: CountProps) {
  const t = useT();
  const text = useCountInWords(props);
  const { filter, partly } = props;
  const asked = JSON.stringify(filter);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many as before are news of another list
  useEffect(() => {
    if (text === null) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      // The heading has focus and says the same.
      const isRead = document.activeElement?.id === NOTHING_FOUND;
      const said = isRead ? partlyFound(partly, t) : text;
      if (said) announce(said);
    }, SAY_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  return null;
}

const partlyFound = (count: number, t: Translate) =>
  count > 0 ? `${t('find.partly')}: ${t.count('home.results', count)}` : '';

function useCountInWords({ filter, count, hasMore, partly }: CountProps): string | null {
  const t = useT();
  const { category, city, search, minPrice, maxPrice } = filter;
  const { data: categories = [] } = useQuery(categoriesQuery(api, city));
  if (count === null) return null;
  const there = (deals: string) =>
    city === 'all' ? t('find.inAll', { deals }) : t('find.in', { deals, city: cityName(city, t) });
  if (count === 0) return joinSentences(there(t('home.empty.title')), partlyFound(partly, t));
  const counted = categories.filter(({ slug }) => category === 'all' || slug === category);
  const total = search || minPrice || maxPrice ? 0 : counted.reduce((sum, { dealCount }) => sum + dealCount, 0);
  const isPart = hasMore && total > count;
  const deals = isPart
    ? t('home.results.shown', { count, deals: t.count('home.results', total) })
    : t.count('home.results', count);
  return hasMore && !isPart ? t('home.results.open', { deals: there(deals) }) : there(deals);
}

const NOTHING_FOUND = 'nothing-found';

interface Props {
  search: string;
  failed: boolean;
  /** The address without price bounds; null when there are none. */
  unbound: string | null;
  clear: () => void;
  /** Searches all of Albania; null when that is what was searched. */
  everywhere: (() => void) | null;
  retry: () => void;
}

export function HomeEmpty({ search, failed, unbound, clear, everywhere, retry }: Props) {
  const t = useT();
  const offline = useOffline();
  useAnnounce(failed && !offline && t('error.fetchDeals'));
  if (failed && offline) return <Offline />;
  if (failed) {
    return (
      <EmptyState art="offline" title={t('error.fetchDeals')}>
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  }
  if (unbound !== null) {
    return (
      <EmptyState art="no-results" title={t('home.empty.title')} titleId={NOTHING_FOUND} text={t('find.empty')}>
        <ButtonLink to={unbound}>{t('find.clear')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art="no-results"
      title={t('home.empty.title')}
      titleId={NOTHING_FOUND}
      text={search ? t('home.empty.search', { search }) : t('home.empty.category')}
    >
      {everywhere && <Button onClick={everywhere}>{t(search ? 'home.empty.searchAll' : 'home.empty.seeAll')}</Button>}
      {search && (
        <Button variant="secondary" onClick={clear}>
          {t('home.empty.clear')}
        </Button>
      )}
    </EmptyState>
  );
}

/** How far below the screen the end of the list triggers the request, as a margin. */
const AHEAD = '400px';

/** After the last deal of a city: the nearest city that has some. */
export function NextCity({ filter: { city, category, search, minPrice, maxPrice } }: { filter: Filter }) {
  const t = useT();
  const address = useAddress();
  const end = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    if (end.current) watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  // The count ignores price bounds and searches.
  const isOfCity = city !== 'all' && !search && !minPrice && !maxPrice;
  const { data: next, isError } = useQuery({ ...nextCityQuery(api, { city, category }), enabled: isNear && isOfCity });
  // The whole country is the fallback.
  const where = next?.city ?? (isError ? 'all' : null);
  return (
    <div ref={end} className={isOfCity ? 'flex min-h-13 justify-center' : ''}>
      {isOfCity && where && (
        <ButtonLink
          variant="secondary"
          size="large"
          to={addressWith(address, { city: where === DEFAULT_CITY ? null : where })}
          onClick={() => savePreference('selectedCity', where)}
        >
          {next
            ? t('find.next', { deals: t.count('home.results', next.count), city: cityName(next.city, t) })
            : t('city.dealsInAll')}
        </ButtonLink>
      )}
    </div>
  );
}
