import { sql } from 'drizzle-orm';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';

/** One who looks at a deal. */
export interface Visitor {
  /** Stands for one account, browser or address; not readable back. */
  key: string;
  /** What stood for them while less was known of them. */
  formerKeys: readonly string[];
  /** Who is signed in, so that an owner's own looks do not count. */
  userId: string | null;
  /** From where a guest looks, not readable back; none for accounts. */
  source: string | null;
}

/** So many guests of one address count for a deal on a day: a carrier has many behind one, but labels cost nothing. */
const GUESTS_OF_ADDRESS = 20;

export function addViews(
  db: Db,
  { day, views }: { day: string; views: { dealId: string; visitor: Visitor }[] },
): Promise<void> {
  const listOf = (read: (view: (typeof views)[number]) => string | null) => sql.param(views.map(read));
  const dealIds = sql`${listOf(({ dealId }) => dealId)}::uuid[]`;
  return inTransaction(db, async (tx) => {
    // Whoever holds the counters of a deal is alone with its looks, and sees those of whoever held them before.
    await tx.execute(sql`
      select from deal_counters where deal_id = any(${dealIds}) order by deal_id for no key update`);
    // A visitor who looked before under a name that tells less is the same visitor: the row of that name gives way to one, uncounted.
    await tx.execute(sql`
      with looks as materialized (
        select d.id as deal_id, l.visitor, l.source, string_to_array(l.former, ' ') as former, exists (
          select from deal_views w where w.day = ${day} and w.deal_id = d.id and w.visitor = l.visitor) as is_seen
        from unnest(${dealIds}, ${listOf(({ visitor }) => visitor.key)}::text[],
          ${listOf(({ visitor }) => visitor.userId)}::uuid[],
          ${listOf(({ visitor }) => visitor.formerKeys.join(' '))}::text[],
          ${listOf(({ visitor }) => visitor.source)}::text[]) l (deal_id, visitor, user_id, former, source)
        join deals d on d.id = l.deal_id and (l.user_id is null or d.user_id is distinct from l.user_id) and deal_is_public(d)
      ), known as (
        delete from deal_views v using looks l
        where v.day = ${day} and v.deal_id = l.deal_id and v.visitor = any(l.former) and not l.is_seen
        returning l.deal_id, l.visitor
      ), crowds as (
        select deal_id, source, count(*) as seen from deal_views
        where day = ${day} and deal_id = any(${dealIds}) and source is not null group by deal_id, source
      ), placed as (
        select l.*, coalesce(c.seen, 0) + row_number() over (partition by l.deal_id, l.source, l.is_known order by l.visitor) as place
        from (select *, (deal_id, visitor) in (select * from known) as is_known from looks where not is_seen) l
          left join crowds c on c.deal_id = l.deal_id and c.source = l.source
      ), fresh as (
        insert into deal_views (deal_id, visitor, day, source) select deal_id, visitor, ${day}, source from placed
        where source is null or is_known or place <= ${GUESTS_OF_ADDRESS}
        on conflict do nothing returning deal_id, visitor
      ), totals as (
        select deal_id, count(*) as views from fresh where (deal_id, visitor) not in (select * from known) group by deal_id
      )
      update deal_counters c set views = c.views + totals.views from totals where c.deal_id = totals.deal_id`);
  });
}
