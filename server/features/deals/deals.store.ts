import { sql } from 'drizzle-orm';
import type { Pool, QueryConfig } from 'pg';
import { MOST_COUNTED, PAGE_SIZE } from '#core/contract/deals.ts';
import { MAX_LIMIT } from '#core/contract/endpoint.ts';
import { type City, cities } from '#core/domain/cities.ts';
import { nearestCities } from '#core/domain/places.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { DealFilter, Search } from './deals.rules.ts';
import { queryJson } from './json-rows.ts';

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL (table alias `d`): columns of a `DealCard`. */
export const cardColumns = `
  d.id, d.title, d.title_en as "titleEn", d.description, d.description_en as "descriptionEn",
  d.business_name as "businessName", (select s.slug from salons s where s.id = d.salon_id) as "salonSlug", d.image_url as "imageUrl", trim_scale(d.price) as price,
  trim_scale(d.original_price) as "originalPrice", d.price_unit as "priceUnit", d.unit_count as "unitCount", d.duration_minutes as "durationMinutes", d.discount,
  d.shown_discount as "shownDiscount", d.category, d.city, d.address, d.distance, d.hours,
  d.time_left as "timeLeft", ${instant('d.expires_at')} as "expiresAt", trim_scale(d.rating) as rating,
  d.review_count as "reviewCount", (d.is_active and d.deleted_at is null) as "isActive", d.is_featured as "isFeatured",
  d.is_hidden as "isHidden",
  exists (select from deal_limits l where l.deal_id = d.id and l.taken >= l.units) as "isSoldOut", ${instant('d.created_at')} as "createdAt"`;

/** SQL (table aliases `d` and `l`, `deal_limits`, which may be absent): the limits and the lowest price of a `Deal`. */
export const limitColumns = `trim_scale(d.lowest_before) as "lowestPrice30d", d.starts_on::text as "startsOn", l.units,
  l.units - l.taken as "unitsLeft", l.per_person as "perPerson", coalesce(l.new_clients_only, false) as "newClientsOnly",
  coalesce(l.booking_needed, false) as "bookingNeeded", coalesce(l.use_times, '[]') as "useTimes"`;

/** SQL (table alias `d`): counters `c` and limits `l` of a deal. */
export const countersAndLimits =
  'from deal_counters c left join deal_limits l on l.deal_id = c.deal_id where c.deal_id = d.id';

/** SQL (table alias `d`) for the JSON of a `DealCard`. */
export const dealCardJson = `(select row_to_json(card) from (select ${cardColumns}) card)`;

/** SQL (table alias `s`): columns of a `Salon`. */
export const salonColumns = `s.slug, s.name, s.about, s.about_en as "aboutEn", s.address, s.city, s.location, s.phone,
  s.whatsapp, s.viber, s.instagram, (select coalesce(json_agg(json_build_object('weekday', h.weekday,
    'opens', left(h.opens::text, 5), 'closes', left(h.closes::text, 5)) order by h.weekday, h.opens), '[]')
    from salon_hours h where h.salon_id = s.id) as hours,
  (select coalesce(json_agg(day order by day), '[]') from unnest(s.holidays) day
    where day >= (now() at time zone 'Europe/Tirane')::date) as holidays`;

/** SQL (table alias `d`) for the JSON of a deal's `Salon`, or null. */
const salonJson = `(select row_to_json(salon) from (select ${salonColumns} from salons s where s.id = d.salon_id) salon)`;

/** SQL for the JSON of a `SalonContact`: columns of the row, completed by its salon. */
export const salonContactJson = (row: 'deals' | 'i') => `(select json_build_object('id', s.id, 'slug', s.slug,
  'address', coalesce(nullif(${row}.address, ''), s.address, ''), 'city', ${row}.city,
  'location', coalesce(${row}.distance, s.location), 'phone', coalesce(${row}.phone, s.phone), 'whatsapp', s.whatsapp)
  from (select) nothing left join salons s on s.id = ${row}.salon_id)`;

