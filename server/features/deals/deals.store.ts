import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db } from '#server/kit/db/db.ts';

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL (table alias `d`): the columns of a `DealCard` under their names on the wire. */
export const cardColumns = `
  d.id, d.title, d.title_en as "titleEn", d.description, d.description_en as "descriptionEn",
  d.business_name as "businessName", d.image_url as "imageUrl", trim_scale(d.price) as price,
  trim_scale(d.original_price) as "originalPrice", d.price_unit as "priceUnit", d.unit_count as "unitCount", d.discount, d.category, d.city, d.address, d.distance, d.hours,
  d.time_left as "timeLeft", ${instant('d.expires_at')} as "expiresAt", trim_scale(d.rating) as rating,
  d.review_count as "reviewCount", (d.is_active and d.deleted_at is null) as "isActive", d.is_featured as "isFeatured",
  d.is_hidden as "isHidden", ${instant('d.created_at')} as "createdAt"`;

/** SQL (table alias `d`) that makes exactly the JSON of a `DealCard`. */
export const dealCardJson = `(select row_to_json(card) from (select ${cardColumns}) card)`;

/** SQL (table alias `d`) that makes exactly the JSON of a deal's `Salon`, or null. */
const salonJson = `(select row_to_json(salon) from (select s.slug, s.name, s.about, s.about_en as "aboutEn", s.address,
  s.city, s.location, s.phone, s.whatsapp, s.instagram, (select coalesce(json_agg(json_build_object('weekday', h.weekday,
    'opens', left(h.opens::text, 5), 'closes', left(h.closes::text, 5)) order by h.weekday, h.opens), '[]')
    from salon_hours h where h.salon_id = s.id) as hours
  from salons s where s.id = d.salon_id) salon)`;

/** SQL that makes exactly the JSON of a `SalonContact`: a row of this table says where it is, what it does not say its salon does. */
export const salonContactJson = (row: 'deals' | 'i') => `(select json_build_object('id', s.id,
  'address', coalesce(nullif(${row}.address, ''), s.address, ''), 'city', ${row}.city,
  'location', coalesce(${row}.distance, s.location), 'phone', coalesce(${row}.phone, s.phone), 'whatsapp', s.whatsapp)
  from (select) nothing left join salons s on s.id = ${row}.salon_id)`;

/** SQL (table alias `d`) that makes exactly the JSON of a `Deal`. */
export const dealJson = `(select row_to_json(deal) from (select ${cardColumns},
  d.business_info as "businessInfo", d.business_info_en as "businessInfoEn", d.social_link as "socialLink",
  d.phone, c.views, c.shares, c.likes, deal_sold(d.id) as sold, ${salonJson} as salon from deal_counters c where c.deal_id = d.id) deal)`;

export interface FoundDeal {
  json: string;
  /** False for hidden, inactive and deleted deals, which only their owner and admins may see. */
  isPublic: boolean;
  ownerId: string | null;
}

const FIND = {
  name: 'deals.find',
  text: `select ${dealJson}::text as json, deal_is_public(d) as "isPublic",
    d.user_id as "ownerId" from deals d where d.id = $1`,
};

export async function findDeal(pool: Pool, id: string): Promise<FoundDeal | null> {
  const { rows } = await pool.query<FoundDeal>(FIND, [id]);
  return rows[0] ?? null;
}

/** Takes deals whose time has passed out of the indexes of what is for sale. */
export function markOver(db: Db): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`update deals set is_over = true where id in (select id from deals
      where not is_over and expires_at <= now() order by expires_at limit ${limit} for update skip locked)`,
  );
}

/** Forgets the words that no deal for sale uses any more. */
export async function forgetWords(db: Db): Promise<void> {
  await db.execute(sql`select catalogue_forget()`);
}
