import { type DealChange, ownDeals } from '#core/contract/own-deals.ts';
import type { Deps } from '#server/deps.ts';
import { findTotals, listOwnDeals } from '#server/features/deals/posted-deals.store.ts';
import { storeDataUrl } from '#server/features/media/media.service.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { toShownPhone } from '#server/kit/phone.ts';
import { hashOf } from './own-deals.rules.ts';
import { changeDeal, postDeal, removeDeal } from './own-deals.service.ts';

export const ownDealsLimits = {
  dealPosts: { max: 100, seconds: 86_400, isExact: true, skipWhen: 'mistakes' },
  /** Each empties the cache of public answers. */
  dealChanges: { max: 300, seconds: 3600 },
} as const satisfies Limits;

export function ownDealsRoutes(serve: Serve, deps: Deps): void {
  serve(ownDeals.create, async ({ user, body }) => {
    const phone = await toShownPhone(body.phone);
    const form = await withStoredImage(body, user.id);
    return postDeal(deps, { userId: user.id, form, hash: hashOf(body), phone });
  });
  serve(ownDeals.update, async ({ user: actor, params: { id }, body }) => {
    const phone = body.phone === undefined ? undefined : await toShownPhone(body.phone);
    return changeDeal(deps, { actor, id, form: await withStoredImage(body, actor.id), phone });
  });
  serve(ownDeals.remove, ({ user: actor, params: { id }, query: { reason } }) =>
    removeDeal(deps, { actor, id, reason }),
  );
  serve(ownDeals.list, ({ user, page }) => listOwnDeals(deps.db, { userId: user.id, page }));
  serve(ownDeals.totals, ({ user }) => findTotals(deps.db, user.id));

  async function withStoredImage<Form extends DealChange>(form: Form, userId: string): Promise<Form> {
    const { imageUrl: url } = form;
    return url?.startsWith('data:') ? { ...form, imageUrl: await storeDataUrl(deps, { userId, url }) } : form;
  }
}
