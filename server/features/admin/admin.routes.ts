import { sql } from 'drizzle-orm';
import { admin } from '#core/contract/admin.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';

export function adminRoutes(serve: Serve, { db }: Deps): void {
  serve(admin.pending, async () => {
    const { rows } = await db.execute<{ counts: AnswerOf<typeof admin.pending> }>(sql`
      select json_build_object(
        'supportMessages', (select count(*) from support_messages where status = 'pending'),
        'dealReports', (select count(distinct r.deal_id) from deal_reports r join deals d on d.id = r.deal_id
          where r.decision is null and d.deleted_at is null),
        'dealerRequests', (select count(*) from dealer_requests where status = 'pending')) as counts`);
    const [row] = rows;
    if (!row) throw new Error('one row is always selected');
    return row.counts;
  });
}
