import type { Deps } from '#server/deps.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';
import { forgetAssertions } from './identities.store.ts';

export const deleteExpiredAssertions = cleanupJob({
  name: 'delete-expired-assertions',
  cron: '19 * * * *',
  table: 'used_assertions',
  rows: 'all',
  kept: 'until the provider says that they are over',
  run: ({ db }: Deps) => forgetAssertions(db),
});
