import type { Deps } from '#server/deps.ts';
import { sweep } from '#server/kit/jobs/job.ts';
import { forgetSearches } from './searches.store.ts';

export const searchesForget = sweep({
  name: 'searches-forget',
  cron: '37 3 * * *',
  table: 'search_counts',
  rows: 'all, from the day',
  kept: '90 days',
  run: ({ db }: Deps, kept) => forgetSearches(db, kept),
});
