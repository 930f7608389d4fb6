import type { Pool, QueryConfig } from 'pg';
import { PAGE_SIZE } from '#core/contract/deals.ts';
import { dealCardJson } from './deals.store.ts';
import type { Cursor, Sort } from './deals-cursor.rules.ts';

export interface DealFilter {
  /** Null is the whole country. */
  city: string | null;
  category: string | null;
  /** Trimmed, not empty; null is none. */
  search: string | null;
  sort: Sort;
  /** Lek, both inclusive; null is no bound. */
  minPrice: number | null;
  maxPrice: number | null;
  /** 'lat,lng', said with the order by it and only then. */
  near: string | null;
  limit: number;
  cursor: Cursor | null;
  /** Only with the default order, without search. */
  isFeatured?: true;
}

/** What home shows of a place. */
export const everythingIn = (city: string | null): DealFilter => ({
  city,
  category: null,
  search: null,
  sort: 'default',
  minPrice: null,
  maxPrice: null,
  near: null,
  limit: PAGE_SIZE,
  cursor: null,
});

/** A page as the database wrote it. */
export interface DealPage {
  json: string;
  /** Sort keys of the last deal, as JSON, when more follow. */
  next: string | null;
  /** Milliseconds until the first of its deals expires; null when none does. */
  left: number | null;
}

/** The deals that pass the filter: one statement, whatever is asked. */
export async function listDeals(pool: Pool, filter: DealFilter): Promise<DealPage> {
  const { rows } = await pool.query<DealPage>(isUsual(filter) ? usualPage(filter) : foundPage(filter));
  return rows[0] as DealPage;
}

/** The page of `deals`, numbered `n` in their order; one more than `limit` says that others follow. */
const pageOf = (deals: string, limit: number | '$1') => `select
    '[' || coalesce(string_agg(${dealCardJson}::text, ',' order by d.n) filter (where d.n <= ${limit}), '') || ']' as json,
    case when count(*) > ${limit}
      then min((jsonb_build_array(d.field) || d.keys)::text) filter (where d.n = ${limit}) end as next,
    (extract(epoch from min(d.expires_at) - now()) * 1000)::float8 as left
  from (${deals}) d`;

/**
 * What most visitors ask for. Each kind of it has a statement with a name, of which a connection keeps the plan, since
 * to plan one takes longer than to run it. That needs a limit that is known beforehand, and an index for each kind that
 * is right for all places: for a category of the whole country that depends on how many deals it has.
 */
function isUsual(filter: DealFilter): boolean {
  const { city, category, limit, isFeatured } = filter;
  const isPlain = isWhole(filter) && filter.sort === 'default' && (city !== null || category === null);
  return isPlain && (limit === PAGE_SIZE || isFeatured === true);
}

/** Whether all deals of the place and category are asked for. */
export function isWhole({ search, minPrice, maxPrice }: DealFilter): boolean {
  return search === null && minPrice === null && maxPrice === null;
}

function usualPage({ city, category, isFeatured, limit, cursor }: DealFilter): QueryConfig {
  const order = 'd.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last';
  const kind = [city && 'city', category && 'category', isFeatured && 'featured', cursor && 'behind'];
  // What is not asked for is compared with null, so that all kinds have the same values.
  const deals = `select d.*, row_number() over (order by ${order}) as n, 0 as field, deal_keys(d, 'default', null) as keys
    from deals d
    where deal_is_live(d)
      and ${city ? 'd.city = $1' : '$1::text is null'}
      and ${category ? 'd.category = $2' : '$2::text is null'}
      and ${cursor ? "deal_is_behind(d, 'default', $3, null)" : '$3::jsonb is null'}
      ${isFeatured ? 'and d.is_featured' : ''}
    order by ${order} limit ${limit + 1}`;
  return {
    name: ['deals.list', ...kind.filter(Boolean)].join('.'),
    text: pageOf(deals, limit),
    values: [city, category, cursor && JSON.stringify(cursor.keys)],
  };
}

/** By `deals_found`, which is no table but a function of the database, in `db/migrations/0001_rules.sql`. */
const FOUND = {
  name: 'deals.found',
  text: pageOf(
    `select d.*, f.n, f.field, deal_keys(d, $5, $10) as keys
      from deals_found(size => $1, city => $2, category => $3, said => $4, sort => $5, after_field => $6, after_keys => $7,
        min_price => $8, max_price => $9, near => $10) f
      join deals d using (id)`,
    '$1',
  ),
};

/** A search, or a list in another order, of another size or of some prices. */
function foundPage({ city, category, search, sort, limit, cursor, minPrice, maxPrice, near }: DealFilter): QueryConfig {
  const keys = cursor && JSON.stringify(cursor.keys);
  const values = [limit, city, category, search, sort, cursor?.field, keys, minPrice, maxPrice, near];
  return { ...FOUND, values };
}
