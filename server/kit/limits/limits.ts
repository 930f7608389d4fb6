/** Rate limit declarations. Limits of single endpoints are declared by their features, the default ones here. */

import { sql } from 'drizzle-orm';
import { AppError } from '#server/kit/app-error.ts';
import type { Tx } from '#server/kit/db/db.ts';

interface Figures {
  /** Multiplied by RATE_LIMIT_SCALE. */
  max: number;
  seconds: number;
  /** Whose calls are counted together. Whoever acts, unless said: an account, or an address where nobody is signed in. */
  per?: 'address' | 'network' | 'guest';
  /** Counts only calls whose query holds this. */
  onlyWith?: string;
  /**
   * Does not count a browser that was signed in before to the account that this field of the body names; nor refuses, of
   * a network, whoever wants to sign in where somebody did before.
   */
  knownBy?: string;
}

/** Counted by one statement per request; exact across nodes. */
interface ExactLimit extends Figures {
  isExact: true;
  /** Calls that end like this are not counted: those that succeed, whose input was not right, or that the owner did not make. */
  skipWhen?: 'successes' | 'mistakes' | 'strangers';
  /** Counted by the feature in the transaction of the change (`attemptIn`), so that nothing else counts. */
  countedInTransaction?: true;
}

/** Counted in memory and synchronised about once a second; exact within about 10 % across nodes. */
interface SharedLimit extends Figures {
  isExact?: undefined;
  skipWhen?: undefined;
  countedInTransaction?: undefined;
}

export type Limit = ExactLimit | SharedLimit;

export type Limits = Record<string, Limit>;

/** Default limits by kind of endpoint; an endpoint names a limit only where it differs. */
export const generalLimits = {
  /** Every request under /api: per account, or per address of guests. */
  requests: { max: 600, seconds: 60 },
  /** All accounts of an address together: 120 may be registered there in an hour, each with a limit of its own. */
  requestsPerAddress: { max: 6000, seconds: 60 },
  /** Session lookups per address, before it is known whose limit applies. */
  unknownSessions: { max: 600, seconds: 60 },
  /** Every write, in addition to `requests`. */
  mutations: { max: 120, seconds: 60 },
} as const satisfies Limits;

/** The figures of a limit; throws for an unknown name. */
export function limitOf(limits: Limits, name: string): Limit {
  const limit = limits[name];
  if (!limit) throw new Error(`Nobody says how often '${name}' may happen.`);
  return limit;
}

/** 429 with Retry-After in seconds; `limit.guesses` when that is the next day. */
export function tooMany(seconds: number, code: 'limit.reached' | 'limit.guesses' = 'limit.reached'): AppError {
  return new AppError(429, code, { retryAfter: seconds });
}

/** Deduplication: true for the first claim, false for further ones within 25 hours. `print` is a keyed hash. */
export async function claimOnce(tx: Tx, { name, print }: { name: string; print: string }): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`insert into rate_limits (key, window_start, count, expires_at)
    values (${`${name}:${print}`}, 'epoch', 1, now() + interval '25 hours') on conflict do nothing`);
  return rowCount === 1;
}
