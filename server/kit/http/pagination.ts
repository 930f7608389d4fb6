/** Keyset pagination, newest first, of any table with `created_at` and `id`; cursors are opaque base64url JSON. */
import { type SQL, sql } from 'drizzle-orm';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import type { Page } from './answer.ts';
import { parseJson } from './body.ts';
import { invalidInput } from './errors.ts';
import type { PageWish } from './input.ts';

const Keys = z.tuple([z.int().check(z.minimum(0), z.maximum(8e15)), z.uuid()]);

/** SQL fragments for a page of `table`; one row more is selected to know whether others follow. */
export function newestFirst(table: string, { limit, cursor }: PageWish): { behind: SQL; ordered: SQL; keys: SQL } {
  const [createdAt, id] = [sql.raw(`${table}.created_at`), sql.raw(`${table}.id`)];
  const after = cursor === null ? null : readCursor(cursor, Keys);
  return {
    behind: after ? sql`(${createdAt}, ${id}) < (from_micros(${String(after[0])}), ${after[1]}::uuid)` : sql`true`,
    ordered: sql`order by ${createdAt} desc, ${id} desc limit ${limit + 1}`,
    keys: sql`json_build_array((extract(epoch from ${createdAt}) * 1000000)::bigint, ${id})::text as keys`,
  };
}

/** The page from the rows of that statement. */
export function pageOf<Item>(found: { item: Item; keys: string }[], { limit }: PageWish): Page<Item[]> {
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
