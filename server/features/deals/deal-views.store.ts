import type { Pool } from 'pg';

// Rows are written and deals locked in one order, so that two processes never wait for each other in a circle.
const ADD = {
  name: 'deals.addViews',
  text: `with fresh as (
      insert into deal_views (deal_id, visitor, day)
      select d.id, v.visitor, $1 from unnest($2::uuid[], $3::text[], $4::uuid[]) v (deal_id, visitor, user_id)
      join deals d on d.id = v.deal_id and (v.user_id is null or d.user_id is distinct from v.user_id)
        and d.is_active and not d.is_hidden and d.deleted_at is null
      order by d.id, v.visitor
      on conflict do nothing returning deal_id
    ), totals as (
      select deal_id, count(*) as views from fresh group by deal_id
    ), locked as (
      select d.id, t.views from totals t join deals d on d.id = t.deal_id order by d.id for no key update of d
    )
    update deals d set views = d.views + locked.views from locked where d.id = locked.id`,
};

export async function addViews(
  pool: Pool,
  { day, views }: { day: string; views: { dealId: string; visitor: { key: string; userId: string | null } }[] },
): Promise<void> {
  await pool.query(ADD, [
    day,
    views.map((view) => view.dealId),
    views.map((view) => view.visitor.key),
    views.map((view) => view.visitor.userId),
  ]);
}
