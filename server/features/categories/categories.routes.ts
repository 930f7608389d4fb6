import type { Pool } from 'pg';
import { categories } from '#core/contract/categories.ts';
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { nearestCities } from '#core/domain/places.ts';
import type { Deps } from '#server/deps.ts';
import { toPlace } from '#server/features/deals/deals.rules.ts';
import type { Serve } from '#server/kit/http/serve.ts';

export interface CategoryList {
  json: string;
  /** Cache lifetime in ms: until a counted deal expires; null is unlimited. */
  left: number | null;
}

const LIST = (where: string, nearest: string) => `
  with live as (
    select d.category, count(*)::int as deals, min(d.price) as lowest, min(d.expires_at) as ends from deals d
    where ${where} deal_is_live(d) group by d.category
  )
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'nameEn', c.name_en, 'slug', c.slug,
      'icon', c.icon, 'color', c.color, 'imageUrl', c.image_url, 'isActive', c.is_active, 'dealCount', coalesce(live.deals, 0),
      'lowestPrice', trim_scale(live.lowest), 'nearestCity', near.city)
      order by c.position, c.slug), '[]')::text as json,
    (extract(epoch from least(min(live.ends), min(near.ends)) - now()) * 1000)::float8 as left
  from categories c left join live on live.category = c.slug
  left join lateral (${nearest}) near on live.deals is null
  where c.is_active`;

const NEAREST = `
  select n.city, case when bool_and(e.expires_at is not null) then max(e.expires_at) end as ends
  from unnest($2::text[]) with ordinality n(city, place)
  join deals e on e.city = n.city and e.category = c.slug and deal_is_live(e)
  group by n.city, n.place order by n.place limit 1`;
const NO_CITY = 'select null as city, null::timestamptz as ends';

const LIST_IN_CITY = { name: 'categories.list.city', text: LIST('d.city = $1 and', NEAREST) };
const LIST_EVERYWHERE = { name: 'categories.list', text: LIST('', NO_CITY) };

/** @param city - null is the whole country */
export async function listCategories(pool: Pool, city: string | null): Promise<CategoryList> {
  const { rows } = await (city === null
    ? pool.query<CategoryList>(LIST_EVERYWHERE)
    : pool.query<CategoryList>(LIST_IN_CITY, [city, isCity(city) ? nearestCities(city) : []]));
  return rows[0] as CategoryList;
}

function categoriesRoutes(serve: Serve, deps: Deps): void {
  const { pool } = deps;
  serve(categories.list, ({ query, cached }) => {
    const city = toPlace(query.city || DEFAULT_CITY);
    return cached(`categories ${city}`, () => listCategories(pool, city === undefined ? '' : city));
  });
}

export const feature = { contract: { categories }, routes: categoriesRoutes };
