import type { Deps } from '#server/deps.ts';
import { sweep } from '#server/kit/jobs/job.ts';
import { forgetAssertions } from './identities.store.ts';

export const assertionsForget = sweep({
  name: 'assertions-forget',
  cron: '19 * * * *',
  table: 'used_assertions',
  rows: 'all',
  kept: 'until the provider says that they are over',
  run: ({ db }: Deps) => forgetAssertions(db),
});
