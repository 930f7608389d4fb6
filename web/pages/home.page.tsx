import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { PAGE_SIZE } from '#core/contract/deals.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { CategoryChips } from '../features/deals/category-chips.tsx';
import { DealSkeletons } from '../features/deals/deal-grid.tsx';
import { categoryName, cityName } from '../features/deals/deal-words.ts';
import { PromoBanner } from '../features/deals/promo-banner.tsx';
import { SearchBox } from '../features/deals/search-box.tsx';
import {
  categoriesQuery,
  dealListQuery,
  type Filter,
  featuredQuery,
  hintsQuery,
  listBefore,
} from '../features/deals/use-deals.ts';
import { useCountedSearch } from '../features/deals/use-searches.ts';
import { api } from '../kit/api.ts';
import { useT } from '../kit/i18n.tsx';
import { lazily } from '../kit/lazily.tsx';
import type { Prefetch } from '../kit/page.tsx';
import { More } from '../ui/more.tsx';
import { behindBanner } from './home/behind-banner.ts';
import { Chosen } from './home/chosen.tsx';
import { FindButton } from './home/find-button.tsx';
import { HomeEmpty } from './home/home-empty.tsx';
import { useHomeHead } from './home/home-head.ts';
import { HomeList, ResultCount } from './home/home-list.tsx';
import { NearButton, NearProblem } from './home/near-button.tsx';
import { NextCity } from './home/next-city.tsx';
import { OwnOrder } from './home/own-order.tsx';
import { BeyondNothing, offeredBy, SearchOffer } from './home/search-hints.tsx';
import { filterOf, useHomeFilter } from './home/use-home-filter.ts';
import { useKeptPages } from './home/use-kept-pages.ts';
import { useSearchHints } from './home/use-search-hints.ts';

const NotFound = lazily(async () => (await import('./not-found.page.tsx')).Page);

export const prefetch: Prefetch = async (queries, { search, city, api }) => {
  const filter = { ...filterOf(search), city };
  await Promise.all([
    queries.prefetchInfiniteQuery(dealListQuery(api, filter)),
    queries.prefetchQuery(categoriesQuery(api, city)),
    queries.prefetchQuery(featuredQuery(api, city)),
    filter.search && queries.prefetchQuery(hintsQuery(api, filter)),
    NotFound.load(),
  ]);
  const found = queries.getQueryData(dealListQuery(api, filter).queryKey)?.pages[0]?.items;
  const offer = queries.getQueryData(hintsQuery(api, filter).queryKey)?.offer;
  if (offer && found?.length === 0) await queries.prefetchInfiniteQuery(dealListQuery(api, offeredBy(offer)));
};

export function Page() {
  const home = useHomeFilter();
  const { category, city } = home.filter;
  // Their names are the same in every city.
  const categories = useQuery({ ...categoriesQuery(api, city), placeholderData: (before) => before }).data;
  const isKnown = category === 'all' || categories === undefined || categories.some(({ slug }) => slug === category);
  return isKnown ? (
    <>
      <Home {...home} categories={categories ?? []} />
      <OwnOrder />
    </>
  ) : (
    <NotFound />
  );
}

type HomeProps = ReturnType<typeof useHomeFilter> & { categories: Parameters<typeof CategoryChips>[0]['categories'] };

