import type { FastifyInstance } from 'fastify';
import { favorites } from '#core/contract/favorites.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { serve } from '#server/kit/http/serve.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.store.ts';

export function favoritesRoutes(app: FastifyInstance, { db, limiter }: Deps): void {
  serve(app, favorites.list, ({ user }) => listFavorites(db, user.id));
  serve(app, favorites.add, async ({ body, who, request }) => {
    const user = await who();
    if (!user) await limiter.attempt('guestFavoritesPerAddress', request.ip);
    const kept = await inTransaction(db, (tx) => addFavorite(tx, { ...body, userId: user?.id ?? null }));
    if (kept === 'absent') throw new AppError(404, 'deals.notFound');
    if (kept === 'full') throw new AppError(409, 'favorites.full');
    return kept;
  });
  serve(app, favorites.remove, async ({ params, who }) => {
    const user = await who();
    await inTransaction(db, (tx) => removeFavorite(tx, { ...params, userId: user?.id ?? null }));
    return { success: true as const };
  });
}
