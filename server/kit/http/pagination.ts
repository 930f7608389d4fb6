/** Keyset pagination; cursors are opaque base64url JSON. */
import { type SQL, sql } from 'drizzle-orm';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import type { Page } from './answer.ts';
import { parseJson } from './body.ts';
import { invalidInput } from './errors.ts';
import type { PageRequest } from './input.ts';

/** What a cursor holds of a sort column: instants as microseconds. */
const shapes = {
  instant: z.int().check(z.minimum(0), z.maximum(8e15)),
  boolean: z.boolean(),
  text: z.string(),
  uuid: z.uuid(),
};
type Kind = keyof typeof shapes;
type SortKeys = readonly (readonly [expression: string, kind: Kind])[];

/**
 * SQL fragments for a page in the order of the sort keys, of which the last is unique: the condition of what follows the
 * cursor, `order by` with a limit of one row more than the page has, and the column `keys` for `pageOf`.
 */
export function keyset(
  sortKeys: SortKeys,
  { limit, cursor }: PageRequest,
  direction: 'asc' | 'desc',
): { behind: SQL; ordered: SQL; keys: SQL } {
  const columns = sql.raw(sortKeys.map(([expression]) => expression).join(', '));
  const order = sql.raw(sortKeys.map(([expression]) => `${expression} ${direction}`).join(', '));
  const micros = (expression: string) => `(extract(epoch from ${expression}) * 1000000)::bigint`;
  const json = sortKeys.map(([expression, kind]) => (kind === 'instant' ? micros(expression) : expression));
  return {
    behind:
      cursor === null
        ? sql`true`
        : sql`(${columns}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${valuesOf(sortKeys, cursor)})`,
    ordered: sql`order by ${order} limit ${limit + 1}`,
    keys: sql`json_build_array(${sql.raw(json.join(', '))})::text as keys`,
  };
}

function valuesOf(sortKeys: SortKeys, cursor: string): SQL {
  const kinds = sortKeys.map(([, kind]) => kind);
  const values = readCursor(cursor, z.tuple(kinds.map((kind) => shapes[kind]) as unknown as [z.ZodMiniType]));
  const bound = (values as unknown[]).map((value, index) =>
    kinds[index] === 'instant' ? sql`from_micros(${String(value)})` : sql`${value}::${sql.raw(kinds[index] ?? '')}`,
  );
  return sql.join(bound, sql`, `);
}

/** The same for a table with `created_at` and `id`, newest first. */
export const newestFirst = (table: string, page: PageRequest) =>
  keyset(
    [
      [`${table}.created_at`, 'instant'],
      [`${table}.id`, 'uuid'],
    ],
    page,
    'desc',
  );

/** The page from the rows of that statement. */
export function pageOf<Item>(found: { item: Item; keys: string }[], { limit }: PageRequest): Page<Item[]> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items: items.map(({ item }) => item), next: last ? writeCursor(last.keys) : null };
}

/** `keys`: JSON of the last row's sort keys. */
export function writeCursor(keys: string): string {
  return Buffer.from(keys).toString('base64url');
}

/** Throws 400 when the keys do not have the given shape. */
export function readCursor<T>(text: string, shape: ZodMiniType<T>): T {
  const result = shape.safeParse(parse(text));
  if (!result.success) throw invalidInput({ cursor: 'invalid' });
  return result.data;
}

function parse(text: string): unknown {
  try {
    return parseJson(Buffer.from(text, 'base64url'));
  } catch {
    return null;
  }
}
