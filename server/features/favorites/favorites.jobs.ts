import type { Deps } from '#server/deps.ts';
import { sweep } from '#server/kit/jobs/job.ts';
import { forgetGuestFavorites } from './favorites.store.ts';

export const guestFavoritesForget = sweep({
  name: 'guest-favorites-forget',
  cron: '27 3 * * *',
  table: 'favorites',
  rows: 'those of guests',
  kept: '90 days',
  run: ({ db }: Deps, kept) => forgetGuestFavorites(db, kept),
});
