/** Cursors as lists give them, and the same with one part changed: only their lists should read them, but anybody may write one. */
import { NEXT_CURSOR } from '#core/contract/call.ts';
import { sorts } from '#core/contract/deals.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import type { Client } from './client.ts';
import { namesOf, plainSample, requestOf, type Sample } from './samples.ts';

/** In place of a part, as it would stand in the text. */
const PARTS = [
  ...['2147483647', '2147483648', '-2147483649', '9007199254740992', '1e300', '1e999', '5e-324'],
  ...['-1', '0.5', '8e15', '99999999999999999999999999', 'null', 'true', '[]', '""'],
  ...['"NaN"', '"Infinity"', '"2026-02-30T00:00:00Z"', '"1 or 1=1"', '"\\u0000"'],
  ...['"ffffffff-ffff-ffff-ffff-ffffffffffff"', '"00000000-0000-0000-0000-000000000000"', '"{01890000-0000-7000}"'],
];

type Query = Record<string, string>;

/** Each way in which a list that comes in pages can be asked, with a cursor of it; its answer must not be one page. */
export async function askedWithCursor(who: Client, endpoint: Endpoint): Promise<{ asked: Sample; cursor: string }[]> {
  const names = namesOf(endpoint.query);
  const orders = names.includes('sort') ? sorts.map((sort): Query => ({ sort, near: '41.33,19.82' })) : [{}];
  const searches: Query[] = names.includes('search') ? [{ city: 'all' }, { city: 'all', search: 'manikyr' }] : [{}];
  const queries = orders.flatMap((order) => searches.map((search) => ({ ...order, ...search, limit: '1' })));
  return Promise.all(
    queries.map(async (query) => {
      const asked = { ...plainSample(endpoint), query };
      const { headers } = await who.send(requestOf(endpoint, asked));
      const cursor = headers[NEXT_CURSOR];
      if (!cursor)
        throw new Error(`${endpoint.path} has no second page: let \`known\` of its line of the table make one`);
      return { asked, cursor: String(cursor) };
    }),
  );
}

/** The cursor with each of its parts in turn replaced by what might hurt, with one part more and with one less. */
export function spoiledCursors(cursor: string): string[] {
  const parts = (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]).map((part) =>
    JSON.stringify(part),
  );
  const replaced = parts.flatMap((_, at) => PARTS.map((part) => parts.with(at, part)));
  const texts = [...replaced, [...parts, '1'], parts.slice(0, -1)].map((all) => `[${all.join(',')}]`);
  return texts.map((text) => Buffer.from(text).toString('base64url'));
}
