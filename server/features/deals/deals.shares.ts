/** Counts shares of deals, like views: once per visitor and day, without bots and owners. */
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { isPerson } from '#server/kit/http/request-context.ts';
import { addVisits, visitorOf } from './deals.views.ts';

/** Throws 404 for a deal that is not public. */
export function countShare(
  { db, actors, clock }: Pick<Deps, 'db' | 'actors' | 'clock'>,
  { dealId, userId, request }: { dealId: string; userId: string | null; request: FastifyRequest },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`select from deals d where id = ${dealId} and deal_is_public(d)`);
    if (rows.length === 0) throw new AppError(404, 'deals.notFound');
    if (!isPerson(request)) return;
    const visits = [{ dealId, visitor: visitorOf(actors, { request, userId }) }];
    await addVisits(tx, { what: 'shares', day: dayInTirane(clock.now()), visits });
  });
}
