import type { Pool } from 'pg';
import { cities } from '#core/domain/cities.ts';
import { nearestCities } from '#core/domain/places.ts';
import { cardColumns } from './deals.store.ts';

/** Of each relation. */
const MAX_RELATED = 3;

export interface FoundRelated {
  json: string;
  /** False for a deal that not everybody sees, and for one that is not there. */
  isPublic: boolean;
  /** Milliseconds until the first of them expires; null when none does. */
  left: number | null;
}

const NEAREST = JSON.stringify(Object.fromEntries(cities.map((city) => [city, nearestCities(city)])));

/** The first of those that `pass`, in the order of lists. */
const offers = (relation: string, pass: string) => `select '${relation}' as relation, d.* from shown s
  cross join lateral (select d.* from deals d where deal_is_live(d) and d.id <> s.id and ${pass}
    order by d.is_featured desc, d.created_at desc, d.id desc limit ${MAX_RELATED}) d`;

const FIND = {
  name: 'deals.related',
  text: `with shown as materialized (
      select d.id, d.city, d.category, d.salon_id, (
        select c.city from jsonb_array_elements_text($2::jsonb -> d.city) with ordinality c(city, n)
        where exists (select from deals e where deal_is_live(e) and e.city = c.city and e.category = d.category)
        order by c.n limit 1) as near
      from deals d where d.id = $1 and deal_is_public(d)),
    d as (
      (${offers('salon', 'd.salon_id = s.salon_id')}) union all
      (${offers('category', '(s.salon_id is null or d.salon_id is distinct from s.salon_id) and d.city = s.city and d.category = s.category')}) union all
      (${offers('city', '(s.salon_id is null or d.salon_id is distinct from s.salon_id) and d.city = s.near and d.category = s.category')}))
    select coalesce(json_agg((select row_to_json(card) from (select ${cardColumns}, d.relation) card)
        order by array_position('{salon,category,city}', d.relation), d.is_featured desc, d.created_at desc, d.id desc), '[]')::text as json,
      exists (select from shown) as "isPublic", (extract(epoch from min(d.expires_at) - now()) * 1000)::float8 as left
    from d`,
};

export async function findRelated(pool: Pool, id: string): Promise<FoundRelated> {
  const { rows } = await pool.query<FoundRelated>({ ...FIND, values: [id, NEAREST] });
  return rows[0] as FoundRelated;
}
