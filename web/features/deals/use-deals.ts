/** The catalogue's queries; each key is the URL of its call. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { categories } from '#core/contract/categories.ts';
import { deals } from '#core/contract/deals.ts';
import type { Deal } from '#core/contract/shapes.ts';
import { type CityChoice, DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Api } from '#web/kit/data/api.ts';
import { pagesQuery, times } from '#web/kit/data/queries.ts';

/** The sorts that an address can name, in the order of the menu. */
export const sorts = ['newest', 'ending', 'price', 'discount', 'rating'] as const;
export type Sort = (typeof sorts)[number];
export const isSort = (said: string): said is Sort => (sorts as readonly string[]).includes(said);

export interface Filter {
  /** Slug, or `all`. */
  category: string;
  search: string;
  city: CityChoice;
  /** Empty if the address names none. */
  sort: string;
  /** Whole lek. */
  minPrice: string;
  maxPrice: string;
  /** The position for `sort=near`; never in an address. */
  near?: string | null;
}

/** Spec 1 §7: no city for tirana; no category for `all` or while a search is active. */
const queryOf = ({ category, search, city, sort, minPrice, maxPrice, near }: Filter) => ({
  ...(search ? { search } : category === 'all' ? {} : { category }),
  ...(city === DEFAULT_CITY ? {} : { city }),
  ...(near ? { sort: 'near' as const, near } : isSort(sort) && { sort }),
  minPrice,
  maxPrice,
});

export const dealListQuery = (api: Api, filter: Filter) =>
  infiniteQueryOptions({ ...pagesQuery(api, deals.list, queryOf(filter)), ...times.deals });

export const hintsQuery = (api: Api, { search, city }: Pick<Filter, 'search' | 'city'>) => {
  const query = { search, ...(city === DEFAULT_CITY ? {} : { city }) };
  return queryOptions({
    queryKey: [urlOf(deals.hints, { query })],
    queryFn: () => api.call(deals.hints, { query }),
    enabled: search !== '',
    ...times.deals,
  });
};

/** Placeholder while a list loads: the previous one, unless it is of another city. */
export function listBefore<List>({ city }: Filter) {
  return (before: List | undefined, query?: { queryKey: readonly unknown[] }): List | undefined => {
    const asked = new URLSearchParams(String(query?.queryKey[0]).split('?')[1]);
    return (asked.get('city') ?? DEFAULT_CITY) === city ? before : undefined;
  };
}

/** The nearest city with deals. */
export const nextCityQuery = (api: Api, { city, category }: Pick<Filter, 'city' | 'category'>) => {
  const query = { city, ...(category === 'all' ? {} : { category }) };
  return queryOptions({
    queryKey: [urlOf(deals.nextCity, { query })],
    queryFn: () => api.call(deals.nextCity, { query }),
    ...times.deals,
  });
};

export const featuredQuery = (api: Api, city: CityChoice) =>
  queryOptions({
    queryKey: [urlOf(deals.featured, { query: { city } })],
    queryFn: () => api.call(deals.featured, { query: { city } }),
    ...times.featured,
  });

/** Not `instanceof`: during server rendering the error comes from the server's own copy of ApiError. */
export const isAbsent = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404;

export async function findDeal(api: Api, id: string): Promise<Deal | null> {
  try {
    return await api.call(deals.get, { params: { id } });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Null when there is no such deal. */
export const dealQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [urlOf(deals.get, { params: { id } })],
    queryFn: () => findDeal(api, id),
  });

export const categoriesQuery = (api: Api, city: CityChoice) =>
  queryOptions({
    queryKey: [urlOf(categories.list, { query: { city } })],
    queryFn: () => api.call(categories.list, { query: { city } }),
    ...times.categories,
  });
