import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { kmBetween, readPlace } from '#core/domain/places.ts';
import { formatDistance } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { api } from '#web/kit/api.ts';
import { entryOf, keepList, leftList } from '#web/kit/history-entries.ts';
import { useHydrated } from '#web/kit/hydrated.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { remember } from '#web/kit/preferences.ts';
import { inSentences, say, useSaid } from '#web/kit/voice.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Offline } from '#web/ui/problem.tsx';
import { DealCard } from '../deals/deal-card.tsx';
import { DealGrid } from '../deals/deal-grid.tsx';
import { cityName } from '../deals/deal-words.tsx';
import { categoriesQuery, dealListQuery, type Filter, listBefore, nextCityQuery } from '../deals/use-deals.ts';
import { SaveHeart } from '../favorites/save-button.tsx';
import { useHearts } from '../favorites/use-favorites.ts';
import { useNearness } from './near.tsx';

interface ListProps {
  deals: Deal[];
  label: string;
  fading: boolean;
}

export function HomeList({ deals, label, fading }: ListProps) {
  const t = useT();
  const hearts = useHearts();
  const here = readPlace(useNearness().near ?? '');
  const away = ({ distance }: Deal) => {
    const place = here && readPlace(distance ?? '');
    return place ? formatDistance(kmBetween(here, place), t.language) : undefined;
  };
  return (
    <div className={fading ? 'opacity-70 eased' : ''}>
      <DealGrid label={label}>
        {deals.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} first={index === 0} away={away(deal)}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </div>
  );
}

/** The list of home in `box`, with as many pages as it had when it was left. */
export function useHomeList(filter: Filter, box: RefObject<HTMLElement | null>) {
  const list = useInfiniteQuery({ ...dealListQuery(api, filter), placeholderData: listBefore(filter) });
  const pages = (list.data?.pages ?? []).map(({ items }) => items.filter((deal) => !deal.isHidden));
  const isOfBefore = list.isPlaceholderData;
  // What is searched for is the same list, made smaller by each key.
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
    /** Whose cards they are: those of another list do not move to where they stand in it. */
    shown,
    /** Pages that are still to come where the list was left longer. */
    missing: list.isPending ? 0 : missing,
    /** What is shown is what was asked for. */
    isThere: list.isSuccess && !isOfBefore,
    isAtEnd: !isOfBefore && !list.hasNextPage && pages.length > 1,
  };
}

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
  const entry = entryOf(useLocation());
  const hydrated = useHydrated();
  const left = useMemo(() => {
    const list = hydrated ? leftList(entry) : null;
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
    keepList(entry, { pages, height: box.current.offsetHeight });
  }, [isWhole, hasFailed, entry, pages, wanted, box]);
  return missing;
}

const SAY_MS = 800;

interface CountProps {
  filter: Filter;
  /** How many are shown; null while that is not known. */
  count: number | null;
  hasMore: boolean;
  /** How many are shown below because they have some of the words. */
  partly: number;
}

/** Tells a screen reader how many deals there are of what was asked for, and where, not more often than every 800 ms. */
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
      // Where the way to all of Albania gave way to the heading that says the same, that is being read.
      const isRead = document.activeElement?.id === NOTHING_FOUND;
      const said = isRead ? partlyFound(partly, t) : text;
      if (said) say(said);
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
  if (count === 0) return inSentences(there(t('home.empty.title')), partlyFound(partly, t));
  const counted = categories.filter(({ slug }) => category === 'all' || slug === category);
  const total = search || minPrice || maxPrice ? 0 : counted.reduce((sum, { dealCount }) => sum + dealCount, 0);
  const isPart = hasMore && total > count;
  const deals = isPart
    ? t('home.results.shown', { count, deals: t.count('home.results', total) })
    : t.count('home.results', count);
  return hasMore && !isPart ? t('home.results.open', { deals: there(deals) }) : there(deals);
}

/** The heading that says so. */
const NOTHING_FOUND = 'nothing-found';

interface Props {
  search: string;
  failed: boolean;
  /** Where the list is without bounds of price; null when it has none. */
  unbound: string | null;
  clear: () => void;
  /** Asks the same in all of Albania; null when that is what was asked. */
  everywhere: (() => void) | null;
  retry: () => void;
}

export function HomeEmpty({ search, failed, unbound, clear, everywhere, retry }: Props) {
  const t = useT();
  const offline = useOffline();
  useSaid(failed && !offline && t('error.fetchDeals'));
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
        <Button look="quiet" onClick={clear}>
          {t('home.empty.clear')}
        </Button>
      )}
    </EmptyState>
  );
}

/** So far below the screen the end of a list is looked ahead to. */
const AHEAD = '400px';

/** What follows when all deals of a city are seen: the nearest city that has some. Asked for by who comes near the end. */
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
  // What is counted there is counted without bounds, and without a search.
  const isOfCity = city !== 'all' && !search && !minPrice && !maxPrice;
  const { data: next, isError } = useQuery({ ...nextCityQuery(api, { city, category }), enabled: isNear && isOfCity });
  // Where nobody tells which it is, the whole country is a way on.
  const where = next?.city ?? (isError ? 'all' : null);
  return (
    <div ref={end} className={isOfCity ? 'flex min-h-13 justify-center' : ''}>
      {isOfCity && where && (
        <ButtonLink
          look="quiet"
          size="large"
          to={addressWith(address, { city: where === DEFAULT_CITY ? null : where })}
          onClick={() => remember('selectedCity', where)}
        >
          {next
            ? t('find.next', { deals: t.count('home.results', next.count), city: cityName(next.city, t) })
            : t('city.dealsInAll')}
        </ButtonLink>
      )}
    </div>
  );
}