/** SQL (table alias `d`) for the JSON of a `Deal`. */
export const dealJson = `(select row_to_json(deal) from (select ${cardColumns}, ${limitColumns},
  d.business_info as "businessInfo", d.business_info_en as "businessInfoEn", d.social_link as "socialLink",
  d.phone, c.views, c.shares, c.likes, deal_sold(d.id) as sold, ${salonJson} as salon,
  (select '/media/' || i.file from share_images i where i.deal_id = d.id and i.due_at is null) as "shareImage" ${countersAndLimits}) deal)`;

/** SQL (table alias `d`): paused by an owner who may post, and between its start and its end. Its page says so; others are absent. */
export const isNotForSale = `(not d.is_active and d.starts_on is null and not d.is_hidden and d.deleted_at is null
  and (d.expires_at is null or d.expires_at > now())
  and exists (select from users u where u.id = d.user_id and u.is_active and (u.can_post_deals or u.role = 'admin')))`;

export interface FoundDeal {
  id: string;
  json: string;
  salonSlug: string | null;
  notForSale: boolean;
  /** Others are visible to their owner and administrators only. */
  isPublic: boolean;
  ownerId: string | null;
}

const FIND = {
  name: 'deals.find',
  text: `select d.id, ${dealJson}::text as json, (select s.slug from salons s where s.id = d.salon_id) as "salonSlug", deal_is_public(d) as "isPublic",
    ${isNotForSale} as "notForSale", d.user_id as "ownerId" from deals d where d.id = $1`,
};

export async function findDeal(pool: Pool, id: string): Promise<FoundDeal | null> {
  const { rows } = await pool.query<FoundDeal>(FIND, [id]);
  return rows[0] ?? null;
}

/** Removes expired deals from the partial indexes. */
export function markOver(db: Db): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`update deals set is_over = true where id in (select id from deals
      where not is_over and expires_at <= now() order by expires_at limit ${limit} for update skip locked)`,
  );
}

/** Deletes words of the vocabulary that no live deal uses. */
export async function deleteUnusedWords(db: Db): Promise<void> {
  await db.execute(sql`select vocabulary_delete_unused()`);
}

/** Copies how many deals have the frequent words from the planner's statistics. */
export async function updateFrequencies(db: Db): Promise<void> {
  await db.execute(sql`select search_frequencies_update()`);
}

/** Pauses the deals of a dealer, who can resume them; returns how many. Lock order as in orders, against deadlocks. */
export async function pauseDealsOf(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with active as (select id from deals where user_id = ${userId} and is_active order by id for no key update)
    update deals set is_active = false, updated_at = now() from active where deals.id = active.id`);
  return rowCount ?? 0;
}

/** Ids of the active deals of a dealer, locked in the same order as orders do. */
export async function lockActiveDealsOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from deals where user_id = ${userId} and is_active order by id for no key update`,
  );
  return rows.map(({ id }) => id);
}

