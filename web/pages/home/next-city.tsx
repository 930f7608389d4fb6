import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { cityName } from '#web/features/deals/deal-words.ts';
import { type Filter, nextCityQuery } from '#web/features/deals/use-deals.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { savePreference } from '#web/kit/preferences.ts';
import { ButtonLink } from '#web/ui/button.tsx';

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
