/** After the list of home: how many deals it has, for screen readers, and where there are more. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Translate } from '#core/i18n/t.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { categoriesQuery, type Filter, nextCityQuery } from '#web/features/deals/use-deals.ts';
import { announce, joinSentences } from '#web/kit/access/announce.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { savePreference } from '#web/kit/preferences.ts';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NOTHING_FOUND } from './filter.ts';

interface EndProps extends CountProps {
  /** The filter of the list, if it is shown as a whole. */
  end: Filter | null;
}

export function HomeEnd({ end, ...count }: EndProps) {
  return (
    <>
      <ResultCount {...count} />
      {end && <NextCity filter={end} />}
    </>
  );
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
