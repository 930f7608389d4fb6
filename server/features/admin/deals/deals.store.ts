import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AdminDeal, AdminSalon, DealState, FieldChange, ReportedDeal } from '#core/contract/admin/deals.ts';
import { type REPORT_DECISIONS, REVIEW } from '#core/contract/deal-reports.ts';
import { Id } from '#core/contract/shapes.ts';
import { deals } from '#db/schema/catalogue.ts';
import { dealReports } from '#db/schema/conversation.ts';
import { salons } from '#db/schema/salons.ts';
import { users } from '#db/schema/users.ts';
import { countersAndLimits } from '#server/features/deals/deals.store.ts';
import { ownDealColumns } from '#server/features/deals/posted-deals.store.ts';
import { profileJson } from '#server/features/salons/salons.store.ts';
import { personJson } from '#server/features/users/users.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { keyset, newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

/** SQL (table alias `d`) for the JSON of an `AdminDeal`. */
const adminDealJson =
  sql.raw(`(select row_to_json(deal) from (select ${ownDealColumns}, ${personJson('d.user_id')} as owner,
  (select json_build_object('id', s.id, 'slug', s.slug, 'name', s.name) from salons s where s.id = d.salon_id) as salon,
  (select count(*)::int from deal_reports r where r.deal_id = d.id and r.decision is null) as "openReports"
  ${countersAndLimits}) deal)`);

interface Filters {
  q?: string | undefined;
  state?: DealState | '' | undefined;
  category?: string | undefined;
  city?: string | undefined;
  salon?: string | undefined;
}

const isReported = sql`d.id in (select deal_id from deal_reports where decision is null)`;

const states: Record<DealState, SQL> = {
  live: sql`deal_is_live(d)`,
  featured: sql`d.is_featured`,
  paused: sql`not d.is_active`,
  hidden: sql`d.is_hidden`,
  // The job that marks them is late by a minute.
  expired: sql`(d.is_over or not d.is_over and d.expires_at <= now())`,
  ownerless: sql`d.user_id is null`,
  reported: isReported,
};

/** So many deals are found and sorted; of more, the newest ones are looked for. */
const RARE = 1000;

/** Rows that an id, an email of the owner, or the beginnings of all words name. */
async function searched(db: Db, q: string): Promise<SQL> {
  if (Id.safeParse(q).success) return sql`${q}::uuid in (d.id, d.user_id)`;
  if (q.includes('@')) return sql`d.user_id = (select id from users where email = ${q.toLowerCase()})`;
  const { rows } = await db.execute<{ query: string | null; ids: string[] | null }>(sql`
    select query::text, case when (select count(*) from (select search from deals d where d.deleted_at is null
          order by d.created_at desc, d.id desc limit 500) newest where search @@ query) < 50
      then array(select d.id from deals d where d.search @@ query and d.deleted_at is null
        limit ${RARE + 1}) end as ids
    from (select string_agg(format('(%s)', catalogue_alternatives(array[stem || ':*'], '124')), '&')::tsquery as query
      from unnest(catalogue_stems(${q})) stem) said`);
  const [{ query, ids } = { query: null, ids: [] }] = rows;
  // Of frequent words the newest deals are found sooner than all of them.
  const isFrequent = ids === null || ids.length > RARE;
  return isFrequent ? sql`d.search @@ ${query}::tsquery` : sql`d.id = any(${sql.param(ids)}::uuid[])`;
}

export async function listAdminDeals(
  db: Db,
  { q, state, category, city, salon, page }: Filters & { page: PageRequest },
): Promise<Page<AdminDeal[]>> {
  const { behind, ordered, keys } = newestFirst('d', page);
  const conditions = [
    sql`d.deleted_at is null`,
    ...(q ? [await searched(db, q)] : []),
    ...(state ? [states[state]] : []),
    ...(category ? [sql`d.category = ${category}`] : []),
    ...(city ? [sql`d.city = ${city}`] : []),
    ...(salon ? [sql`d.salon_id = ${salon}`] : []),
    behind,
  ];
  const { rows } = await db.execute<{ item: AdminDeal; keys: string }>(sql`
    select ${adminDealJson} as item, ${keys} from deals d where ${sql.join(conditions, sql` and `)} ${ordered}`);
  return pageOf(rows, page);
}

export async function getAdminDeal(db: Db, id: string): Promise<AdminDeal> {
  const { rows } = await db.execute<{ json: AdminDeal }>(sql`
    select ${adminDealJson} as json from deals d where d.id = ${id} and d.deleted_at is null`);
  const [found] = rows;
  if (!found) throw new AppError(404, 'deals.notFound');
  return found.json;
}

/** SQL (table alias `s`) for the JSON of an `AdminSalon`. */
const adminSalonJson = sql.raw(`json_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'city', s.city,
  'owner', ${personJson('s.owner_id')}, 'profile', ${profileJson},
  'dealCount', (select count(*) from deals d where d.salon_id = s.id and d.deleted_at is null))`);

