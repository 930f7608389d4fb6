import type { Deps } from '#server/deps.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { deleteUnusedWords, markOver } from './deals.store.ts';

export const dealsMarkOver = recurring({
  name: 'deals-mark-over',
  cron: '* * * * *',
  run: ({ db }: Deps) => markOver(db),
});

export const vocabularyCleanup = recurring({
  name: 'delete-expired-words',
  cron: '* * * * *',
  run: ({ db }: Deps) => deleteUnusedWords(db),
});
