/**
 * SQL of the sitemaps. Deals and salons are read in the order of an index, a few thousand at a time, so that a million of them
 * take no more memory than those.
 */
import type { Pool } from 'pg';
import { cities } from '#core/domain/cities.ts';

/** Where a row stands in the order of its kind; what a statement gets back as it gave it. */
export type Place = readonly string[];

export interface Entry {
  path: string;
  /** As sitemaps write instants. */
  changedAt: string | null;
}

interface Kind {
  /** The start of a path; the row's name completes it. */
  path: string;
  from: string;
  name: string;
  /** Columns that order it, each with its type, from the first row to the last. */
  order: readonly [column: string, type: string][];
  isDescending: boolean;
  /** Rows that an index knows about, and those of them that are listed. */
  known: string;
  listed: string;
}

export const kinds = {
  deals: {
    path: '/deal/',
    from: 'deals d',
    name: 'd.id::text',
    order: [
      ['d.is_featured', 'boolean'],
      ['d.created_at', 'timestamptz'],
      ['d.id', 'uuid'],
    ],
    isDescending: true,
    known: 'deal_is_indexed(d)',
    listed: 'deal_is_live(d)',
  },
  salons: {
    path: '/salon/',
    from: 'salons d',
    name: 'd.slug',
    order: [['d.slug', 'text']],
    isDescending: false,
    known: 'true',
    // Of a dealer who is suspended or gone, it is not available.
    listed: 'not exists (select from users where id = d.owner_id and not is_active)',
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

const orderOf = ({ order, isDescending }: Kind) =>
  order.map(([column]) => (isDescending ? `${column} desc nulls last` : column)).join(', ');
const placeOf = ({ order }: Kind) => `array[${order.map(([column]) => `${column}::text`).join(', ')}]`;
const rowOf = ({ order }: Kind) => `(${order.map(([column]) => column).join(', ')})`;
const givenAs = ({ order }: Kind, first: number) =>
  `(${order.map(([, type], index) => `$${first + index}::${type}`).join(', ')})`;

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The row that is so many behind `start`, where the next file begins; null where there is none. A short scan of the index. */
export async function findStart(
  pool: Pool,
  { name, start, perFile }: { name: KindName; start: Place | null; perFile: number },
): Promise<Place | null> {
  const kind: Kind = kinds[name];
  const { rows } = await pool.query<{ place: Place }>({
    name: `sitemaps.${name}.begin.${start ? 'at' : 'first'}`,
    // Rows that are passed over are not written out.
    text: `select ${placeOf(kind)} as place from (
        select ${kind.order.map(([column]) => column).join(', ')} from ${kind.from} where ${kind.known}
          ${start ? `and ${rowOf(kind)} ${kind.isDescending ? '<=' : '>='} ${givenAs(kind, 2)}` : ''}
        order by ${orderOf(kind)} offset $1 limit 1) d`,
    values: [perFile, ...(start ?? [])],
  });
  return rows[0]?.place ?? null;
}

/** Whether there is any row at all. */
export async function hasAny(pool: Pool, name: KindName): Promise<boolean> {
  const { from, listed } = kinds[name];
  const { rows } = await pool.query(`select exists (select from ${from} where ${listed}) as is_there`);
  return rows[0].is_there;
}

interface Range {
  name: KindName;
  /** The first row; null is the very first. */
  start: Place | null;
  /** The first row that is no longer part of it; null for none. */
  end: Place | null;
  /** The last row that was read already. */
  after: Place | null;
  limit: number;
}

export interface Page {
  entries: Entry[];
  /** The last row; null when all are read. */
  last: Place | null;
}

/** The next rows of a file. */
export async function readEntries(pool: Pool, { name, start, end, after, limit }: Range): Promise<Page> {
  const kind: Kind = kinds[name];
  const [ahead, behind] = kind.isDescending ? ['<', '>'] : ['>', '<'];
  const first = after ?? start;
  const width = kind.order.length;
  const { rows } = await pool.query<{ name: string; at: string; place: Place | null }>({
    name: `sitemaps.${name}.${after ? 'after' : start ? 'start' : 'first'}.${end ? 'end' : 'last'}`,
    text: `select ${kind.name} as name, ${instant('d.updated_at')} as at,
        case when row_number() over (order by ${orderOf(kind)}) = $1 then ${placeOf(kind)} end as place
      from ${kind.from} where ${kind.listed}
        ${first ? `and ${rowOf(kind)} ${ahead}${after ? '' : '='} ${givenAs(kind, 2)}` : ''}
        ${end ? `and ${rowOf(kind)} ${behind} ${givenAs(kind, first ? 2 + width : 2)}` : ''}
      order by ${orderOf(kind)} limit $1`,
    values: [limit, ...(first ?? []), ...(end ?? [])],
  });
  return {
    entries: rows.map((row) => ({ path: kind.path + row.name, changedAt: row.at })),
    last: rows[limit - 1]?.place ?? null,
  };
}

export interface List {
  /** Null is the whole country. */
  city: string | null;
  /** Null for deals of all categories. */
  category: string | null;
  /** When its newest deal was posted. */
  changedAt: string;
}

/** The lists of a city, a category or both that have deals. */
export async function readLists(pool: Pool): Promise<List[]> {
  const { rows } = await pool.query<List>({
    name: 'sitemaps.lists',
    text: `with newest as materialized (
        select c.city, k.slug as category, d.created_at
        from unnest($1::text[]) c (city) cross join categories k cross join lateral (
          select d.created_at from deals d where deal_is_live(d) and d.city = c.city and d.category = k.slug
          order by d.created_at desc nulls last, d.id desc nulls last limit 1) d
        where k.is_active)
      select city, category, ${instant('max(created_at)')} as "changedAt"
      from newest group by cube (city, category) order by city nulls first, category nulls first`,
    values: [cities],
  });
  return rows;
}