export async function listSalons(
  db: Db,
  { q, page }: { q: string | undefined; page: PageRequest },
): Promise<Page<AdminSalon[]>> {
  const { behind, ordered, keys } = keyset(
    [
      ['(s.owner_id is not null)', 'boolean'],
      ['s.name', 'text'],
      ['s.id', 'uuid'],
    ],
    page,
    'asc',
  );
  const isFound = q ? sql`(s.id = ${Id.safeParse(q).data ?? null} or ${containing(q, 's.name')})` : sql`true`;
  const { rows } = await db.execute<{ item: AdminSalon; keys: string }>(sql`
    select ${adminSalonJson} as item, ${keys}
    from salons s where ${isFound} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function getAdminSalon(tx: Tx, id: string): Promise<AdminSalon> {
  const { rows } = await tx.execute<{ json: AdminSalon }>(
    sql`select ${adminSalonJson} as json from salons s where s.id = ${id}`,
  );
  const [found] = rows;
  if (!found) throw new Error('a salon vanished in the transaction that locked it');
  return found.json;
}

export async function setSalonOwner(tx: Tx, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  await tx.update(salons).set({ ownerId, updatedAt: sql`now()` }).where(eq(salons.id, id));
}

export async function findSalonNameOf(db: Db, email: string): Promise<string> {
  const isOwner = and(eq(users.id, salons.ownerId), eq(users.email, email));
  const [row] = await db.select({ name: salons.name }).from(salons).innerJoin(users, isOwner);
  return row?.name ?? '';
}

/** Gives the deals of a salon without an owner to its owner; returns their number. */
export async function assignDealsOf(
  tx: Tx,
  { salonId, ownerId }: { salonId: string; ownerId: string },
): Promise<number> {
  const ownerless = and(eq(deals.salonId, salonId), isNull(deals.userId), isNull(deals.deletedAt));
  // In the order in which orders lock them.
  await tx.select({ id: deals.id }).from(deals).where(ownerless).orderBy(deals.id).for('no key update');
  const { rowCount } = await tx.update(deals).set({ userId: ownerId, updatedAt: sql`now()` }).where(ownerless);
  return rowCount ?? 0;
}

export async function listReportedDeals(
  db: Db,
  { q, page }: { q: string | undefined; page: PageRequest },
): Promise<Page<ReportedDeal[]>> {
  const { behind, ordered, keys } = keyset(
    [
      ['since', 'instant'],
      ['deal_id', 'uuid'],
    ],
    page,
    'asc',
  );
  const { rows } = await db.execute<{ item: ReportedDeal; keys: string }>(sql`
    with reported as (
      select deal_id, min(created_at) as since from deal_reports where decision is null group by deal_id
    )
    select json_build_object('deal', ${adminDealJson}, 'since', since, 'reports', (
        select json_agg(json_build_object('id', r.id, 'reason', r.reason, 'text', r.text, 'createdAt', r.created_at,
          'username', u.username) order by r.created_at, r.id)
        from deal_reports r left join users u on u.id = r.user_id where r.deal_id = d.id and r.decision is null)) as item,
      ${keys}
    from reported join deals d on d.id = deal_id and d.deleted_at is null
    where ${behind} and ${q ? await searched(db, q) : sql`true`} ${ordered}`);
  const shown = pageOf(rows, page);
  for (const { deal, reports } of shown.items)
    for (const report of reports) if (report.reason === REVIEW) report.changes = await changesSinceHidden(db, deal);
  return shown;
}

/** What the form of a deal shows, as it was when an administrator hid it, and is now. */
async function changesSinceHidden(db: Db, { id, hiddenByAdminAt }: AdminDeal): Promise<FieldChange[]> {
  const { rows } = await db.execute<FieldChange & Record<string, unknown>>(sql`
    select field, before, after from (
      select distinct field, first_value(detail -> 'before' -> field) over edits as before,
        last_value(detail -> 'after' -> field) over edits as after
      from audit_log, jsonb_object_keys(detail -> 'after') field
      where subject = 'deal' and subject_id = ${id} and action = 'deals.edit' and at >= ${hiddenByAdminAt}
        and field <> all ('{isActive,isHidden,isFeatured}')
      window edits as (partition by field order by at, id rows between unbounded preceding and unbounded following)) edited
    where before is distinct from after order by field`);
  return rows;
}

/** Returns the reasons of those that were open; showing a deal decides only about a review. */
export async function closeReports(
  tx: Tx,
  { dealId, decision, adminId }: { dealId: string; decision: (typeof REPORT_DECISIONS)[number]; adminId: string },
): Promise<string[]> {
  const isAbout = decision === 'shown' ? eq(dealReports.reason, REVIEW) : undefined;
  const closed = await tx
    .update(dealReports)
    .set({ decision, decidedAt: sql`now()`, decidedBy: adminId })
    .where(and(eq(dealReports.dealId, dealId), isNull(dealReports.decision), isAbout))
    .returning({ reason: dealReports.reason });
  return closed.map(({ reason }) => reason);
}
