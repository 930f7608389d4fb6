/** Instead of deals, or above them: what else a search may have meant. */
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { urlOf } from '#core/contract/call.ts';
import type { Category } from '#core/contract/categories.ts';
import { MOST_COUNTED, type SearchHints } from '#core/contract/deals.ts';
import { searches } from '#core/contract/searches.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { type CityChoice, DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Translate } from '#core/i18n/t.ts';
import { DealSkeletons } from '#web/features/deals/deal-grid.tsx';
import { categoryName, cityName, langOfCategory } from '#web/features/deals/deal-words.tsx';
import { dealListQuery, type Filter } from '#web/features/deals/use-deals.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { type Api, api } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { Link } from '#web/kit/router/link.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ChevronRight, MapPin, Tag } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { EmptyState, Offline } from '#web/ui/problem.tsx';
import { NOTHING_FOUND, UNBOUND } from './filter.ts';
import { HomeList } from './home-list.tsx';
import { offeredBy } from './search.ts';

interface SearchHintsProps {
  offer: NonNullable<SearchHints['offer']>;
  categories: Parameters<typeof categoryName>[0][];
}

/** The count, or that there are more than were counted. */
const countedDeals = (count: number, t: Translate) =>
  count > MOST_COUNTED
    ? t('find.over', { deals: t.count('home.results', MOST_COUNTED) })
    : t.count('home.results', count);

/** The list that the words of a search name: a city, a category, or both. */
export function SearchOffer({ offer: { city, category, search, count }, categories }: SearchHintsProps) {
  const t = useT();
  const address = useAddress();
  const known = categories.find(({ slug }) => slug === category);
  const what = category ? categoryName(known ?? { slug: category }, t) : search && `“${search}”`;
  const deals = countedDeals(count, t);
  const where = city === 'all' ? t('find.inAll', { deals }) : t('find.in', { deals, city: cityName(city, t) });
  const Icon = category ? Tag : MapPin;
  return (
    <Link
      to={addressWith(address, {
        ...UNBOUND,
        category,
        search: search || null,
        city: city === DEFAULT_CITY ? null : city,
      })}
      className="flex min-h-11 items-center gap-3 rounded-card bg-surface p-4 font-semibold shadow-card"
    >
      <Icon size={20} className="shrink-0 text-brand" />
      <span className="flex-1">{what ? `${what} · ${where}` : where}</span>
      <ChevronRight size={18} className="shrink-0 text-muted" />
    </Link>
  );
}

/** Says that no deal has the words as typed, and links to the search that is shown instead. */
export function Corrected({ search, corrected }: { search: string; corrected: string }) {
  const t = useT();
  const address = useAddress();
  return (
    <p className="wrap-anywhere">
      {t('find.corrected', { search })}{' '}
      <Link to={addressWith(address, { search: corrected })} className="font-semibold underline">
        {corrected}
      </Link>
    </p>
  );
}

interface BeyondProps {
  /** The list that the search names. */
  answer: SearchHints['offer'] | undefined;
  partly: DealCard[];
  city: CityChoice;
  categories: Category[];
  hrefOf: (slug: string) => string;
}

/** When no deal matches all words: the list that they name, else partial matches and popular searches. */
export function BeyondNothing({ answer, partly, ...ways }: BeyondProps) {
  if (answer) return <Offered offer={answer} partly={partly} />;
  return (
    <>
      <PartlyFound deals={partly} />
      <PopularSearches {...ways} />
    </>
  );
}

function Offered({ offer, partly }: Pick<SearchHintsProps, 'offer'> & Pick<BeyondProps, 'partly'>) {
  const t = useT();
  const { data, isPending } = useInfiniteQuery(dealListQuery(api, offeredBy(offer)));
  if (isPending) return <DealSkeletons count={Math.min(offer.count, 3)} />;
  const deals = data?.pages[0]?.items ?? [];
  const shown = new Set(deals.map(({ id }) => id));
  return (
    <>
      {deals.length > 0 && <HomeList deals={deals} label={countedDeals(offer.count, t)} fading={false} />}
      <PartlyFound deals={partly.filter(({ id }) => !shown.has(id))} />
    </>
  );
}

function PartlyFound({ deals }: { deals: DealCard[] }) {
  const t = useT();
  if (deals.length === 0) return null;
  return (
    <section aria-labelledby="partly" className="flex flex-col gap-4">
      <h2 id="partly" className="text-2xl">
        {t('find.partly')}
      </h2>
      <HomeList deals={deals} label={t('find.partly')} fading={false} />
    </section>
  );
}

interface PopularSearchesProps extends Pick<Filter, 'city'> {
  categories: Category[];
  hrefOf: (slug: string) => string;
}

/** Popular searches with results, or the categories where there are none. */
function PopularSearches({ city, categories, hrefOf }: PopularSearchesProps) {
  const t = useT();
  const id = useId();
  const address = useAddress();
  const { data: popular = [], isPending } = useQuery(popularQuery(api, city));
  const searches = popular.map((said) => ({
    name: said,
    lang: undefined,
    to: addressWith(address, { ...UNBOUND, category: null, search: said }),
  }));
  const filled = categories.filter(({ dealCount }) => dealCount > 0);
  const kinds = filled.map((category) => ({
    name: categoryName(category, t),
    lang: langOfCategory(category, t),
    to: hrefOf(category.slug),
  }));
  const ways = searches.length > 0 ? searches : kinds;
  const isWaiting = useHydrated() && isPending;
  if (isWaiting) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-11 rounded-full" />
      </div>
    );
  }
  if (isPending || ways.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-xl">
        {t(searches.length > 0 ? 'find.popular' : 'categories.title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {ways.map(({ name, lang, to }) => (
          <li key={to}>
            <ButtonLink variant="secondary" to={to} lang={lang}>
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const placeOf = (city: Filter['city']) => (city === DEFAULT_CITY ? {} : { city });

const popularQuery = (api: Api, city: Filter['city']) =>
  queryOptions({
    queryKey: [urlOf(searches.popular, { query: placeOf(city) })],
    queryFn: () => api.call(searches.popular, { query: placeOf(city) }),
  });

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
