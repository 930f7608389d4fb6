import type { Pool } from 'pg';
import { categories } from '#core/contract/categories.ts';
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { nearestCities } from '#core/domain/places.ts';
import type { Deps } from '#server/deps.ts';
import { toPlace } from '#server/features/deals/deals.rules.ts';
import { cacheTags } from '#server/kit/cache/tags.ts';
import type { Serve } from '#server/kit/http/serve.ts';

export interface CategoryList {
  json: string;
  /** Whether a category has no deals in the city, so that others are named. */
  namesOthers: boolean;
}

/** $1 is the city, null the whole country; $2 its neighbours, nearest first. */
const LIST = {
  name: 'categories.list',
  text: `
  with counted as materialized (
    select city, category, sum(delta)::integer as deals from deal_counts group by city, category having sum(delta) > 0),
  here as materialized (
    select category, sum(deals)::integer as deals from counted where $1::text is null or city = $1 group by category)
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'nameEn', c.name_en, 'slug', c.slug,
      'icon', c.icon, 'color', c.color, 'imageUrl', c.image_url, 'isActive', c.is_active, 'dealCount', coalesce(here.deals, 0),
      'lowestPrice', trim_scale(case when here.deals is null then null when $1 is null
        then (select d.price from deals d where d.category = c.slug and deal_is_live(d) order by d.price limit 1)
        else (select d.price from deals d where d.city = $1 and d.category = c.slug and deal_is_live(d) order by d.price limit 1) end),
      'nearestCity', case when here.deals is null then (
        select n.city from unnest($2::text[]) with ordinality n (city, place)
        where exists (select from counted k where k.city = n.city and k.category = c.slug) order by n.place limit 1) end)
      order by c.position, c.slug), '[]')::text as json,
    coalesce(bool_or(here.deals is null), false) as "namesOthers"
  from categories c left join here on here.category = c.slug
  where c.is_active`,
};

/** @param city - null is the whole country */
export async function listCategories(pool: Pool, city: string | null): Promise<CategoryList> {
  const { rows } = await pool.query<CategoryList>({ ...LIST, values: [city, isCity(city) ? nearestCities(city) : []] });
  return rows[0] as CategoryList;
}

function categoriesRoutes(serve: Serve, deps: Deps): void {
  const { pool } = deps;
  serve(categories.list, ({ query, cached }) => {
    const city = toPlace(query.city || DEFAULT_CITY);
    return cached(`categories ${city}`, async () => {
      const { json, namesOthers } = await listCategories(pool, city === undefined ? '' : city);
      const counts = namesOthers ? null : (city ?? null);
      return { json, left: null, tags: [cacheTags.categories, cacheTags.counts(counts)] };
    });
  });
}

export const feature = { contract: { categories }, routes: categoriesRoutes };