function Home({ filter, replace, hrefOf, canonical: unbound, everywhere, categories }: HomeProps) {
  const t = useT();
  const { category, search, city, sort, minPrice, maxPrice, near } = filter;
  const isBound = minPrice !== '' || maxPrice !== '';
  const isWhole = !search && category === 'all' && !sort && !isBound && !near;
  const list = useInfiniteQuery({ ...dealListQuery(api, filter), placeholderData: listBefore(filter) });
  const pages = (list.data?.pages ?? []).map(({ items }) => items.filter((deal) => !deal.isHidden));
  const deals = isWhole ? behindBanner(pages) : pages.flat();
  const { place, heading, name } = useHomeWords(filter, categories);
  useHomeHead({ filter, name, canonical: unbound, deals });
  const box = useRef<HTMLDivElement>(null);
  const missing = useKeptPages(
    {
      pages: list.isPlaceholderData ? 0 : (list.data?.pages.length ?? 0),
      canGoOn: !list.isFetching,
      isOver: list.isSuccess && !list.hasNextPage,
      hasFailed: list.isError,
      goOn: list.fetchNextPage,
    },
    box,
  );
  const isAtEnd = !list.isPlaceholderData && !list.hasNextPage && (list.data?.pages.length ?? 0) > 1;
  const { offer, partly = [] } = useSearchHints(filter);
  const isNothingFound = search !== '' && list.isSuccess && deals.length === 0;
  const answer = isNothingFound && !isBound ? offer : null;
  useCountedSearch(filter, list.isSuccess && !list.isPlaceholderData);
  const onSearch = useCallback((text: string) => replace({ search: text }), [replace]);

  return (
    <div ref={box} className="flex flex-col gap-4">
      <h1 className="sr-only">{t('home.meta.title')}</h1>
      <div className="sticky top-0 z-20 -mx-4 -my-2 flex flex-wrap items-center gap-x-2 gap-y-3 bg-ground px-4 py-2 sm:-mx-6 sm:px-6 md:top-[66px] [@media(max-height:31rem)]:static">
        <div className="flex-1 lg:hidden">
          <SearchBox value={search} onSearch={onSearch} />
        </div>
        <FindButton />
        <div className="w-full min-w-0 lg:order-first lg:w-auto lg:flex-1">
          <CategoryChips categories={categories} selected={search ? 'all' : category} hrefOf={hrefOf} />
        </div>
      </div>
      {isWhole && <PromoBanner city={city} />}
      {(list.isPending || deals.length > 0) && (
        <div className="flex items-center justify-between gap-2">
          <h2 className="min-w-0 text-2xl wrap-anywhere">{heading}</h2>
          <NearButton />
        </div>
      )}
      <NearProblem />
      <Chosen filter={filter} />
      {offer && <SearchOffer offer={offer} categories={categories} />}
      {list.isPending ? (
        <DealSkeletons count={3} />
      ) : answer ? null : deals.length === 0 ? (
        <HomeEmpty
          search={search}
          failed={list.isError}
          unbound={isBound ? unbound : null}
          clear={() => replace({ search: null })}
          everywhere={everywhere}
          retry={() => void list.refetch()}
        />
      ) : (
        <HomeList deals={deals} label={place} fading={list.isPlaceholderData} />
      )}
      {isNothingFound && <BeyondNothing {...{ answer, partly, city, categories, hrefOf }} />}
      <ResultCount
        filter={answer ? offeredBy(answer) : filter}
        count={list.isSuccess && !list.isPlaceholderData ? (answer?.count ?? deals.length) : null}
        hasMore={!answer && list.hasNextPage}
      />
      {missing > 0 && !list.isPending ? (
        <DealSkeletons count={missing * PAGE_SIZE} />
      ) : (
        <More list={list} box={box} text={t('home.loadMore')} />
      )}
      {isAtEnd && <p className="mt-2 text-center text-sm text-quiet">{t('home.endOfList')}</p>}
      {list.isSuccess && !list.isPlaceholderData && !list.hasNextPage && <NextCity filter={filter} />}
    </div>
  );
}

/** Where the deals are, which ones the heading promises, and what sets the list apart from Tirana's whole one. */
function useHomeWords({ category, search, city }: Filter, categories: HomeProps['categories']) {
  const t = useT();
  const place = city === 'all' ? t('city.dealsInAll') : t('city.dealsIn', { city: cityName(city, t) });
  const known = categories.find(({ slug }) => slug === category) ?? { slug: category };
  const kind = category === 'all' ? null : categoryName(known, t);
  const kindHere =
    kind &&
    (city === 'all' ? t('find.inAll', { deals: kind }) : t('find.in', { deals: kind, city: cityName(city, t) }));
  const heading = search ? t('find.results', { search }) : (kindHere ?? place);
  return { place, heading, name: city === DEFAULT_CITY ? kind : heading };
}
