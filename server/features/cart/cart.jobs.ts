import type { Deps } from '#server/deps.ts';
import { sweep } from '#server/kit/jobs/job.ts';
import { forgetAdditions, forgetRemovedLines, REPEATED_FOR } from './cart.store.ts';

export const cartLinesForget = sweep({
  name: 'cart-lines-forget',
  cron: '*/10 * * * *',
  table: 'cart_items',
  rows: 'those removed, from then',
  kept: REPEATED_FOR,
  run: ({ db }: Deps, kept) => forgetRemovedLines(db, kept),
});

export const cartAdditionsForget = sweep({
  name: 'cart-additions-forget',
  cron: '7 * * * *',
  table: 'cart_additions',
  rows: 'all, from the addition',
  kept: '1 day',
  run: ({ db }: Deps, kept) => forgetAdditions(db, kept),
});
