/** SQL of salons and their opening hours. */
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { SalonProfile } from '#core/contract/salons.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import type { OpenStretch } from '#core/domain/opening-hours.ts';
import { slugOf } from '#core/domain/salons.ts';
import { salonHours, salons } from '#db/schema/salons.ts';
import { dealCardJson, salonColumns } from '#server/features/deals/deals.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';

/** SQL: whether its owner, if it has one, is neither suspended nor gone. */
const isAvailable = `not exists (select from users where id = s.owner_id and not is_active)`;

/** SQL (table alias `s`) for the JSON of a `SalonProfile`. */
export const profileJson = `(select row_to_json(profile) from (select s.id, ${salonColumns}, s.version, s.logo_url as "logoUrl", s.photos, ${isAvailable} as "isAvailable",
  coalesce((select array[n1, n2, n3, n4, n5] from salon_ratings where salon_id = s.id), '{0,0,0,0,0}') as ratings,
  (select '/media/' || i.file from share_images i where i.salon_id = s.id and i.due_at is null) as "shareImage") profile)`;

/** What is left of a salon that is not available: its name and city. */
const NOTHING = {
  ...{
    about: '',
    aboutEn: null,
    address: '',
    location: null,
    phone: null,
    whatsapp: null,
    viber: null,
    instagram: null,
  },
  ...{ hours: [], holidays: [], logoUrl: null, photos: [], shareImage: null, ratings: [0, 0, 0, 0, 0] },
} satisfies Omit<SalonProfile, 'id' | 'slug' | 'name' | 'city' | 'version' | 'isAvailable'>;

const BY_SLUG = {
  name: 'salons.get',
  text: `select case when ${isAvailable} then ${profileJson}::text
    else (${profileJson}::jsonb || '${JSON.stringify(NOTHING)}')::text end as json from salons s where s.slug = $1`,
};

/** A `SalonProfile` as JSON, as everybody sees it. */
export async function findSalonJson(pool: Pool, slug: string): Promise<string | null> {
  const { rows } = await pool.query<{ json: string }>({ ...BY_SLUG, values: [slug] });
  return rows[0]?.json ?? null;
}

export async function findSalon(db: Db | Tx, id: string): Promise<SalonProfile> {
  const { rows } = await db.execute<{ json: SalonProfile }>(
    sql`select ${sql.raw(profileJson)} as json from salons s where s.id = ${id}`,
  );
  const [found] = rows;
  if (!found) throw new Error('salons are never deleted');
  return found.json;
}

export async function findSalonId(db: Db | Tx, ownerId: string): Promise<string | null> {
  const [row] = await db.select({ id: salons.id }).from(salons).where(eq(salons.ownerId, ownerId));
  return row?.id ?? null;
}

interface SalonDeals extends Page<DealCard[]> {
  /** Milliseconds until the first of them expires; null when none does, 0 without deals. */
  left: number | null;
}

/** Live deals; none of an unknown salon. */
export async function listSalonDeals(db: Db, { slug, page }: { slug: string; page: PageRequest }): Promise<SalonDeals> {
  const { behind, ordered, keys } = newestFirst('d', page);
  const { rows } = await db.execute<{ item: DealCard; keys: string; left: number | null }>(sql`
    select ${sql.raw(dealCardJson)} as item, ${keys}, (extract(epoch from d.expires_at - now()) * 1000)::float8 as left
    from deals d where d.salon_id = (select id from salons where slug = ${slug}) and deal_is_live(d) and ${behind} ${ordered}`);
  const ends = rows.flatMap(({ left }) => left ?? []);
  return { ...pageOf(rows, page), left: rows.length === 0 ? 0 : ends.length > 0 ? Math.min(...ends) : null };
}

const ATTEMPTS = 6;

/** Its slug is the name, else with the city, else with random letters too where others have those. */
export async function insertSalon(tx: Tx, salon: Omit<typeof salons.$inferInsert, 'slug'>): Promise<string> {
  const name = slugOf(salon.name);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const parts = [name, attempt > 1 && salon.city, attempt > 2 && randomBytes(2).toString('hex')];
    const [added] = await tx
      .insert(salons)
      .values({ ...salon, slug: parts.filter(Boolean).join('-') })
      .onConflictDoNothing({ target: salons.slug })
      .returning({ id: salons.id });
    if (added) return added.id;
  }
  throw new Error(`${ATTEMPTS} slugs in a row were taken`);
}

/** The salon is locked until the transaction ends; null where there is none. */
export async function lockSalon(tx: Tx, id: string): Promise<{ ownerId: string | null } | null> {
  const [row = null] = await tx
    .select({ ownerId: salons.ownerId })
    .from(salons)
    .where(eq(salons.id, id))
    .for('no key update');
  return row;
}

type Columns = Omit<typeof salons.$inferInsert, 'id' | 'slug' | 'ownerId'>;

/** The caller has locked or added the salon. */
export async function updateSalon(
  tx: Tx,
  { id, values, hours }: { id: string; values: Columns; hours: readonly OpenStretch[] },
): Promise<void> {
  await tx
    .update(salons)
    .set({ ...values, version: sql`${salons.version} + 1`, updatedAt: sql`now()` })
    .where(eq(salons.id, id));
  await tx.delete(salonHours).where(eq(salonHours.salonId, id));
  if (hours.length > 0) await tx.insert(salonHours).values(hours.map((stretch) => ({ ...stretch, salonId: id })));
}
