import type { Deps } from '#server/deps.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { deleteUnusedWords, markOver, updateFrequencies } from './deals.store.ts';

export const dealsMarkOver = recurring({
  name: 'deals-mark-over',
  cron: '* * * * *',
  run: ({ db }: Deps) => markOver(db),
});

export const vocabularyCleanup = recurring({
  name: 'delete-expired-words',
  cron: '* * * * *',
  run: async ({ db }: Deps) => {
    await deleteUnusedWords(db);
    await updateFrequencies(db);
  },
});
