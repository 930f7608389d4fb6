import { useInfiniteQuery } from '@tanstack/react-query';
import type { Category } from '#core/contract/categories.ts';
import { MOST_COUNTED, type SearchHints } from '#core/contract/deals.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { type CityChoice, DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import type { Translate } from '#core/i18n/t.ts';
import { DealSkeletons } from '#web/features/deals/deal-grid.tsx';
import { categoryName, cityName } from '#web/features/deals/deal-words.ts';
import { dealListQuery, type Filter } from '#web/features/deals/use-deals.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';
import { ChevronRight, MapPin, Tag } from '#web/ui/icons.tsx';
import { HomeList } from './home-list.tsx';
import { PopularSearches } from './popular-searches.tsx';
import { UNBOUND } from './use-home-filter.ts';

interface Props {
  offer: NonNullable<SearchHints['offer']>;
  categories: Parameters<typeof categoryName>[0][];
}

/** How many there are, or that there are more than were counted. */
const countedDeals = (count: number, t: Translate) =>
  count > MOST_COUNTED
    ? t('find.over', { deals: t.count('home.results', MOST_COUNTED) })
    : t.count('home.results', count);

/** The list that the words of a search name: of a city, of a category, of both. */
export function SearchOffer({ offer: { city, category, search, count }, categories }: Props) {
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

/** The list behind an offer. */
export const offeredBy = ({ city, category, search }: Props['offer']): Filter => ({
  ...{ category: category ?? 'all', search, city: toCityChoice(city) },
  ...{ sort: '', minPrice: '', maxPrice: '' },
});

interface BeyondProps {
  /** What the search names, which answers it. */
  answer: SearchHints['offer'] | undefined;
  partly: DealCard[];
  city: CityChoice;
  categories: Category[];
  hrefOf: (slug: string) => string;
}

/** Where no deal has all of the words: what they name, else those that have some and what others search for. */
export function BeyondNothing({ answer, partly, ...ways }: BeyondProps) {
  if (answer) return <Offered offer={answer} partly={partly} />;
  return (
    <>
      <PartlyFound deals={partly} />
      <PopularSearches {...ways} />
    </>
  );
}

function Offered({ offer, partly }: Pick<Props, 'offer'> & Pick<BeyondProps, 'partly'>) {
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
