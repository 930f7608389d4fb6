import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { invalidInput } from '#server/kit/http/errors.ts';
import type { PageWish } from '#server/kit/http/input.ts';
import { type Sort, toCursor } from './deals-cursor.rules.ts';
import type { Search } from './deals-hints.store.ts';
import type { DealFilter } from './deals-list.store.ts';

const MAX_SEARCH = 200;

export interface ListQuery {
  category?: string | undefined;
  search?: string | undefined;
  city?: string | undefined;
  sort?: Sort | undefined;
  minPrice?: string | undefined;
  maxPrice?: string | undefined;
  near?: string | undefined;
}

/** What a query asks for, or null when no deal can answer it. */
export function toFilter(query: ListQuery, page: PageWish): DealFilter | null {
  const city = toPlace(query.city || DEFAULT_CITY);
  const category = query.category && query.category !== 'all' ? query.category : null;
  const search = query.search?.trim() || null;
  const sort = query.sort ?? 'default';
  const minPrice = query.minPrice ? Number(query.minPrice) : null;
  const maxPrice = query.maxPrice ? Number(query.maxPrice) : null;
  const near = sort === 'near' ? query.near || null : null;
  if (sort === 'near' && near === null) throw invalidInput({ near: 'required' });
  const cursor = page.cursor === null ? null : toCursor(page.cursor, { sort, isSearch: search !== null });
  if (city === undefined || (category !== null && !/^[a-z0-9-]{1,40}$/.test(category))) return null;
  if (search !== null && isTooLong(search)) return null;
  return { city, category, search, sort, minPrice, maxPrice, near, limit: page.limit, cursor };
}

const isTooLong = (search: string) => [...search].length > MAX_SEARCH;

/** What is searched for, and where; null when nothing can be found. */
export function toSearch(query: Pick<ListQuery, 'search' | 'city'>): Search | null {
  const city = toPlace(query.city || DEFAULT_CITY);
  const said = query.search?.trim() ?? '';
  return city === undefined || said === '' || isTooLong(said) ? null : { city, said };
}

/** Null is the whole country; undefined is nowhere. */
export function toPlace(city: string): string | null | undefined {
  if (city === 'all') return null;
  return isCity(city) ? city : undefined;
}
