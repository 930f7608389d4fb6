import * as z from 'zod/mini';
import type { sorts } from '#core/contract/deals.ts';
import { invalidInput } from '#server/kit/http/errors.ts';
import { readCursor, writeCursor } from '#server/kit/http/newest-first.ts';

/** Where a page ended: the sort keys of its last deal, and in a search the field in which it was found. */
export interface Cursor {
  field: number;
  keys: (string | number | boolean | null)[];
}

export type Sort = (typeof sorts)[number];

const id = z.uuid();
const micros = z.int().check(z.minimum(0), z.maximum(8e15));
/** As large as a column of PostgreSQL that counts. */
const count = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));
const field = z.int().check(z.minimum(0), z.maximum(4));

const shapes = {
  default: z.tuple([z.literal('default'), field, z.boolean(), micros, id]),
  newest: z.tuple([z.literal('newest'), field, micros, id]),
  price: z.tuple([z.literal('price'), field, z.number().check(z.minimum(0), z.maximum(1e8)), id]),
  discount: z.tuple([z.literal('discount'), field, z.int().check(z.minimum(0), z.maximum(100)), id]),
  ending: z.tuple([z.literal('ending'), field, z.nullable(micros), id]),
  rating: z.tuple([z.literal('rating'), field, z.nullable(z.number().check(z.minimum(0), z.maximum(5))), count, id]),
  near: z.tuple([z.literal('near'), field, z.nullable(z.number().check(z.minimum(0), z.maximum(1e3))), id]),
} as const;

/** `keys` is the JSON array that the database made of the last deal. */
export function cursorAfter(sort: Sort, keys: string): string {
  return writeCursor(`["${sort}",${keys.slice(1)}`);
}

/** Reads what `cursorAfter` wrote for the same sort; a list's cursor does not fit a search, nor the reverse. */
export function toCursor(text: string, { sort, isSearch }: { sort: Sort; isSearch: boolean }): Cursor {
  const [, at, ...keys] = readCursor<[Sort, number, ...Cursor['keys']]>(text, shapes[sort]);
  if (at > 0 !== isSearch) throw invalidInput({ cursor: 'invalid' });
  return { field: at, keys };
}
