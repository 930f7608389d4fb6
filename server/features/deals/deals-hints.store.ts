import type { Pool } from 'pg';
import { MOST_COUNTED, PAGE_SIZE } from '#core/contract/deals.ts';
import type { City } from '#core/domain/cities.ts';
import { dealCardJson } from './deals.store.ts';

/** Where counting stops: there are more. */
const MOST = MOST_COUNTED + 1;

export interface Search {
  /** Null is the whole country. */
  city: string | null;
  said: string;
}

// What a search names is offered where it has deals: in the city that it names or is made in, else in all of Albania. A
// city that has none of it offers those of its kind, else all that it has.
const HINT = {
  name: 'deals.hints',
  text: `with named as materialized (select coalesce(city, $2) as city, city is not null as is_placed, category,
        case when category is null then rest else '' end as rest
      from catalogue_named($1)),
    offers as (
      select 1 as n, city, category, rest from named where category is not null or city is distinct from $2
      union all
      select 2, null, category, rest from named where category is not null and city is not null and not is_placed
      union all
      select n, city, case n when 3 then catalogue_kind(rest) end, '' from named, (values (3), (4)) further (n)
      where is_placed and (rest <> '' or category is not null) and deals_count(city, category, rest, 1) = 0),
    offer as (
      select coalesce(o.city, 'all') as city, o.category, o.rest as search, c.count
      from offers o cross join lateral (select deals_count(o.city, o.category, o.rest, ${MOST}) as count) c
      where c.count > 0 and (o.n <> 3 or o.category is not null) order by o.n limit 1)
    select json_build_object('offer', (select row_to_json(offer) from offer), 'partly', (
        select coalesce(json_agg(${dealCardJson} order by p.n), '[]')
        from deals_partly($2, $1, ${PAGE_SIZE}) p join deals d using (id)))::text as json`,
};

/** What helps beyond the list of a search, as JSON. */
export async function findHints(pool: Pool, { city, said }: Search): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ ...HINT, values: [said, city] });
  return rows[0]?.json ?? '';
}

const NEXT = {
  name: 'deals.nextCity',
  text: `select coalesce((
      select json_build_object('city', n.city, 'count', c.count)
      from unnest($1::text[]) with ordinality n (city, place)
      cross join lateral (select deals_count(n.city, $2, null, ${MOST}) as count) c
      where 0 < c.count order by n.place limit 1), 'null')::text as json`,
};

/** The first of the cities that has deals, as JSON. */
export async function findNextCity(pool: Pool, { near, category }: NextCity): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ ...NEXT, values: [near, category] });
  return rows[0]?.json ?? '';
}

interface NextCity {
  /** The nearest first. */
  near: readonly City[];
  category: string | null;
}
