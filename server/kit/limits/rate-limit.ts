/** The limiter: strict limits exact on every node, generous ones shared about once a second. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Clock } from '#server/kit/system-clock.ts';
import { type ExactLimits, exactLimits } from './exact-limits.ts';
import { type Limits, limitOf, tooMany } from './limits.ts';
import { sharedCounts } from './shared-counts.ts';

export interface RateLimiter extends ExactLimits {
  readonly limits: Limits;
  /** By what their figures are multiplied. */
  readonly scale: number;
  /** Counts one against a generous limit; throws 429 beyond it. Costs no statement. */
  count(name: string, key: string): void;
  /** Shares all that has been counted so far and drops what is over; runs by itself about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function rateLimiter(
  pool: Pool,
  options: { limits: Limits; scale: number; log: FastifyBaseLogger; clock: Clock },
): RateLimiter {
  const { limits, scale } = options;
  const counts = sharedCounts(pool, options);
  return {
    ...exactLimits(pool, options),
    limits,
    scale,
    count(name, key) {
      const wait = counts.add(name, key, limitOf(limits, name));
      if (wait > 0) throw tooMany(wait);
    },
    flush: counts.flush,
    close: counts.close,
  };
}
