import * as z from 'zod/mini';
import type { sorts } from '#core/contract/deals.ts';
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { invalidInput } from '#server/kit/http/errors.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { readCursor, writeCursor } from '#server/kit/http/pagination.ts';

/** Sort keys of the last deal of a page, and for a search the field of its match. */
export interface Cursor {
  field: number;
  keys: (string | number | boolean | null)[];
}

export type Sort = (typeof sorts)[number];

export interface DealFilter {
  /** Null is the whole country. */
  city: string | null;
  category: string | null;
  /** Trimmed, not empty. */
  search: string | null;
  sort: Sort;
  /** Lek, inclusive. */
  minPrice: number | null;
  maxPrice: number | null;
  /** 'lat,lng', only for sort `near`. */
  near: string | null;
  limit: number;
  cursor: Cursor | null;
  /** Only with the default order, without search. */
  isFeatured?: true;
}

export interface Search {
  /** Null is the whole country. */
  city: string | null;
  said: string;
}

const id = z.uuid();
const micros = z.int().check(z.minimum(0), z.maximum(8e15));
/** PostgreSQL integer. */
const field = z.int().check(z.minimum(0), z.maximum(8));

const shapes = {
  default: z.tuple([z.literal('default'), field, z.boolean(), micros, id]),
  newest: z.tuple([z.literal('newest'), field, micros, id]),
  price: z.tuple([z.literal('price'), field, z.number().check(z.minimum(0), z.maximum(1e8)), id]),
  discount: z.tuple([z.literal('discount'), field, z.int().check(z.minimum(0), z.maximum(100)), id]),
  ending: z.tuple([z.literal('ending'), field, z.nullable(micros), id]),
  rating: z.tuple([z.literal('rating'), field, z.nullable(z.number().check(z.minimum(0), z.maximum(5))), id]),
  near: z.tuple([z.literal('near'), field, z.nullable(z.number().check(z.minimum(0), z.maximum(1e3))), id]),
} as const;

/** @param keys - JSON array of the last deal, from the database */
export function cursorAfter(sort: Sort, keys: string): string {
  return writeCursor(`["${sort}",${keys.slice(1)}`);
}

/** Parses a cursor of the same sort and kind (list or search). */
export function toCursor(text: string, { sort, isSearch }: { sort: Sort; isSearch: boolean }): Cursor {
  const [, at, ...keys] = readCursor<[Sort, number, ...Cursor['keys']]>(text, shapes[sort]);
  if (at > 0 !== isSearch) throw invalidInput({ cursor: 'invalid' });
  return { field: at, keys };
}

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

/** Null when no deal can match. */
export function toFilter(query: ListQuery, page: PageRequest): DealFilter | null {
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

/** Null when nothing can match. */
export function toSearch(query: Pick<ListQuery, 'search' | 'city'>): Search | null {
  const city = toPlace(query.city || DEFAULT_CITY);
  const said = query.search?.trim() ?? '';
  return city === undefined || said === '' || isTooLong(said) ? null : { city, said };
}

/** Null is the whole country; undefined is unknown. */
export function toPlace(city: string): string | null | undefined {
  if (city === 'all') return null;
  return isCity(city) ? city : undefined;
}
