import { type SQL, sql } from 'drizzle-orm';
import type { OpenReview, OwnReview, Review } from '#core/contract/reviews.ts';
import { EDIT_HOURS, REVIEW_DAYS } from '#core/domain/reviews.ts';
import type { Language } from '#core/i18n/language.ts';
import { notifyAll } from '#server/features/notifications/notify.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { keyset, pageOf } from '#server/kit/http/pagination.ts';

/** Tables `r` (reviews), `v` and `i` of its voucher and item. */
export const from = sql`reviews r join vouchers v on v.id = r.voucher_id
  join order_items i on i.order_id = v.order_id and i.position = v.position`;

const written = sql`'voucherId', r.voucher_id, 'stars', r.stars, 'text', r.text, 'name', r.name, 'language', r.language,
  'title', i.title, 'titleEn', i.title_en, 'reply', (
    select json_build_object('text', p.text, 'createdAt', p.created_at,
      'isBeforeEdit', coalesce(r.edited_at > coalesce(p.edited_at, p.created_at), false))
    from review_replies p where p.voucher_id = r.voucher_id)`;

export const ownFacts = sql`${written}, 'reason', r.reason, 'version', r.version, 'createdAt', r.created_at,
  'editableUntil', r.created_at + make_interval(hours => ${EDIT_HOURS}),
  'status', case when r.undone_at is not null and r.status = 'published' then 'hidden' else r.status end`;

const publicJson = sql`json_build_object(${written}, 'isEdited', r.edited_at is not null,
  'month', to_char(r.created_at at time zone 'Europe/Tirane', 'YYYY-MM'))`;

interface NewReview {
  userId: string;
  voucherId: string;
  stars: number;
  text: string;
  name: string | null;
  language: Language;
  status: 'published' | 'held';
  /** Now, unless said. */
  createdAt?: Date;
}

