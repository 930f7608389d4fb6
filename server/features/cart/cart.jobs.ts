import type { Deps } from '#server/deps.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';
import { forgetAdditions, forgetRemovedLines, REPEATED_FOR } from './cart.store.ts';

export const deleteExpiredCartLines = cleanupJob({
  name: 'delete-expired-cart-lines',
  cron: '*/10 * * * *',
  table: 'cart_items',
  rows: 'those removed, from then',
  kept: REPEATED_FOR,
  run: ({ db }: Deps, kept) => forgetRemovedLines(db, kept),
});

export const deleteExpiredCartAdditions = cleanupJob({
  name: 'delete-expired-cart-additions',
  cron: '7 * * * *',
  table: 'cart_additions',
  rows: 'all, from the addition',
  kept: '1 day',
  run: ({ db }: Deps, kept) => forgetAdditions(db, kept),
});
