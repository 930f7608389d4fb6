import type { Deps } from '#server/deps.ts';
import { forgetSessions, SESSIONS_LAST } from '#server/kit/http/sessions.ts';
import { cleanupJob } from '#server/kit/jobs/job.ts';
import { forgetDevices } from './devices.store.ts';
import { forgetTokens } from './mailed-links.store.ts';

export const deleteExpiredSessions = cleanupJob({
  name: 'delete-expired-sessions',
  cron: '3 * * * *',
  table: 'sessions',
  rows: 'all, from signing in',
  kept: SESSIONS_LAST,
  run: ({ db }: Deps) => forgetSessions(db),
});

export const deleteExpiredTokens = cleanupJob({
  name: 'delete-expired-tokens',
  cron: '11 * * * *',
  table: 'tokens',
  rows: 'all, from when they are worth nothing',
  kept: '1 day',
  run: ({ db }: Deps, kept) => forgetTokens(db, kept),
});

export const deleteExpiredDevices = cleanupJob({
  name: 'delete-expired-devices',
  cron: '27 4 * * *',
  table: 'devices',
  rows: 'all, from the last sign-in',
  kept: '180 days',
  run: ({ db }: Deps, kept) => forgetDevices(db, kept),
});
