import type { Deps } from '#server/deps.ts';
import { cleanupJob, recurring } from '#server/kit/jobs/job.ts';
import { forgetWords, markOver } from './deals.store.ts';
import { forgetViews } from './deals.views.ts';

export const dealsMarkOver = recurring({
  name: 'deals-mark-over',
  cron: '* * * * *',
  run: ({ db }: Deps) => markOver(db),
});

export const deleteExpiredDealViews = cleanupJob({
  name: 'delete-expired-deal-views',
  cron: '17 3 * * *',
  table: 'deal_views',
  rows: 'all, from the end of the day',
  kept: '2 days',
  run: ({ db }: Deps, kept) => forgetViews(db, kept),
});

export const wordsForget = recurring({
  name: 'delete-expired-words',
  cron: '* * * * *',
  run: ({ db }: Deps) => forgetWords(db),
});