/** How many were added: one for each buyer who can review this voucher now. The lock waits for an undo under way. */
export async function insertReviews(tx: Tx, written: readonly NewReview[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into reviews (voucher_id, salon_id, line_id, user_id, name, stars, text, language, status, created_at)
    select v.id, v.salon_id, d.line_id, v.user_id, n.name, n.stars, n.text, n.language, n.status, coalesce(n."createdAt", now())
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) n ("userId" uuid, "voucherId" uuid, stars integer, text text,
        name text, language text, status text, "createdAt" timestamptz)
      join vouchers v on v.id = n."voucherId" and v.user_id = n."userId"
      join order_items i on i.order_id = v.order_id and i.position = v.position
      join deals d on d.id = i.deal_id join salons s on s.id = v.salon_id join users u on u.id = v.user_id
    where u.is_active and s.owner_id is distinct from v.user_id
      and v.status = 'redeemed' and v.redeemed_at > now() - make_interval(days => ${REVIEW_DAYS})
    for share of v
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Why `insertReviews` refused. */
export async function findObstacle(db: Db | Tx, { userId, voucherId }: { userId: string; voucherId: string }) {
  const { rows } = await db.execute<{ code: 'noSalon' | 'ownSalon' | 'once' | 'notRedeemed' | 'tooLate' }>(sql`
    select case when v.salon_id is null then 'noSalon' when s.owner_id = v.user_id then 'ownSalon'
      when r.voucher_id is not null then 'once' when v.status <> 'redeemed' then 'notRedeemed' else 'tooLate' end as code
    from vouchers v left join salons s on s.id = v.salon_id left join reviews r on r.voucher_id = v.id
    where v.id = ${voucherId} and v.user_id = ${userId}`);
  return rows[0]?.code ?? null;
}

/** SQL (table `v`, vouchers): whether its buyer can review it. */
const mayReview = sql`(v.status = 'redeemed' and v.redeemed_at > now() - make_interval(days => ${REVIEW_DAYS})
  and exists (select from salons s where s.id = v.salon_id and s.owner_id is distinct from v.user_id)
  and not exists (select from reviews r where r.voucher_id = v.id))`;

/** SQL (tables `v` and `i` of a voucher and its item) for the additions to the JSON of a `Voucher`. */
export const reviewOfVoucher = sql`'mayReview', ${mayReview},
  'review', (select json_build_object(${ownFacts}) from reviews r where r.voucher_id = v.id)`;

/** Vouchers of a buyer that can be reviewed, newest first. */
export async function listOpen(db: Db, userId: string): Promise<OpenReview[]> {
  const { rows } = await db.execute<{ item: OpenReview }>(sql`
    select json_build_object('voucherId', v.id, 'code', v.code, 'orderId', v.order_id, 'title', i.title, 'titleEn', i.title_en,
      'salon', s.name, 'salonSlug', s.slug, 'redeemedAt', v.redeemed_at) as item
    from vouchers v join order_items i on i.order_id = v.order_id and i.position = v.position
      join salons s on s.id = v.salon_id
    where v.user_id = ${userId} and ${mayReview}
    order by v.redeemed_at desc limit 100`);
  return rows.map(({ item }) => item);
}

interface Locked {
  status: OwnReview['status'];
  text: string;
  name: string | null;
  version: number;
  decision: 'publish' | 'hide' | null;
  isLate: boolean;
  /** Its redemption was undone. */
  isUndone: boolean;
  userId: string | null;
  ownerId: string | null;
  decidedBy: string | null;
  /** Null where it was edited since. */
  decidedAt: string | null;
}

/** A review with what decides about its change, locked. */
export async function lockReview(tx: Tx, voucherId: string): Promise<Locked | null> {
  const { rows } = await tx.execute<Locked & Record<string, unknown>>(sql`
    select r.status, r.text, r.name, r.version, r.decision, r.user_id as "userId", s.owner_id as "ownerId",
      r.undone_at is not null as "isUndone", r.created_at < now() - make_interval(hours => ${EDIT_HOURS}) as "isLate",
      (select username from users where id = r.decided_by) as "decidedBy", case when r.decided_at > coalesce(r.edited_at, '-infinity') then to_json(r.decided_at) end as "decidedAt"
    from reviews r join salons s on s.id = r.salon_id where r.voucher_id = ${voucherId} for no key update of r`);
  return rows[0] ?? null;
}

export async function findOwn(db: Db | Tx, voucherId: string): Promise<OwnReview | null> {
  const { rows } = await db.execute<{ item: OwnReview }>(
    sql`select json_build_object(${ownFacts}) as item from ${from} where r.voucher_id = ${voucherId}`,
  );
  return rows[0]?.item ?? null;
}

export async function findShown(db: Db | Tx, voucherId: string): Promise<Review | null> {
  const { rows } = await db.execute<{ item: Review }>(
    sql`select ${publicJson} as item from ${from} where r.voucher_id = ${voucherId} and r.is_shown`,
  );
  return rows[0]?.item ?? null;
}

/** Keyset of reviews, newest first. */
export const newestReviews = (page: PageRequest) =>
  keyset(
    [
      ['r.created_at', 'instant'],
      ['r.voucher_id', 'uuid'],
    ],
    page,
    'desc',
  );

/** What everybody sees of a salon; none of an unknown one, or one that is not available. */
export async function listShown(db: Db, { slug, page }: { slug: string; page: PageRequest }): Promise<Page<Review[]>> {
  const { behind, ordered, keys } = newestReviews(page);
  const { rows } = await db.execute<{ item: Review; keys: string }>(sql`
    select ${publicJson} as item, ${keys} from ${from}
    where r.salon_id = (select s.id from salons s where s.slug = ${slug}
        and not exists (select from users where id = s.owner_id and not is_active))
      and r.is_shown and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

/** Adds or replaces the reply of a salon's owner; false unless the review is one of the salon that everybody sees. */
export async function saveReply(
  tx: Tx,
  { voucherId, ownerId, text }: { voucherId: string; ownerId: string; text: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into review_replies as p (voucher_id, user_id, text)
    select r.voucher_id, s.owner_id, ${text} from reviews r join salons s on s.id = r.salon_id
    where r.voucher_id = ${voucherId} and s.owner_id = ${ownerId} and r.is_shown for key share of r
    on conflict (voucher_id) do update set text = excluded.text, user_id = excluded.user_id, edited_at = now()`);
  return rowCount === 1;
}

/** SQL (tables of `from`): what a notification about a review says. */
const facts = sql`jsonb_build_object('orderId', v.order_id, 'title', i.title, 'titleEn', i.title_en)`;

/** Selects of `user_id`, `key` and `data` for notifications about one review. */
const told = (voucherId: string, key: SQL, data: SQL) => ({
  author: sql`select r.user_id, ${key} as key, ${facts} || ${data} || '{"isAuthor": true}' as data
    from ${from} where r.voucher_id = ${voucherId} and r.user_id is not null`,
  salon: sql`select s.owner_id, ${key} as key, ${facts} || ${data} || '{"isAuthor": false}' as data
    from ${from} join salons s on s.id = r.salon_id
    where r.voucher_id = ${voucherId} and s.owner_id is not null and s.owner_id is distinct from r.user_id`,
});

/** Tells the salon of a review that is published, the author of the first reply, both of a decision. */
export async function notifyOfReview(
  tx: Tx,
  kind: 'reviewReceived' | 'reviewReplied' | 'reviewDecided',
  voucherId: string,
): Promise<void> {
  const key = sql`${`${kind}.${voucherId}`}::text`;
  const rows = {
    reviewReceived: () => told(voucherId, key, sql`jsonb_build_object('stars', r.stars)`).salon,
    reviewReplied: () => told(voucherId, key, sql`jsonb_build_object('salon', i.business_name)`).author,
    reviewDecided: () => {
      const data = sql`jsonb_build_object('decision', r.decision, 'reason', r.reason)`;
      const { author, salon } = told(voucherId, sql`${key} || '.' || r.version`, data);
      return sql`${author} union all ${salon}`;
    },
  }[kind]();
  await notifyAll(tx, kind, sql`select who.* from (${rows}) who (user_id, key, data)`);
}