/** Reactivates deals of a dealer; returns how many. */
export async function resumeDeals(tx: Tx, { userId, ids }: { userId: string; ids: string[] }): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with paused as (select id from deals where id = any(${sql.param(ids)}::uuid[]) and user_id = ${userId}
      and not is_active and deleted_at is null order by id for no key update)
    update deals set is_active = true, updated_at = now() from paused where deals.id = paused.id`);
  return rowCount ?? 0;
}

/** Default list of a city. */
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

/** A page as JSON. */
export interface DealPage {
  json: string;
  /** Sort keys of the last deal as JSON, null on the last page. */
  next: string | null;
  /** Milliseconds until the first of its deals expires; null when none does. */
  left: number | null;
  ids: string[];
}

/** The fields of a card. Left out, since the home page has to stay small: that it is not sold out, and a shown discount that is the discount. */
function fieldsOf(names: readonly string[], row: readonly (string | null)[]): string {
  const discount = row[names.indexOf('"discount":')];
  const usual = ['"isSoldOut":false', `"shownDiscount":${discount}`];
  return names
    .map((name, at) => name + row[at])
    .filter((field) => !usual.includes(field))
    .join();
}

export async function listDeals(pool: Pool, filter: DealFilter): Promise<DealPage> {
  const { rows, fields } = await queryJson(pool, isUsual(filter) ? usualPage(filter) : foundPage(filter));
  const names = fields.slice(0, -EXTRA).map((name) => `"${name}":`);
  const shown = rows.slice(0, filter.limit).filter((row) => row.at(-1) === 'true');
  // Behind the page is another deal, or the place where a search was cut.
  const last = rows.length > filter.limit ? shown.at(-1) : rows[shown.length];
  const [, field, keys] = last?.slice(-EXTRA) ?? [];
  const ends = shown.map((row) => row.at(-EXTRA)).filter((end) => end !== null);
  return {
    json: `[${shown.map((row) => `{${fieldsOf(names, row)}}`).join()}]`,
    next: last ? `[${field},${keys?.slice(1)}` : null,
    left: ends.length > 0 ? Math.min(...ends.map(Number)) : null,
    // The first column, as JSON.
    ids: shown.map(([id]) => `${id}`.slice(1, -1)),
  };
}

interface Extra {
  /** Place of the deal in the page, from 1, and the place of the last one. */
  place: string;
  last: string;
  field: string;
  keys: string;
  isShown: string;
}

/** SQL (table alias `d`): columns of a page. The last ones are not shown: milliseconds to its end, field of its match, keys of the last, whether it is on the page. */
const pageColumns = ({ place, last, field, keys, isShown }: Extra) => `${cardColumns},
  (extract(epoch from d.expires_at - now()) * 1000)::float8 as left, ${field},
  case when ${place} = ${last} or not ${isShown} then ${keys} end, ${isShown}`;
const EXTRA = 4;

/** Statements read this many deals and one more, to know whether others follow. A fixed size keeps the prepared statements few. */
const SIZES = [PAGE_SIZE, 20, 50, MAX_LIMIT];

/** Prepared with a generic plan, because planning takes longer than execution. */
const isUsual = (filter: DealFilter): boolean => isWhole(filter) && filter.sort === 'default';

function isWhole({ search, minPrice, maxPrice }: DealFilter): boolean {
  return search === null && minPrice === null && maxPrice === null;
}

function usualPage({ city, category, isFeatured, limit, cursor }: DealFilter): QueryConfig {
  const size = SIZES.find((enough) => limit <= enough);
  const kind = [size, city && 'city', category && 'category', isFeatured && 'featured', cursor && 'behind'];
  // Unused parameters are compared with null: all variants take the same ones.
  const order = 'd.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last';
  const place = `row_number() over (order by ${order})`;
  const columns = pageColumns({
    place,
    last: '$4',
    field: '0',
    keys: "deal_sort_keys(d, 'default', null)",
    isShown: 'true',
  });
  const text = `select ${columns} from deals d
    where deal_is_live(d)
      and ${city ? 'd.city = $1' : '$1::text is null'}
      and ${category ? 'd.category = $2' : '$2::text is null'}
      and ${cursor ? "deal_is_after(d, 'default', $3, null)" : '$3::jsonb is null'}
      ${isFeatured ? 'and d.is_featured and not exists (select from deal_limits l where l.deal_id = d.id and l.taken >= l.units)' : ''}
    order by ${order} limit ${Number(size) + 1}`;
  const name = ['deals.list', ...kind.filter(Boolean)].join('.');
  return { name, text, values: [city, category, cursor && JSON.stringify(cursor.keys), limit] };
}

/** `deals_found` is a function in `db/migrations/0005_search.sql`. */
const FOUND = {
  name: 'deals.found',
  text: `select ${pageColumns({ place: 'f.n', last: '$1', field: 'f.field', keys: 'deal_sort_keys(d, $5, $10)', isShown: 'f.is_shown' })}
    from deals_found(size => $1, city => $2, category => $3, said => $4, sort => $5, after_field => $6, after_keys => $7,
      min_price => $8, max_price => $9, near => $10) f
    join deals d using (id) order by f.n`,
};

function foundPage({ city, category, search, sort, limit, cursor, minPrice, maxPrice, near }: DealFilter): QueryConfig {
  const keys = cursor && JSON.stringify(cursor.keys);
  const values = [limit, city, category, search, sort, cursor?.field, keys, minPrice, maxPrice, near];
  return { ...FOUND, values };
}

/** Of all categories, hidden ones too. */
export async function listSlugs(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ slug: string }>({ name: 'deals.slugs', text: 'select slug from categories' });
  return rows.map(({ slug }) => slug);
}

/** Counting stops here. */
const MOST = MOST_COUNTED + 1;

// Offers the named category in the named or selected city, else in Albania; else other deals of the named city.
const HINT = {
  name: 'deals.hints',
  text: `with named as materialized (select coalesce(city, $2) as city, city is not null as is_placed, category,
        case when category is null then rest else '' end as rest
      from catalogue_parse($1)),
    counted as materialized (select *, deals_count(city, category, rest, ${MOST}) as count from named
      where is_placed or category is not null),
    none as (select * from counted where count = 0 and (rest <> '' or category is not null)),
    offers as (
      select 1 as n, city, category, rest, count from counted where category is not null or city is distinct from $2
      union all
      select 2, null, category, rest, deals_count(null, category, rest, ${MOST}) from none
      where category is not null and city is not null and not is_placed
      union all
      select 3, city, kind, '', deals_count(city, kind, '', ${MOST}) from none, lateral (select catalogue_category(rest) as kind) k
        where is_placed and kind is not null
      union all
      select 4, city, null, '', deals_count(city, null, '', ${MOST}) from none where is_placed),
    offer as (select coalesce(city, 'all') as city, category, rest as search, count from offers where count > 0 order by n limit 1)
    select json_build_object('offer', (select row_to_json(offer) from offer), 'corrected', catalogue_corrected($1, $2), 'partly', (
        select coalesce(json_agg(${dealCardJson} order by p.n), '[]')
        from deals_partial_matches($2, $1, ${PAGE_SIZE}) p join deals d using (id)))::text as json`,
};

/** `SearchHints` as JSON. */
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

/** The first city with deals, as JSON. */
export async function findNextCity(pool: Pool, { near, category }: NextCity): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ ...NEXT, values: [near, category] });
  return rows[0]?.json ?? '';
}

interface NextCity {
  near: readonly City[];
  category: string | null;
}

/** Per relation. */
const MAX_RELATED = 3;

export interface FoundRelated {
  json: string;
  /** False for a deal whose page is absent. */
  isShown: boolean;
  tags: string[];
  /** Milliseconds until the first of them expires; null when none does. */
  left: number | null;
}

const NEAREST = JSON.stringify(Object.fromEntries(cities.map((city) => [city, nearestCities(city)])));

/** SQL for the first live deals that match `pass`; `nulls last` as in the indexes. */
const offers = (relation: string, pass: string) => `select '${relation}' as relation, d.* from shown s
  cross join lateral (select d.* from deals d where deal_is_live(d) and d.id <> s.id and ${pass}
    order by d.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last limit ${MAX_RELATED}) d`;

const RELATED = {
  name: 'deals.related',
  text: `with shown as materialized (
      select d.id, d.city, d.category, d.salon_id, (
        select c.city from jsonb_array_elements_text($2::jsonb -> d.city) with ordinality c(city, n)
        where exists (select from deals e where deal_is_live(e) and e.city = c.city and e.category = d.category)
        order by c.n limit 1) as near
      from deals d where d.id = $1 and (deal_is_public(d) or ${isNotForSale})),
    d as (
      (${offers('salon', 'd.salon_id = s.salon_id')}) union all
      (${offers('category', '(s.salon_id is null or d.salon_id is distinct from s.salon_id) and d.city = s.city and d.category = s.category')}) union all
      (${offers('city', '(s.salon_id is null or d.salon_id is distinct from s.salon_id) and d.city = s.near and d.category = s.category')}))
    select coalesce(json_agg((select row_to_json(card) from (select ${cardColumns}, d.relation) card)
        order by array_position('{salon,category,city}', d.relation), d.is_featured desc, d.created_at desc, d.id desc), '[]')::text as json,
      exists (select from shown) as "isShown",
      (select array_agg('d:' || id) from (select id from shown union select id from d) shown_ids)
        || (select array['p:/' || s.category] || coalesce((select array['s:' || slug] from salons where id = s.salon_id), '{}') from shown s) as tags,
      (extract(epoch from min(d.expires_at) - now()) * 1000)::float8 as left
    from d`,
};

export async function findRelated(pool: Pool, id: string): Promise<FoundRelated> {
  const { rows } = await pool.query<FoundRelated>({ ...RELATED, values: [id, NEAREST] });
  return rows[0] as FoundRelated;
}
