/** The limiter: strict limits exact on every node, generous ones shared about once a second. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type ExactLimits, exactLimits } from './exact-limits.ts';
import { addressKey, shared, tooMany } from './limits.ts';
import { sharedCounts } from './shared-counts.ts';

export interface RateLimiter extends ExactLimits {
  /** Counts one against a generous limit of an address or user; throws 429 beyond it. Costs no statement. */
  count(name: keyof typeof shared, key: string): void;
  /** Shares what was counted and drops what is over; runs by itself about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function rateLimiter(pool: Pool, options: { scale: number; log: FastifyBaseLogger }): RateLimiter {
  const counts = sharedCounts(pool, options);
  return {
    ...exactLimits(pool, options.scale),
    count(name, key) {
      const wait = counts.add(name, addressKey(key), shared[name]);
      if (wait > 0) throw tooMany(wait);
    },
    flush: counts.flush,
    close: counts.close,
  };
}
