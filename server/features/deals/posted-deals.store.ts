/** SQL of deals as their dealers post and change them. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { OwnDeal, ownDeals } from '#core/contract/own-deals.ts';
import { type Run, runDays } from '#core/domain/deals.ts';
import { categories, deals } from '#db/schema/catalogue.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import { cardColumns, countersAndLimits, limitColumns } from './deals.store.ts';

export type DealRow = typeof deals.$inferSelect & { isExpired: boolean };
export type DealValues = typeof deals.$inferInsert;
/** Undefined columns stay as they are. */
export type DealColumns = { [Name in keyof DealValues]?: DealValues[Name] | undefined };

/** SQL (table alias `d`) of the columns of an `OwnDeal`; the counters are `c`, the limits `l`. */
export const ownDealColumns = `${cardColumns}, ${limitColumns}, d.user_id as "userId",
  d.business_info as "businessInfo", d.business_info_en as "businessInfoEn", d.social_link as "socialLink", d.phone,
  c.views, c.shares, c.likes, deal_sold(d.id) as sold, coalesce(d.expires_at <= now(), false) as "isExpired",
  d.reposts_left as "repostsLeft", d.hidden_by_admin_at as "hiddenByAdminAt", d.moderation_reason as "moderationReason",
  (select r.created_at from deal_reports r where r.deal_id = d.id and r.reason = 'review' and r.decision is null) as "reviewRequestedAt"`;
const ownDealJson = sql.raw(`(select row_to_json(deal) from (select ${ownDealColumns} ${countersAndLimits}) deal)`);

