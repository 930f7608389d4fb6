/** Claims about vouchers. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { claims } from '#core/contract/claims.ts';
import { ANSWER_DAYS } from '#core/domain/vouchers.ts';
import { claims as table } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { submitNow } from '#server/features/payments/unit-refunds.ts';
import { findSalonId } from '#server/features/salons/salons.store.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { decide, missing, openClaim, refundUsed } from './claims.service.ts';
import { findAdminClaim, findClaim, listAllClaims, listClaims, notifyOfClaim } from './claims.store.ts';

const claimsLimits = { claims: { max: 10, seconds: 3600, isExact: true } } as const satisfies Limits;

function claimsRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(claims.add, ({ user, body }) => inTransaction(db, (tx) => openClaim(tx, { ...body, userId: user.id })));
  serve(claims.list, async ({ user, query, page }) => {
    if (query.as !== 'salon') return listClaims(db, { whose: sql`c.user_id = ${user.id}`, page });
    const salonId = await findSalonId(db, user.id);
    return salonId === null ? { items: [], next: null } : listClaims(db, { whose: sql`c.salon_id = ${salonId}`, page });
  });
  serve(claims.withdraw, async ({ user, params: { id } }) => {
    const own = and(eq(table.id, id), eq(table.userId, user.id));
    const [claim] = await db
      .update(table)
      .set({ withdrawnAt: sql`coalesce(${table.withdrawnAt}, now())` })
      .where(and(own, isNull(table.decidedAt)))
      .returning({ id: table.id });
    if (claim) return { success: true as const };
    throw (await db.$count(table, own)) > 0 ? new AppError(409, 'claims.notOpen') : missing();
  });
  serve(claims.answer, async ({ user, params: { id }, body: { text } }) => {
    const salonId = await findSalonId(db, user.id);
    const ofSalon = and(eq(table.id, id), sql`${table.salonId} = ${salonId} and ${table.withdrawnAt} is null`);
    return inTransaction(db, async (tx) => {
      const isInTime = sql`${table.answeredAt} is null and ${table.decidedAt} is null
        and now() <= ${table.createdAt} + make_interval(days => ${ANSWER_DAYS})`;
      const answered = await tx
        .update(table)
        .set({ answer: text, answeredAt: sql`now()` })
        .where(and(ofSalon, isInTime))
        .returning({ id: table.id });
      if (answered.length === 0)
        throw (await tx.$count(table, ofSalon)) > 0 ? new AppError(409, 'claims.notOpen') : missing();
      await notifyOfClaim(tx, 'claimAnswered', id);
      return (await findClaim(tx, sql`c.id = ${id}`)) ?? Promise.reject(missing());
    });
  });
  serve(claims.all, ({ query: { state }, page }) => listAllClaims(db, { state, page }));
  serve(claims.decide, async ({ user, params: { id }, body, request: { language }, reply }) => {
    const decision = { ...body, id, adminId: user.id, language };
    const paymentId = await inTransaction(db, (tx) => decide(tx, deps.cards, decision));
    await submitNow(deps, { paymentId, elapsedMs: reply.elapsedTime });
    return (await findAdminClaim(db, id)) ?? Promise.reject(missing());
  });
  serve(claims.refundUsed, async ({ user, params, body, request: { language }, reply }) => {
    const asked = { ...body, voucherId: params.id, adminId: user.id, language };
    const { id, paymentId } = await inTransaction(db, (tx) => refundUsed(tx, deps.cards, asked));
    await submitNow(deps, { paymentId, elapsedMs: reply.elapsedTime });
    return (await findAdminClaim(db, id)) ?? Promise.reject(missing());
  });
}

export const feature = { contract: { claims }, routes: claimsRoutes, limits: claimsLimits };
