import type { Pool } from 'pg';

export interface CategoryList {
  json: string;
  /** Milliseconds until the first counted deal expires; null when none does. */
  left: number | null;
}

const LIST = (where: string) => `
  with live as (
    select d.category, count(*)::int as deals, min(d.expires_at) as ends from deals d
    where ${where} deal_is_live(d) group by d.category
  )
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'nameEn', c.name_en, 'slug', c.slug,
      'icon', c.icon, 'isActive', c.is_active, 'dealCount', coalesce(live.deals, 0))
      order by c.position, c.slug), '[]')::text as json,
    (extract(epoch from min(live.ends) - now()) * 1000)::float8 as left
  from categories c left join live on live.category = c.slug where c.is_active`;

const LIST_IN_CITY = { name: 'categories.list.city', text: LIST('d.city = $1 and') };
const LIST_EVERYWHERE = { name: 'categories.list', text: LIST('') };

/** Active categories in their order, with the live deals of a city; null is the whole country. */
export async function listCategories(pool: Pool, city: string | null): Promise<CategoryList> {
  const { rows } = await (city === null
    ? pool.query<CategoryList>(LIST_EVERYWHERE)
    : pool.query<CategoryList>(LIST_IN_CITY, [city]));
  return rows[0] as CategoryList;
}
