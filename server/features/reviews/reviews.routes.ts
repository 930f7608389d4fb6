/** Reviews of salons by the buyers of redeemed vouchers. */
import { reviews } from '#core/contract/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { cacheTags } from '#server/kit/cache/tags.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { reviewsAsk, reviewsRank } from './reviews.jobs.ts';
import { addReview, editReview, replyToReview, reportReview, withdrawReview } from './reviews.service.ts';
import { listOpen, listShown } from './reviews.store.ts';

const reviewsLimits = {
  /** Each empties the cache of public answers. */
  reviews: { max: 60, seconds: 3600 },
  reviewReports: { max: 20, seconds: 3600, isExact: true },
} as const satisfies Limits;

function reviewsRoutes(serve: Serve, { db }: Deps): void {
  const done = { success: true as const };
  serve(reviews.open, ({ user }) => listOpen(db, user.id));
  serve(reviews.add, ({ user, body, request: { language } }) =>
    inTransaction(db, (tx) => addReview(tx, { ...body, userId: user.id, language })),
  );
  serve(reviews.edit, ({ user, params, body }) =>
    inTransaction(db, (tx) => editReview(tx, { ...body, ...params, userId: user.id })),
  );
  serve(reviews.withdraw, async ({ user, params }) => {
    await inTransaction(db, (tx) => withdrawReview(tx, { ...params, userId: user.id }));
    return done;
  });
  serve(reviews.reply, ({ user, params, body }) =>
    inTransaction(db, (tx) => replyToReview(tx, { ...params, ...body, userId: user.id })),
  );
  serve(reviews.report, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => reportReview(tx, { ...params, ...body, userId: user.id }));
    return done;
  });
  serve(reviews.ofSalon, ({ params: { slug }, page, cached }) =>
    // Invented slugs would evict others: without reviews nothing is cached.
    cached(`salon reviews ${slug} ${page.limit} ${page.cursor}`, async () => {
      const { items, next } = await listShown(db, { slug, page });
      return { json: JSON.stringify(items), next, left: items.length === 0 ? 0 : null, tags: [cacheTags.salon(slug)] };
    }),
  );
}

export const feature = {
  contract: { reviews },
  routes: reviewsRoutes,
  limits: reviewsLimits,
  jobs: [reviewsAsk, reviewsRank],
};
