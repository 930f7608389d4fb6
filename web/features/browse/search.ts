import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchHints } from '#core/contract/deals.ts';
import { searches } from '#core/contract/searches.ts';
import { DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { type Filter, hintsQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';

export const offeredBy = ({ city, category, search }: NonNullable<SearchHints['offer']>): Filter => ({
  category: category ?? 'all',
  search,
  city: toCityChoice(city),
  sort: '',
  minPrice: '',
  maxPrice: '',
});

/** Debounce of the hints, in ms: longer than that of the list. */
const CALM_MS = 400;

interface Hints extends Partial<SearchHints> {
  /** Whether the hints are not known yet. */
  isAsking: boolean;
}

/** Hints for a search without results; empty while there are none. */
export function useSearchHints({ search, city }: Pick<Filter, 'search' | 'city'>): Hints {
  const [calm, setCalm] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(search), CALM_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const { data = {}, isLoading } = useQuery(hintsQuery(api, { search: calm, city }));
  return calm === search ? { ...data, isAsking: isLoading } : { isAsking: search !== '' };
}

type SearchInCity = Pick<Filter, 'search' | 'city'>;

/** A search shown for this long counts as finished, in ms. */
const STAYED_MS = 2500;

const placeOf = (city: Filter['city']) => (city === DEFAULT_CITY ? {} : { city });

/** Counts the search once its results are shown. */
export function useCountedSearch({ search, city }: SearchInCity, isShown: boolean): void {
  useEffect(() => {
    if (!search || !isShown) return;
    const timer = setTimeout(() => {
      // Losing a count is harmless.
      api.call(searches.count, { body: { search, ...placeOf(city) } }).catch(() => {});
    }, STAYED_MS);
    return () => clearTimeout(timer);
  }, [search, city, isShown]);
}
