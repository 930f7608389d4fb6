import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import type { Category } from '#core/contract/categories.ts';
import { PAGE_SIZE } from '#core/contract/deals.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { filterOf, useHomeFilter } from '#web/features/browse/filter.ts';
import { Chosen, FindBar, HomeBar } from '#web/features/browse/home-bar.tsx';
import { useHomeHead, useHomeWords } from '#web/features/browse/home-head.ts';
import { HomeList, useHomeList } from '#web/features/browse/home-list.tsx';
import { NearProblem, useGiveUpLocating } from '#web/features/browse/near.tsx';
import { behindBanner, PromoBanner, useBanner } from '#web/features/browse/promo-banner.tsx';
import { offeredBy, useCountedSearch, useSearchHints } from '#web/features/browse/search.ts';
import { DealSkeletons } from '#web/features/deals/deal-grid.tsx';
import { WithPart } from '#web/features/deals/deal-words.tsx';
import { categoriesQuery, dealListQuery, featuredQuery, hintsQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry, prefetchWhenIdle } from '#web/kit/lazy.tsx';
import type { Prefetch } from '#web/kit/router/page.tsx';
import { More } from '#web/ui/paged-list.tsx';

/** Skeletons of the next page, enough to fill the screen. */
const NEXT_BOXES = 6;

const NotFound = lazyWithRetry(async () => (await import('./not-found.page.tsx')).Page);
const nothingFound = () => import('#web/features/browse/nothing-found.tsx');
const HomeEmpty = lazyWithRetry(async () => (await nothingFound()).HomeEmpty);
const SearchOffer = lazyWithRetry(async () => (await nothingFound()).SearchOffer);
const Corrected = lazyWithRetry(async () => (await nothingFound()).Corrected);
const BeyondNothing = lazyWithRetry(async () => (await nothingFound()).BeyondNothing);
const HomeEnd = lazyWithRetry(async () => (await import('#web/features/browse/home-end.tsx')).HomeEnd);
const lazyParts = [HomeEnd, HomeEmpty, SearchOffer, Corrected, BeyondNothing].map(({ load }) => load);

export const prefetch: Prefetch = async (queries, { search, city, api }) => {
  const filter = { ...filterOf(search), city };
  await Promise.all([
    queries.prefetchInfiniteQuery(dealListQuery(api, filter)),
    queries.prefetchQuery(categoriesQuery(api, city)),
    queries.prefetchQuery(featuredQuery(api, city)),
    filter.search && queries.prefetchQuery(hintsQuery(api, filter)),
    NotFound.load(),
    ...lazyParts.map((load) => load()),
  ]);
  // Only the first is shown; the others would be a fifth of the page.
  queries.setQueryData(featuredQuery(api, city).queryKey, (all) => all?.slice(0, 1));
  const found = queries.getQueryData(dealListQuery(api, filter).queryKey)?.pages[0]?.items;
  const offer = queries.getQueryData(hintsQuery(api, filter).queryKey)?.offer;
  if (offer && found?.length === 0) await queries.prefetchInfiniteQuery(dealListQuery(api, offeredBy(offer)));
};

