import type { Deps } from '#server/deps.ts';
import { forgetSessions, SESSIONS_LAST } from '#server/kit/http/sessions.ts';
import { sweep } from '#server/kit/jobs/job.ts';
import { forgetDevices } from './devices.store.ts';
import { forgetTokens } from './mailed-links.store.ts';

export const sessionsForget = sweep({
  name: 'sessions-forget',
  cron: '3 * * * *',
  table: 'sessions',
  rows: 'all, from signing in',
  kept: SESSIONS_LAST,
  run: ({ db }: Deps) => forgetSessions(db),
});

export const tokensForget = sweep({
  name: 'tokens-forget',
  cron: '11 * * * *',
  table: 'tokens',
  rows: 'all, from when they are worth nothing',
  kept: '1 day',
  run: ({ db }: Deps, kept) => forgetTokens(db, kept),
});

export const devicesForget = sweep({
  name: 'devices-forget',
  cron: '27 4 * * *',
  table: 'devices',
  rows: 'all, from the last sign-in',
  kept: '180 days',
  run: ({ db }: Deps, kept) => forgetDevices(db, kept),
});
