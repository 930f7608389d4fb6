import type { Pool } from 'pg';
import { cities } from '#core/domain/cities.ts';
import { dealCardJson, isLive } from './deals.store.ts';
import type { Cursor, Sort } from './deals-cursor.rules.ts';

export interface DealFilter {
  /** Null is the whole country. */
  city: string | null;
  category: string | null;
  /** Trimmed, not empty; null is none. */
  search: string | null;
  sort: Sort;
  limit: number;
  cursor: Cursor | null;
  /** Only with the default order, without search. */
  isFeatured?: true;
}

/** A page as the database wrote it. */
export interface DealPage {
  json: string;
  /** Sort keys of the last deal, as JSON, when more follow. */
  next: string | null;
  /** Milliseconds until the first of its deals expires; null when none does. */
  left: number | null;
}

/** How many of the newest deals a search looks through before it asks the index: first, and when the words are frequent. */
const NEAR = 300;
const farIn = ({ city, category }: DealFilter) => (city ? 1000 : 3000) / (category ? 2 : 1);
/** More than so many matches among the near ones make words frequent. */
const FREQUENT = 3;
/** As many matches as are sorted at once instead of field by field. */
const FEW = 400;
/** Limits worth a prepared statement on every connection. */
const USUAL_LIMITS = [12, 100];

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const instant = (value: string) => `('epoch'::timestamptz + ${value}::float8 * interval '1 microsecond')`;

interface Order {
  by: string;
  /** The keys as JSON. */
  keys: string;
  /** What stands after the cursor's keys. */
  after: (...values: string[]) => string;
}

// The indexes say `nulls last`; an order that does not would not use them.
const orders: Record<Sort, Order> = {
  default: {
    by: 'd.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last',
    keys: `d.is_featured, ${micros('d.created_at')}, d.id`,
    after: (featured, created, id) =>
      `(d.is_featured, d.created_at, d.id) < (${featured}::boolean, ${instant(created ?? '')}, ${id}::uuid)`,
  },
  newest: {
    by: 'd.created_at desc nulls last, d.id desc nulls last',
    keys: `${micros('d.created_at')}, d.id`,
    after: (created, id) => `(d.created_at, d.id) < (${instant(created ?? '')}, ${id}::uuid)`,
  },
  price: {
    by: 'd.price, d.id',
    keys: 'd.price, d.id',
    after: (price, id) => `(d.price, d.id) > (${price}::numeric, ${id}::uuid)`,
  },
  discount: {
    by: 'd.discount desc nulls last, d.id desc nulls last',
    keys: 'd.discount, d.id',
    after: (discount, id) => `(d.discount, d.id) < (${discount}::integer, ${id}::uuid)`,
  },
  ending: {
    by: 'd.expires_at, d.id',
    keys: `${micros('d.expires_at')}, d.id`,
    after: (ends, id) => `case when ${ends}::float8 is null then d.expires_at is null and d.id > ${id}::uuid
      else d.expires_at is null or (d.expires_at, d.id) > (${instant(ends ?? '')}, ${id}::uuid) end`,
  },
};

const isListed = `${isLive} and not d.is_over`;

const texts = new Map<string, string>();

/** The deals that pass the filter: one statement, whatever is asked. */
export async function listDeals(pool: Pool, filter: DealFilter): Promise<DealPage> {
  const { rows } = await pool.query<DealPage>(statementOf(filter));
  return rows[0] as DealPage;
}

// The limit is part of the text, so that it is known when the statement is planned; the rest travels as values.
function statementOf(filter: DealFilter): { name?: string; text: string; values: unknown[] } {
  const { city, category, search, sort, limit, cursor, isFeatured } = filter;
  const values = [search, city, category].filter((value) => value !== null);
  if (cursor) values.push(...(cursor.keys as string[]));
  if (!USUAL_LIMITS.includes(limit)) return { text: textOf(filter), values };
  const name = `deals.${sort}.${limit}${search === null ? '' : '.search'}${city === null ? '' : '.city'}${
    category === null ? '' : '.category'
  }${cursor ? `.after${cursor.field}` : ''}${isFeatured ? '.featured' : ''}`;
  const text = texts.get(name) ?? textOf(filter);
  texts.set(name, text);
  return { name, text, values };
}

interface Place {
  /** `$n` of the value, or null where everything counts. */
  search: string;
  city: string | null;
  category: string | null;
  after: string;
}

function textOf(filter: DealFilter): string {
  let number = 0;
  const next = () => `$${++number}`;
  const { cursor, sort } = filter;
  const place = {
    search: filter.search === null ? '' : next(),
    city: filter.city && next(),
    category: filter.category && next(),
    after: cursor ? `and ${orders[sort].after(...cursor.keys.map(next))}` : '',
  };
  return filter.search === null ? listText(filter, place) : searchText(filter, place);
}

function listText(filter: DealFilter, place: Place): string {
  const order = orders[filter.sort].by;
  return pageText(filter, `(${walk(filter, { ...place, limit: filter.limit + 1 })}) d`, { order, field: '0' });
}

