/** Reviews that wait for approval or are reported. */
import { eq, sql } from 'drizzle-orm';
import { type AdminReview, adminReviews } from '#core/contract/reviews.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { reviews } from '#db/schema/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { closeReports, missing } from '#server/features/reviews/reviews.service.ts';
import { lockReview, notifyOfReview } from '#server/features/reviews/reviews.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findReview, listReviews } from './reviews.store.ts';

function adminReviewsRoutes(serve: Serve, { db }: Deps): void {
  serve(adminReviews.list, ({ query, page }) => listReviews(db, { ...query, page }));
  serve(adminReviews.decide, ({ user, params, body, request: { language } }) =>
    inTransaction(db, (tx) => decide(tx, { ...params, ...body, adminId: user.id, language })),
  );
}

interface Decision {
  voucherId: string;
  adminId: string;
  language: Language;
  decision: 'publish' | 'hide';
  reason: string;
  version: number;
}

async function decide(tx: Tx, { voucherId, adminId, language, ...its }: Decision): Promise<AdminReview> {
  const { decision, reason, version } = its;
  const review = await lockReview(tx, voucherId);
  if (!review || review.status === 'withdrawn') throw missing();
  if (review.version !== version) {
    if (!review.decidedAt) throw new AppError(409, 'reviews.changed');
    const values = { name: review.decidedBy ?? '–', date: formatDateTime(review.decidedAt, language) };
    throw new AppError(409, 'reviews.decided', { values });
  }
  if (adminId === review.userId || adminId === review.ownerId) throw new AppError(409, 'reviews.own');
  const status = decision === 'publish' ? ('published' as const) : ('hidden' as const);
  await tx
    .update(reviews)
    .set({ status, decision, reason, decidedAt: sql`now()`, decidedBy: adminId, version: version + 1 })
    .where(eq(reviews.voucherId, voucherId));
  await closeReports(tx, voucherId);
  const audit = { action: `reviews.${decision}`, subject: 'voucher', subjectId: voucherId, detail: { reason } };
  await writeAudit(tx, { actorId: adminId, ...audit });
  await notifyOfReview(tx, 'reviewDecided', voucherId);
  return (await findReview(tx, voucherId)) ?? Promise.reject(missing());
}

export const feature = { contract: { adminReviews }, routes: adminReviewsRoutes };
