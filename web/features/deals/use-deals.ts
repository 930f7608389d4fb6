/** The catalogue as queries; each key is the URL of its call. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { categories } from '#core/contract/categories.ts';
import { deals } from '#core/contract/deals.ts';
import type { Deal, DealCard } from '#core/contract/shapes.ts';
import { type CityChoice, DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Api } from '#web/kit/api.ts';
import { pagesQuery, times } from '#web/kit/queries.ts';
import { isSort } from './list-sorts.ts';

export interface Filter {
  /** Slug, or `all`. */
  category: string;
  search: string;
  city: CityChoice;
  /** Empty where the address says nothing of it. */
  sort: string;
  /** Whole lek. */
  minPrice: string;
  maxPrice: string;
  /** Where somebody is who wants what is near, as `sort=near` takes it; in no address. */
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

/** Stands in for a list that is on its way: the one before, unless it is of another city. */
export function listBefore<List>({ city }: Filter) {
  return (before: List | undefined, query?: { queryKey: readonly unknown[] }): List | undefined => {
    const asked = new URLSearchParams(String(query?.queryKey[0]).split('?')[1]);
    return (asked.get('city') ?? DEFAULT_CITY) === city ? before : undefined;
  };
}

/** Where one may look next who has seen all of a city. */
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

/** Not asked by class: while a page is rendered, the error comes from the server's own copy of ApiError. */
export const isAbsent = (error: unknown) => error instanceof Error && 'status' in error && error.status === 404;

async function findDeal(api: Api, id: string): Promise<Deal | null> {
  try {
    return await api.call(deals.get, { params: { id } });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** A deal that the public does not see, asked for by a person: kept under them, so that it goes when they sign out. */
export const hiddenDealQuery = (api: Api, id: string, userId: string) =>
  queryOptions({
    queryKey: [userId, urlOf(deals.get, { params: { id } })],
    queryFn: () => findDeal(api, id),
  });

/** What a list knows of a deal, without what only the deal itself says. */
export const asDeal = (card: DealCard): Deal => ({
  ...card,
  businessInfo: null,
  businessInfoEn: null,
  socialLink: null,
  phone: null,
  views: 0,
  shares: 0,
  likes: 0,
  sold: 0,
  salon: null,
});

/** Null when there is no such deal. */
export const dealQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [urlOf(deals.get, { params: { id } })],
    queryFn: () => findDeal(api, id),
  });

/** What stands beside a deal. */
export const relatedQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [urlOf(deals.related, { params: { id } })],
    queryFn: () => api.call(deals.related, { params: { id } }),
    ...times.deals,
  });

export const categoriesQuery = (api: Api, city: CityChoice) =>
  queryOptions({
    queryKey: [urlOf(categories.list, { query: { city } })],
    queryFn: () => api.call(categories.list, { query: { city } }),
    ...times.categories,
  });
