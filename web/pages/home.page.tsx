import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { CategoryChips } from '../features/deals/category-chips.tsx';
import { DealCard } from '../features/deals/deal-card.tsx';
import { DealGrid, DealSkeletons } from '../features/deals/deal-grid.tsx';
import { categoryName, cityName } from '../features/deals/deal-words.ts';
import { PromoBanner } from '../features/deals/promo-banner.tsx';
import { SearchBox } from '../features/deals/search-box.tsx';
import { categoriesQuery, dealListQuery, featuredQuery } from '../features/deals/use-deals.ts';
import { SaveHeart } from '../features/favorites/save-button.tsx';
import { useHearts } from '../features/favorites/use-favorites.ts';
import { api } from '../kit/api.ts';
import { useCity } from '../kit/city.tsx';
import { useT } from '../kit/i18n.tsx';
import type { Prefetch } from '../kit/page.tsx';
import { Button } from '../ui/button.tsx';
import { HomeEmpty } from './home/home-empty.tsx';
import { useHomeHead } from './home/home-head.ts';

export const prefetch: Prefetch = (queries, { search, city, api }) =>
  Promise.all([
    queries.prefetchInfiniteQuery(
      dealListQuery(api, {
        category: search.get('category') ?? 'all',
        search: search.get('search')?.trim() ?? '',
        city,
      }),
    ),
    queries.prefetchQuery(categoriesQuery(api, city)),
    queries.prefetchQuery(featuredQuery(api, city)),
  ]);

export function Page() {
  const t = useT();
  const { city, choose } = useCity();
  const [query, setQuery] = useSearchParams();
  const category = query.get('category') ?? 'all';
  const search = query.get('search')?.trim() ?? '';
  const list = useInfiniteQuery({
    ...dealListQuery(api, { category, search, city }),
    placeholderData: (before) => before,
  });
  const categories = useQuery(categoriesQuery(api, city)).data ?? [];
  const featured = useQuery(featuredQuery(api, city)).data ?? [];
  const deals = (list.data?.pages ?? []).flatMap(({ items }) => items).filter((deal) => !deal.isHidden);
  const name =
    category === 'all' ? null : categoryName(categories.find(({ slug }) => slug === category) ?? { slug: category }, t);
  const place = city === 'all' ? t('city.dealsInAll') : t('city.dealsIn', { city: cityName(city, t) });
  useHomeHead({ category, name, search, deals });

  const change = useCallback(
    (next: Record<string, string | null>, replace: boolean) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [key, value] of Object.entries(next)) {
            if (value) after.set(key, value);
            else after.delete(key);
          }
          return after;
        },
        { replace, preventScrollReset: true },
      ),
    [setQuery],
  );
  const onSearch = useCallback((text: string) => change({ search: text }, true), [change]);
  const onSelect = (slug: string) => change({ category: slug === 'all' ? null : slug, search: null }, false);

  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">{t('home.meta.title')}</h1>
      <SearchBox value={search} onSearch={onSearch} />
      <CategoryChips categories={categories} selected={search ? 'all' : category} onSelect={onSelect} />
      {featured[0] && !search && category === 'all' && <PromoBanner deal={featured[0]} />}
      <h2 className="mt-2 text-2xl">{name && !search ? `${name} · ${place}` : place}</h2>
      {list.isPending ? (
        <DealSkeletons count={3} />
      ) : deals.length === 0 ? (
        <HomeEmpty
          search={search}
          failed={list.isError}
          clear={() => change({ search: null }, true)}
          everywhere={city === 'all' ? null : () => choose('all')}
          retry={() => void list.refetch()}
        />
      ) : (
        <div className={list.isPlaceholderData ? 'opacity-70 transition-opacity duration-150' : ''}>
          <Deals deals={deals} label={place} />
        </div>
      )}
      <ResultCount count={list.isPending ? null : deals.length} />
      {list.hasNextPage && (
        <Button
          look="quiet"
          size="large"
          className="mx-auto mt-2 w-full max-w-sm"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? t('common.loading') : t('home.loadMore')}
        </Button>
      )}
      {!list.hasNextPage && (list.data?.pages.length ?? 0) > 1 && (
        <p className="mt-2 text-center text-sm text-quiet">{t('home.endOfList')}</p>
      )}
    </div>
  );
}

type Cards = Parameters<typeof DealCard>[0]['deal'][];

/** When more were added at the end, focus goes on to the first of them. */
function Deals({ deals, label }: { deals: Cards; label: string }) {
  const hearts = useHearts();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef({ first: deals[0]?.id, count: deals.length });
  useEffect(() => {
    const before = shown.current;
    shown.current = { first: deals[0]?.id, count: deals.length };
    if (before.first !== deals[0]?.id || deals.length <= before.count) return;
    box.current?.querySelectorAll('article')[before.count]?.querySelector('a')?.focus({ preventScroll: true });
  }, [deals]);
  return (
    <div ref={box}>
      <DealGrid label={label}>
        {deals.map((deal, index) => (
          <li key={deal.id}>
            <DealCard deal={deal} first={index === 0}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </div>
  );
}

/** Tells a screen reader how many deals there are, not more often than every 800 ms. */
function ResultCount({ count }: { count: number | null }) {
  const t = useT();
  const box = useRef<HTMLParagraphElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (count === null) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      if (box.current) box.current.textContent = t.count('home.results', count);
    }, 800);
    return () => clearTimeout(timer);
  }, [count, t]);
  return <p ref={box} role="status" className="sr-only" />;
}