export function Page() {
  useEffect(() => prefetchWhenIdle(lazyParts), []);
  const home = useHomeFilter();
  const { category, city } = home.filter;
  useGiveUpLocating(city);
  // The categories are the same in every city.
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

type HomeProps = ReturnType<typeof useHomeFilter> & { categories: Category[] };

function Home({ filter, replace, hrefOf, canonical: unbound, everywhere, categories }: HomeProps) {
  const t = useT();
  const { category, search, city, sort, minPrice, maxPrice, near } = filter;
  const isBound = minPrice !== '' || maxPrice !== '';
  const isUsual = !search && category === 'all' && !sort && !isBound;
  const box = useRef<HTMLDivElement>(null);
  const { list, pages, shown, missing, isThere, isAtEnd } = useHomeList(filter, box);
  // Without featured deals the banner takes no room: the list then waits for that answer.
  const ofBanner = useBanner(city, { isShown: isUsual, isListThere: isThere });
  const { featured, isLate, isAwaited: isBannerAwaited, retry: retryBanner } = ofBanner;
  const { offer, corrected, partly = [], isAsking } = useSearchHints(filter);
  const isNothing = list.isSuccess && pages.flat().length === 0;
  // "Nothing found" is shown together with its alternatives.
  const waits = list.isPending || isBannerAwaited || (isNothing && (!isThere || isAsking));
  const deals = behindBanner(pages, isUsual && !near ? featured?.[0]?.id : undefined);
  const { place, heading, kind, name } = useHomeWords(filter, categories);
  useHomeHead({ filter, name, heading, canonical: unbound, deals });
  const isNothingFound = search !== '' && isNothing && !waits;
  const answer = isNothingFound && !isBound ? offer : null;
  useCountedSearch(filter, isThere);
  const onSearch = useCallback((text: string) => replace({ search: text }), [replace]);
  const retry = () => {
    retryBanner();
    void list.refetch();
  };

  return (
    <div ref={box} className="under-bar flex flex-col gap-4 low:gap-2">
      <h1 className="sr-only">{t('home.meta.title')}</h1>
      <HomeBar
        search={search}
        onSearch={onSearch}
        categories={categories}
        selected={search ? 'all' : category}
        hrefOf={hrefOf}
      />
      {/* A key, so that nothing of another city is reused. */}
      {isUsual && <PromoBanner key={city} city={city} isLate={isLate} />}
      {(waits || deals.length > 0) && (
        <div
          key={`heading ${city} ${isBannerAwaited}`}
          className="flex flex-wrap items-center justify-between gap-x-2 low:-my-1"
        >
          <h2 className={`min-w-0 flex-1 text-xl sm:text-2xl wrap-anywhere ${search ? 'line-clamp-4' : ''}`}>
            {kind ? <WithPart part={kind}>{heading}</WithPart> : heading}
          </h2>
          <FindBar filter={filter} />
        </div>
      )}
      <NearProblem />
      <Chosen filter={filter} />
      <Suspense>
        {corrected && !waits && deals.length > 0 && <Corrected search={search} corrected={corrected} />}
      </Suspense>
      <Suspense>{offer && <SearchOffer offer={offer} categories={categories} />}</Suspense>
      {waits ? (
        <DealSkeletons key={`boxes ${isBannerAwaited}`} count={3} />
      ) : answer ? null : deals.length === 0 ? (
        <Suspense>
          <HomeEmpty
            search={search}
            failed={list.isError}
            unbound={isBound ? unbound : null}
            clear={() => replace({ search: null })}
            everywhere={everywhere}
            retry={retry}
          />
        </Suspense>
      ) : (
        <HomeList key={shown} deals={deals} label={place} fading={list.isPlaceholderData} />
      )}
      {isNothingFound && (
        <Suspense>
          <BeyondNothing {...{ answer, partly, city, categories, hrefOf }} />
        </Suspense>
      )}
      {waits ? null : missing > 0 ? (
        <DealSkeletons count={missing * PAGE_SIZE} />
      ) : (
        <>
          {list.isFetchingNextPage && <DealSkeletons count={NEXT_BOXES} />}
          <More list={list} box={box} text={t('home.loadMore')} />
        </>
      )}
      {isAtEnd && <p className="mt-2 text-center text-sm text-muted">{t('home.endOfList')}</p>}
      <Suspense>
        <HomeEnd
          filter={answer ? offeredBy(answer) : filter}
          count={isThere && !waits ? (answer?.count ?? deals.length) : null}
          hasMore={!answer && list.hasNextPage}
          partly={answer ? 0 : partly.length}
          end={isThere && !waits && !list.hasNextPage ? filter : null}
        />
      </Suspense>
    </div>
  );
}

const PinnedOrder = lazyWithRetry(
  async () => (await import('#web/features/orders/pinned-order.tsx')).PinnedOrder,
  ['shopping'],
);

/** The pinned order of a signed-in user; not part of the server's HTML. */
function OwnOrder() {
  const visitor = useUser();
  return visitor.state === 'user' ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <PinnedOrder />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
