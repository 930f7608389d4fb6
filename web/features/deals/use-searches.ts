/** What people search for: told when somebody stays with a search, asked for when one finds nothing. */
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { searches } from '#core/contract/searches.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Api } from '#web/kit/api.ts';
import { api } from '#web/kit/api.ts';
import type { Filter } from './use-deals.ts';

type Search = Pick<Filter, 'search' | 'city'>;

/** Whoever looks at what a search found for so long has typed all of it. */
const STAYED_MS = 2500;

const placeOf = (city: Filter['city']) => (city === DEFAULT_CITY ? {} : { city });

export const popularQuery = (api: Api, city: Filter['city']) =>
  queryOptions({
    queryKey: [urlOf(searches.popular, { query: placeOf(city) })],
    queryFn: () => api.call(searches.popular, { query: placeOf(city) }),
  });

/** `isShown` once what the search found is on the screen. */
export function useCountedSearch({ search, city }: Search, isShown: boolean): void {
  useEffect(() => {
    if (!search || !isShown) return;
    const timer = setTimeout(() => {
      // A search that is not counted is not missed by whoever made it.
      api.call(searches.count, { body: { search, ...placeOf(city) } }).catch(() => {});
    }, STAYED_MS);
    return () => clearTimeout(timer);
  }, [search, city, isShown]);
}
