/** Rules of reviews: who may write one and until when, and what waits for an administrator. */
import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#core/contract/endpoint.ts';
import type { reviews as contract, OwnReview, Review } from '#core/contract/reviews.ts';
import type { Language } from '#core/i18n/language.ts';
import { reviewReports, reviews } from '#db/schema/reviews.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { needsApproval } from './reviews.rules.ts';
import {
  findObstacle,
  findOwn,
  findShown,
  insertReviews,
  lockReview,
  notifyOfReview,
  saveReply,
} from './reviews.store.ts';

export const missing = () => new AppError(404, 'reviews.notFound');
const notYours = () => new AppError(404, 'reviews.notYours');

export async function addReview(
  tx: Tx,
  { text = '', name: typed, ...its }: BodyOf<typeof contract.add> & { userId: string; language: Language },
): Promise<OwnReview> {
  const name = typed || null;
  const status = needsApproval(text, name) ? 'held' : 'published';
  if ((await insertReviews(tx, [{ ...its, text, name, status }])) === 0) {
    const code = await findObstacle(tx, its);
    // A retry after a lost answer.
    const own = code === 'once' ? await findOwn(tx, its.voucherId) : null;
    if (own && own.status !== 'withdrawn' && own.stars === its.stars && own.text === text && own.name === name)
      return own;
    throw code ? new AppError(409, `reviews.${code}`) : notYours();
  }
  if (status === 'published') await notifyOfReview(tx, 'reviewReceived', its.voucherId);
  return (await findOwn(tx, its.voucherId)) ?? Promise.reject(missing());
}

export async function editReview(
  tx: Tx,
  { userId, voucherId, version, ...changes }: BodyOf<typeof contract.edit> & { userId: string; voucherId: string },
): Promise<OwnReview> {
  const review = await lockReview(tx, voucherId);
  if (review?.userId !== userId) throw notYours();
  if (review.status === 'withdrawn') throw new AppError(409, 'reviews.withdrawn');
  if (review.isLate) throw new AppError(409, 'reviews.tooLate');
  if (review.version !== version) throw new AppError(409, 'reviews.changed');
  const text = changes.text ?? review.text;
  const name = changes.name === undefined ? review.name : changes.name || null;
  const isSame = text === review.text && name === review.name;
  // What an administrator hid is not published by its author.
  const isHeld = review.decision === 'hide' || needsApproval(text, name);
  const status = isSame ? review.status : isHeld ? 'held' : 'published';
  await tx
    .update(reviews)
    .set({ text, name, status, stars: changes.stars, version: version + 1, editedAt: sql`now()` })
    .where(eq(reviews.voucherId, voucherId));
  if (status === 'published' && !review.isUndone) await notifyOfReview(tx, 'reviewReceived', voucherId);
  return (await findOwn(tx, voucherId)) ?? Promise.reject(missing());
}

export async function withdrawReview(
  tx: Tx,
  { userId, voucherId }: { userId: string; voucherId: string },
): Promise<void> {
  const review = await lockReview(tx, voucherId);
  if (review?.userId !== userId) throw notYours();
  if (review.status === 'withdrawn') return;
  const emptied = { text: '', name: null, status: 'withdrawn' as const, version: review.version + 1 };
  await tx.update(reviews).set(emptied).where(eq(reviews.voucherId, voucherId));
  await closeReports(tx, voucherId);
}

export async function replyToReview(
  tx: Tx,
  { userId: ownerId, voucherId, text }: { userId: string; voucherId: string; text: string },
): Promise<Review> {
  if (!(await saveReply(tx, { voucherId, ownerId, text }))) throw missing();
  await notifyOfReview(tx, 'reviewReplied', voucherId);
  return (await findShown(tx, voucherId)) ?? Promise.reject(missing());
}

export async function reportReview(tx: Tx, report: typeof reviewReports.$inferInsert): Promise<void> {
  if (!(await findShown(tx, report.voucherId))) throw missing();
  const { rowCount } = await tx.insert(reviewReports).values(report).onConflictDoNothing();
  if (rowCount === 0) throw new AppError(409, 'reviews.reported');
}

/** Reports of a review that are decided, or end with it. */
export async function closeReports(tx: Tx, voucherId: string): Promise<void> {
  await tx.execute(
    sql`update review_reports set decided_at = now() where voucher_id = ${voucherId} and decided_at is null`,
  );
}
