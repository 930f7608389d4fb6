import { sql } from 'drizzle-orm';
import { dealReports } from '#core/contract/deal-reports.ts';
import { dealReports as table } from '#db/schema/conversation.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';

export function dealReportsRoutes(serve: Serve, { db }: Deps): void {
  serve(dealReports.add, async ({ params, body, user, actor }) => {
    const { reason, text = null } = body;
    await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute(sql`select from deals d where id = ${params.id} and deal_is_public(d)`);
      if (rows.length === 0) throw new AppError(404, 'deals.notFound');
      await tx
        .insert(table)
        .values({ dealId: params.id, userId: user?.id ?? null, reporter: actor.key, reason, text })
        .onConflictDoUpdate({ target: [table.dealId, table.reporter], set: { reason, text } });
      await writeAudit(tx, {
        actorId: user?.id ?? null,
        action: 'deals.report',
        subject: 'deal',
        subjectId: params.id,
      });
    });
    return { success: true as const };
  });
}
