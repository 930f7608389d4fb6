import type { Deps } from '#server/deps.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';
import { forgetGuestFavorites } from './favorites.store.ts';

export const deleteExpiredGuestFavorites = cleanupJob({
  name: 'delete-expired-guest-favorites',
  cron: '27 3 * * *',
  table: 'favorites',
  rows: 'those of guests',
  kept: '90 days',
  run: ({ db }: Deps, kept) => forgetGuestFavorites(db, kept),
});
