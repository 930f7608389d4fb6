import { favorites } from '#core/contract/favorites.ts';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { addFavorite, type FavoriteOwner, listFavorites, removeFavorite } from './favorites.store.ts';

const favoritesLimits = {
  guestFavorites: { max: 120, seconds: 3600, isExact: true, per: 'guest' },
} as const satisfies Limits;

function favoritesRoutes(serve: Serve, { db, knownDevices, clock, views }: Deps): void {
  serve(favorites.list, ({ user, page }) => listFavorites(db, ofUser(user), page));
  serve(favorites.mine, ({ user, request, page }) => {
    const keeper = ownerOf(user, knownDevices.keyOf(request));
    return keeper ? listFavorites(db, keeper, page) : { items: [], next: null };
  });
  serve(favorites.add, async ({ body, user, actor, request, reply }) => {
    const keeper = user ? ofUser(user) : ofGuest(knownDevices.keep(request, reply));
    const likedFrom = user ? null : `${dayInTirane(clock.now())} ${actor.key}`;
    const kept = await inTransaction(db, (tx) => addFavorite(tx, { ...body, ...keeper, likedFrom }));
    if (kept === 'absent') throw new AppError(404, 'deals.notFound');
    if (kept === 'full') throw new AppError(409, 'favorites.full');
    if (kept.isNew) views.countAdded(kept.dealId, 'saves');
    return { ...kept, ofAccount: user !== null };
  });
  serve(favorites.remove, async ({ params: { dealId }, user, request }) => {
    const keeper = ownerOf(user, knownDevices.keyOf(request));
    if (keeper) await inTransaction(db, (tx) => removeFavorite(tx, { ...keeper, dealId }));
    return { success: true as const, ofAccount: user !== null };
  });
}

const ofUser = ({ id }: { id: string }): FavoriteOwner => ({ userId: id, browser: null });
const ofGuest = (browser: string): FavoriteOwner => ({ userId: null, browser });
/** Null for a guest without favorites. */
const ownerOf = (user: { id: string } | null, browser: string | null): FavoriteOwner | null =>
  user ? ofUser(user) : browser === null ? null : ofGuest(browser);

export const feature = { contract: { favorites }, routes: favoritesRoutes, limits: favoritesLimits };
