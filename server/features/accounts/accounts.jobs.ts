import type { Deps } from '#server/deps.ts';
import { forgetSessions, SESSIONS_LAST } from '#server/kit/http/sessions.ts';
import { sweep } from '#server/kit/jobs/job.ts';

export const sessionsForget = sweep({
  name: 'sessions-forget',
  cron: '3 * * * *',
  table: 'sessions',
  rows: 'all, from signing in',
  kept: SESSIONS_LAST,
  run: ({ db }: Deps) => forgetSessions(db),
});
