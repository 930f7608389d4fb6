import type { Db } from '#server/kit/db/db.ts';
import type { Reading } from '#server/kit/metrics/tally.ts';
import { currentRate, type RateParts } from './exchange.service.ts';

/** So that whoever watches hears of it before cards pause. */
export function rateAge({ db, ...parts }: RateParts & { db: Db }): Reading {
  return {
    name: 'bukuri_exchange_rate_age_seconds',
    help: 'Age of the rate that counts; 0 for one of the configuration, +Inf while there is none and cards pause.',
    read: async () => (await currentRate(db, parts))?.ageSeconds ?? Number.POSITIVE_INFINITY,
  };
}
