import type { Deps } from '#server/deps.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { fetchRate } from './exchange.service.ts';

/** Looks every hour and asks about once a day, so that there is time to ask again before cards pause. */
export const exchangeFetch = recurring({
  name: 'exchange-fetch',
  cron: '23 * * * *',
  atStart: true,
  run: (deps: Deps) => fetchRate(deps),
});

export const feature = { jobs: [exchangeFetch] };
