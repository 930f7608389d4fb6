import type { Deps } from '#server/deps.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';
import { forgetSearches } from './searches.store.ts';

export const deleteExpiredSearches = cleanupJob({
  name: 'delete-expired-searches',
  cron: '37 3 * * *',
  table: 'search_counts',
  rows: 'all, from the day',
  kept: '90 days',
  run: ({ db }: Deps, kept) => forgetSearches(db, kept),
});
