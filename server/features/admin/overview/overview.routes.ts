import { sql } from 'drizzle-orm';
import { adminOverview } from '#core/contract/admin/overview.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findOverview } from './overview.store.ts';

function adminOverviewRoutes(serve: Serve, { db, clock, cards }: Deps): void {
  serve(adminOverview.get, ({ query: { days = '7' } }) =>
    findOverview(db, { days: Number(days), now: clock.now(), provider: cards?.name ?? null }),
  );
  serve(adminOverview.pending, async () => {
    const { rows } = await db.execute<{ counts: AnswerOf<typeof adminOverview.pending> }>(sql`
      select json_build_object(
        'supportMessages', (select count(*) from support_messages where status = 'pending'),
        'dealReports', (select count(distinct r.deal_id) from deal_reports r join deals d on d.id = r.deal_id
          where r.decision is null and d.deleted_at is null),
        'claims', (select count(*) from claims where decided_at is null and withdrawn_at is null),
        'dealerRequests', (select count(*) from dealer_requests where status = 'pending')) as counts`);
    const [row] = rows;
    if (!row) throw new Error('one row is always selected');
    return row.counts;
  });
}

export const feature = { contract: { adminOverview }, routes: adminOverviewRoutes };
