import { MAX_LIMIT, PAGE_SIZE } from '#core/contract/deals.ts';
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { readCursor, type Sort } from './deals-cursor.rules.ts';
import type { DealFilter } from './deals-list.store.ts';

const MAX_SEARCH = 200;

export interface ListQuery {
  category?: string | undefined;
  search?: string | undefined;
  city?: string | undefined;
  sort?: Sort | undefined;
  limit?: string | undefined;
  cursor?: string | undefined;
}

/** What a query asks for, or null when no deal can answer it. */
export function toFilter(query: ListQuery): DealFilter | null {
  const city = toPlace(query.city || DEFAULT_CITY);
  const category = query.category && query.category !== 'all' ? query.category : null;
  const search = query.search?.trim() || null;
  const sort = query.sort ?? 'default';
  const cursor = query.cursor ? readCursor(query.cursor, { sort, isSearch: search !== null }) : null;
  const limit = toLimit(query);
  if (city === undefined || (category !== null && !/^[a-z0-9-]{1,40}$/.test(category))) return null;
  if (search !== null && [...search].length > MAX_SEARCH) return null;
  return { city, category, search, sort, limit, cursor };
}

/** Null is the whole country; undefined is nowhere. */
export function toPlace(city: string): string | null | undefined {
  if (city === 'all') return null;
  return isCity(city) ? city : undefined;
}

/** The specified client knows no pages: without `limit` and `cursor` it gets as much as one answer may hold. */
function toLimit({ limit, cursor }: ListQuery): number {
  if (limit === undefined || limit === '') return cursor ? PAGE_SIZE : MAX_LIMIT;
  const number = Number(limit);
  if (number >= 1 && number <= MAX_LIMIT) return number;
  throw new AppError(400, 'input.invalid', { values: { fields: 'limit' }, details: { fields: ['limit'] } });
}
