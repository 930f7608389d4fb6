/** How often somebody may ask. Figures stand beside the feature whose rows name them; those of every call stand here. */

import { sql } from 'drizzle-orm';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';

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

/** Counted by one statement each, exact on every node. */
interface ExactLimit extends Figures {
  isExact: true;
  /** Calls that end like this are not counted: those that succeed, whose input was not right, or that the owner did not make. */
  spares?: 'successes' | 'mistakes' | 'strangers';
  /** Counted by the feature in the transaction of the auditEvent (`attemptIn`), so that nothing else counts. */
  countedInTransaction?: true;
}

/** Counted in memory and shared about once a second: no statement per request, true within about a tenth. */
interface SharedLimit extends Figures {
  isExact?: undefined;
  spares?: undefined;
  countedInTransaction?: undefined;
}

export type Limit = ExactLimit | SharedLimit;

export type Limits = Record<string, Limit>;

export const generalLimits = {
  /** Everything under /api: a person's own, so that those behind one address of a carrier do not share one. */
  requests: { max: 600, seconds: 60 },
  /** Those of all accounts of an address together: 120 may be made there in an hour, each with a limit of its own. */
  crowds: { max: 6000, seconds: 60 },
  /** Sessions of an address that have to be looked up before it is known whose limit counts. */
  strangers: { max: 600, seconds: 60 },
  /** Whatever is no GET. */
  mutations: { max: 120, seconds: 60 },
} as const satisfies Limits;

/** The figures of a limit; a name without any is a mistake that should not live until somebody calls. */
export function limitOf(limits: Limits, name: string): Limit {
  const limit = limits[name];
  if (!limit) throw new Error(`Nobody says how often '${name}' may happen.`);
  return limit;
}

/** 429 with the seconds until it makes sense to try again; `limit.guesses` where that is another day. */
export function tooMany(seconds: number, code: 'limit.reached' | 'limit.guesses' = 'limit.reached'): AppError {
  return new AppError(429, code, { retryAfter: seconds });
}

/** What counts once for somebody on a day, on every node and across restarts. */

/** True for the first who says it, false for all others until a day has passed. `print` tells nobody what it stands for. */
export async function isFirst(tx: Tx, { name, print }: { name: string; print: string }): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`insert into rate_limits (key, window_start, count, expires_at)
    values (${`${name}:${print}`}, 'epoch', 1, now() + interval '25 hours') on conflict do nothing`);
  return rowCount === 1;
}
