import { type SQL, sql } from 'drizzle-orm';
import type { adminOverview, PendingKind } from '#core/contract/admin/overview.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Db } from '#server/kit/db/db.ts';

/** Administrators ask every half minute. */
const MAX_COUNTED = 1000;

/** The ids of what waits. A new kind is a line here, in the contract and in `today.tsx`; it needs a partial index. */
const waiting: Record<PendingKind, SQL> = {
  dealerRequests: sql`select id from dealer_requests where status = 'pending'`,
  supportMessages: sql`select id from support_messages where status = 'pending'`,
  dealReports: sql`select distinct r.deal_id as id from deal_reports r join deals d on d.id = r.deal_id
    where r.decision is null and d.deleted_at is null`,
  // Those that the salon can still answer wait for nobody here.
  claims: sql`select id from claims c where decided_at is null and withdrawn_at is null and claim_is_due(c)`,
  reviews: sql`select voucher_id as id from reviews where status = 'held'
    union select voucher_id from review_reports where decided_at is null`,
};

export async function findPending(db: Db): Promise<AnswerOf<typeof adminOverview.pending>> {
  const kinds = Object.keys(waiting) as PendingKind[];
  const counted = kinds.map(
    (kind) => sql`select ${kind}::text as kind, count(*)::int as count, min(id::text) as first
      from (${waiting[kind]} limit ${MAX_COUNTED}) w`,
  );
  const { rows } = await db.execute<{ kind: PendingKind; count: number; first: string }>(
    sql.join(counted, sql` union all `),
  );
  const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) as Record<PendingKind, number>;
  const only = Object.fromEntries(rows.filter(({ count }) => count === 1).map(({ kind, first }) => [kind, first]));
  return { ...counts, only };
}
