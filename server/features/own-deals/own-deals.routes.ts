import { ownDeals } from '#core/contract/own-deals.ts';
import type { Deps } from '#server/deps.ts';
import { findTotals, listOwnDeals } from '#server/features/deals/posted-deals.store.ts';
import { toShownPhone } from '#server/features/salons/phone.ts';
import { storyOf } from '#server/features/share-images/share-images.jobs.ts';
import { AppError, busy } from '#server/kit/app-error.ts';
import { keyedQueue } from '#server/kit/concurrency.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { ownDealsMailModerated } from './moderation-mail.jobs.ts';
import { ownDealsMailStopped, ownDealsRepost } from './own-deals.jobs.ts';
import { hashOf } from './own-deals.rules.ts';
import { changeDeal, postDeal, removeDeal, requestReview, withStoredImage } from './own-deals.service.ts';

const ownDealsLimits = {
  dealPosts: { max: 100, seconds: 86_400, isExact: true, skipWhen: 'mistakes' },
  dealChanges: { max: 300, seconds: 3600 },
  storyImages: { max: 20, seconds: 3600 },
} as const satisfies Limits;

/** Each takes a fraction of a second. */
const MOST_WAITING_STORIES = 4;

function ownDealsRoutes(serve: Serve, deps: Deps): void {
  serve(ownDeals.create, async ({ user, actor, body }) => {
    const phone = await toShownPhone(body.phone);
    const hash = hashOf(body);
    return withStoredImage(deps, { userId: user.id, actor: actor.key, form: body }, (tx, form) =>
      postDeal(tx, { ...deps, userId: user.id, form, hash, phone }),
    );
  });
  serve(ownDeals.update, async ({ user, actor, params: { id }, body }) => {
    const phone = body.phone === undefined ? undefined : await toShownPhone(body.phone);
    return withStoredImage(deps, { userId: user.id, actor: actor.key, form: body }, (tx, form) =>
      changeDeal(tx, { ...deps, actor: user, id, form, phone }),
    );
  });
  serve(ownDeals.requestReview, ({ user: actor, params: { id } }) => requestReview(deps.db, { actor, id }));
  serve(ownDeals.remove, ({ user: actor, params: { id }, query: { reason } }) =>
    removeDeal(deps, { actor, id, reason }),
  );
  serve(ownDeals.list, ({ user, page }) => listOwnDeals(deps.db, { userId: user.id, page }));
  const rendering = keyedQueue({ concurrency: 1, maxWaiting: MOST_WAITING_STORIES, full: busy });
  serve(ownDeals.story, async ({ user, params: { id } }) => {
    const story = await rendering('story', () => storyOf(deps, { id, userId: user.id }));
    if (!story) throw new AppError(404, 'deals.notFound');
    return new File([Uint8Array.from(story)], 'bukuri-story.jpg', { type: 'image/jpeg' });
  });
  serve(ownDeals.totals, ({ user }) => findTotals(deps.db, user.id));
}

export const feature = {
  contract: { ownDeals },
  routes: ownDealsRoutes,
  limits: ownDealsLimits,
  jobs: [ownDealsRepost, ownDealsMailStopped, ownDealsMailModerated],
};
