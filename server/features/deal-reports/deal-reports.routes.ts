import { sql } from 'drizzle-orm';
import { dealReports } from '#core/contract/deal-reports.ts';
import { dealReports as table } from '#db/schema/conversation.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';

const dealReportsLimits = {
  dealReports: { max: 20, seconds: 3600, isExact: true },
  dealReportsOfANetwork: { max: 100, seconds: 3600, isExact: true, per: 'network' },
} as const satisfies Limits;

function dealReportsRoutes(serve: Serve, { db, knownDevices }: Deps): void {
  serve(dealReports.add, async ({ params, body, user, request, reply }) => {
    const { reason, text = null } = body;
    const reporter = user ? `user:${user.id}` : knownDevices.keep(request, reply);
    await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute(sql`select from deals d where id = ${params.id} and deal_is_public(d)`);
      if (rows.length === 0) throw new AppError(404, 'deals.notFound');
      await tx
        .insert(table)
        .values({ dealId: params.id, userId: user?.id ?? null, reporter, reason, text })
        .onConflictDoUpdate({
          target: [table.dealId, table.reporter],
          // What is said anew is decided anew.
          set: { reason, text, createdAt: sql`now()`, decision: null, decidedAt: null, decidedBy: null },
        });
    });
    return { success: true as const };
  });
}

export const feature = { contract: { dealReports }, routes: dealReportsRoutes, limits: dealReportsLimits };
