import type { SearchHints } from '#core/contract/deals.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { type CityChoice, DEFAULT_CITY } from '#core/domain/cities.ts';
import { categoryName, cityName } from '#web/features/deals/deal-words.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
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

/** The list that the words of a search name: of a city, of a category, of both. */
export function SearchOffer({ offer: { city, category, search, count }, categories }: Props) {
  const t = useT();
  const address = useAddress();
  const known = categories.find(({ slug }) => slug === category);
  const what = category ? categoryName(known ?? { slug: category }, t) : search && `“${search}”`;
  const deals = t.count('home.results', count);
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
      <ChevronRight size={18} className="shrink-0 text-quiet" />
    </Link>
  );
}

/** Where no deal has all of the words: those that have some, and what others search for. */
export function BeyondNothing({ partly, city }: { partly: DealCard[]; city: CityChoice }) {
  return (
    <>
      <PartlyFound deals={partly} />
      <PopularSearches city={city} />
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