export async function listOwnDeals(
  db: Db,
  { userId, page }: { userId: string; page: PageRequest },
): Promise<Page<OwnDeal[]>> {
  const { behind, ordered, keys } = newestFirst('d', page);
  const { rows } = await db.execute<{ item: OwnDeal; keys: string }>(sql`
    select ${ownDealJson} as item, ${keys} from deals d
    where d.user_id = ${userId} and d.deleted_at is null and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function findTotals(db: Db, userId: string): Promise<AnswerOf<typeof ownDeals.totals>> {
  const { rows } = await db.execute<AnswerOf<typeof ownDeals.totals>>(sql`
    select count(*)::int as posted,
      (count(*) filter (where d.is_active and (d.expires_at is null or d.expires_at > now())))::int as active,
      coalesce(sum(c.views), 0)::int as views, coalesce(sum(c.likes), 0)::int as likes,
      coalesce(sum(c.shares), 0)::int as shares, coalesce(sum(deal_sold(d.id)), 0)::int as sold,
      (select count(*)::int from salon_follows f join salons s on s.id = f.salon_id where s.owner_id = ${userId}) as followers,
      exists (select from deals where user_id = ${userId}) as "hasPosted"
    from deals d join deal_counters c on c.deal_id = d.id where d.user_id = ${userId} and d.deleted_at is null`);
  const [totals] = rows;
  if (!totals) throw new Error('an aggregate has a row');
  return totals;
}

export async function findOwnDeal(tx: Tx, id: string): Promise<OwnDeal> {
  const { rows } = await tx.execute<{ json: OwnDeal }>(
    sql`select ${ownDealJson} as json from deals d where d.id = ${id}`,
  );
  const [found] = rows;
  if (!found) throw new Error('a deal vanished in the transaction that wrote it');
  return found.json;
}

/**
 * The deal that this submission posted before; refuses its key with other content.
 *
 * @param userId - undefined: of any owner
 */
export async function findPosted(
  tx: Tx,
  { userId, key, hash }: { userId?: string; key: string | undefined; hash: string },
): Promise<OwnDeal | null> {
  if (key === undefined) return null;
  const isOwned = userId === undefined ? undefined : eq(deals.userId, userId);
  const [row] = await tx
    .select({ id: deals.id, hash: deals.postHash })
    .from(deals)
    .where(and(isOwned, eq(deals.postKey, key)));
  if (!row) return null;
  const posted = await findOwnDeal(tx, row.id);
  if (row.hash === hash) return posted;
  const { id, title, price } = posted;
  throw new AppError(409, 'ownDeals.keyReused', { details: { posted: { id, title, price } } });
}

export async function findOwnerId(tx: Tx, id: string): Promise<string | null | undefined> {
  const [row] = await tx.select({ userId: deals.userId }).from(deals).where(eq(deals.id, id));
  return row?.userId;
}

/** Lock order: the account of the owner is locked before. */
export async function lockDeal(tx: Tx, id: string): Promise<DealRow | null> {
  const isExpired = sql<boolean>`coalesce(${deals.expiresAt} <= clock_timestamp(), false)`;
  const [row] = await tx
    .select({ deal: deals, isExpired })
    .from(deals)
    .where(eq(deals.id, id))
    .for('no key update', { of: deals });
  return row ? { ...row.deal, isExpired: row.isExpired } : null;
}

export async function updateDeal(
  tx: Tx,
  id: string,
  values: { [Name in keyof DealValues]?: DealValues[Name] | SQL | undefined },
): Promise<void> {
  await tx
    .update(deals)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(deals.id, id));
}

/** The run of a deal that begins on a day in Albania; null: now. */
export function timesFrom(startsOn: string | null, runHours: number) {
  const createdAt = startsOn === null ? sql`now()` : sql`${startsOn}::date::timestamp at time zone 'Europe/Tirane'`;
  return { createdAt, expiresAt: sql`${createdAt} + make_interval(hours => ${runHours})` };
}

/** Of the chosen run. */
export const runHoursOf = (timeLeft: string) => 24 * runDays[timeLeft as Run];

/** A job activates one that `startsOn` a later day. */
export async function insertDeal(
  tx: Tx,
  { runHours, ...values }: Omit<DealValues, 'id' | 'createdAt' | 'expiresAt'> & { runHours: number },
): Promise<string> {
  const id = v7();
  const { startsOn = null } = values;
  const isScheduled = startsOn !== null && { isActive: false };
  await tx.insert(deals).values({ ...values, ...isScheduled, id, ...timesFrom(startsOn, runHours) });
  return id;
}

/** Posts an expired deal again. */
export async function renewDeal(
  tx: Tx,
  { id, repostsLeft, runHours }: { id: string; repostsLeft: number; runHours: number },
): Promise<void> {
  await updateDeal(tx, id, { ...timesFrom(null, runHours), repostsLeft });
}

/** Scheduled deals whose day has come. */
export async function findDealsToStart(db: Db, limit: number): Promise<{ id: string; userId: string | null }[]> {
  const { rows } = await db.execute<{ id: string; userId: string | null }>(sql`
    select id, user_id as "userId" from deals
    where starts_on <= (now() at time zone 'Europe/Tirane')::date order by starts_on limit ${limit}`);
  return rows;
}

/** Expired deals to post again, the longest expired first. */
export async function findDealsToRepost(db: Db, limit: number): Promise<{ id: string; userId: string }[]> {
  const { rows } = await db.execute<{ id: string; userId: string }>(sql`
    select id, user_id as "userId" from deals d
    where reposts_left > 0 and expires_at <= now() and deal_is_public(d) and user_id is not null
    order by expires_at limit ${limit}`);
  return rows;
}

/** Whether all units are sold; what is only held may come back. */
export async function isSoldOut(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{
    is: boolean;
  }>(sql`select exists (select from deal_limits l where l.deal_id = ${id}
    and l.taken - (select coalesce(sum(h.units), 0) from unit_holds h where h.deal_id = l.deal_id) >= l.units) as is`);
  return rows[0]?.is === true;
}

/** Ends the automatic reposting of all expired deals of a dealer; returns their ids. The caller has locked the account. */
export async function stopReposts(tx: Tx, userId: string): Promise<string[]> {
  const stopped = await tx
    .update(deals)
    .set({ repostsLeft: 0 })
    .where(and(eq(deals.userId, userId), sql`reposts_left > 0 and expires_at <= now() and deal_is_public(deals)`))
    .returning({ id: deals.id });
  return stopped.map(({ id }) => id);
}

export async function findTitles(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ title: deals.title })
    .from(deals)
    .where(and(sql`${deals.id} = any(${sql.param(ids)}::uuid[])`, isNull(deals.deletedAt)))
    .orderBy(deals.expiresAt);
  return rows.map(({ title }) => title);
}

export async function isActiveCategory(tx: Tx, slug: string): Promise<boolean> {
  const condition = and(eq(categories.slug, slug), categories.isActive);
  // The lock prevents its deletion.
  return (await tx.select({ slug: categories.slug }).from(categories).where(condition).for('key share')).length > 0;
}