/** One row of JSON, cursor and time left, from an ordered `d` of at most `limit + 1` deals. */
function pageText(filter: DealFilter, from: string, { order, field }: { order: string; field: string }): string {
  return `select '[' || coalesce(string_agg(${dealCardJson}::text, ',') filter (where d.n <= ${filter.limit}), '') || ']' as json,
    case when count(*) > ${filter.limit}
      then (array_agg(json_build_array(${field}, ${orders[filter.sort].keys})) filter (where d.n = ${filter.limit}))[1]::text
    end as next,
    (extract(epoch from min(d.expires_at) - now()) * 1000)::float8 as left
    from (select d.*, row_number() over (order by ${order}) as n from ${from} order by ${order}) d`;
}

/** The first deals of a place in their order, read straight from the index that has it. */
function walk({ sort, isFeatured }: DealFilter, { city, category, after, limit }: Place & { limit: number }): string {
  const { by } = orders[sort];
  const from = (place: string) =>
    `select d.* from deals d where ${place} and ${isListed} ${after} order by ${by} limit ${limit}`;
  if (sort === 'default' || (city && category)) {
    const place = [
      city && `d.city = ${city}`,
      category && `d.category = ${category}`,
      isFeatured && 'd.is_featured',
    ].filter(Boolean);
    return from(place.join(' and ') || 'true');
  }
  // These orders have one index per city and category: take the first of each and merge.
  const places = city ? `unnest(array[${city}]::text[])` : `unnest('{${cities.join(',')}}'::text[])`;
  const kinds = category ? `unnest(array[${category}]::text[])` : '(select slug from categories)';
  return `select d.* from ${places} place(city), ${kinds} kind(category),
    lateral (${from('d.city = place.city and d.category = kind.category')}) d order by ${by} limit ${limit}`;
}

/**
 * Deals found in the title come first, then by salon, by category or city, by description; a field is asked only
 * when those before it did not fill the page. The newest deals of the place are walked through first, some, then
 * more: that settles frequent words. For rare ones the index gives everything that matches, which is little. What is
 * neither is asked of the index field by field.
 */
function searchText(filter: DealFilter, place: Place): string {
  const { limit, sort, cursor } = filter;
  const fields = sort === 'default' ? ['in_title', 'in_salon', 'in_category', 'anywhere'] : ['anywhere'];
  const first = cursor ? Math.min(cursor.field, fields.length) : 1;
  const numbers = fields.map((_, index) => index + 1).filter((number) => number >= first);
  const field = `case when not d.search @@ wanted.anywhere then null ${fields.map((name, index) => `when d.search @@ wanted.${name} then ${index + 1}`).join(' ')} end as field`;
  const keys = 'd.id, d.is_featured, d.created_at, d.price, d.discount, d.expires_at';
  const walked = (many: number) =>
    `select ${keys}, ${field} from wanted, (${walk(filter, { ...place, limit: many })}) d`;
  const branches = numbers.flatMap((number) => {
    const isWalked = number === first || !cursor;
    const settled = isWalked ? `(select isall or in_${number} > ${limit} from walked_count)` : 'false';
    const better = fields[number - 2];
    const pick = (from: string) =>
      `(select d.id, ${number} from (${from}) d where true ${number === first ? place.after : ''}
        order by ${orders[sort].by} limit ${limit + 1})`;
    return [
      ...(isWalked ? [pick(`select * from walked where field = ${number} and ${settled}`)] : []),
      pick(`select * from few where field = ${number} and not ${settled} and (select isall from few_count)`),
      pick(`select ${keys} from wanted, deals d where not ${settled} and not (select isall from few_count)
        and d.search @@ wanted.${fields[number - 1]} ${better ? `and not d.search @@ wanted.${better}` : ''}
        and ${isListed} offset 0`),
    ];
  });
  return `with wanted as materialized (
      select * from catalogue_query(${place.search}, ${place.city ?? 'null'}, ${place.category ?? 'null'})
    ), near as materialized (
      ${walked(NEAR)}
    ), near_count as materialized (
      select count(*) = ${NEAR} and count(*) filter (where field = ${first}) <= ${limit}
        and count(field) > ${FREQUENT} as goon from near
    ), far as materialized (
      select d.* from (${walked(farIn(filter))}) d where (select goon from near_count)
    ), walked as materialized (
      select * from near where not (select goon from near_count) union all select * from far
    ), walked_count as materialized (
      select count(*) < case when (select goon from near_count) then ${farIn(filter)} else ${NEAR} end as isall,
        ${numbers.map((n) => `count(*) filter (where field = ${n}) as in_${n}`)} from walked
    ), gate as materialized (
      select not goon and in_${first} <= ${limit} ${cursor ? '' : 'and not isall'} as isopen from near_count, walked_count
    ), few as materialized (
      select ${keys}, ${field} from wanted, deals d
      where (select isopen from gate) and d.search @@ wanted.anywhere and ${isListed} limit ${FEW}
    ), few_count as materialized (
      select count(*) < ${FEW} and (select isopen from gate) as isall from few
    ), found as materialized (
      select * from (${branches.join(' union all ')}) ranked (id, field) limit ${limit + 1}
    )
    ${pageText(filter, '(select d.*, found.field from found join deals d using (id)) d', { order: `d.field, ${orders[sort].by}`, field: 'd.field' })}`;
}
