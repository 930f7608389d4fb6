/** The rate limiter: exact limits in PostgreSQL, shared ones in memory. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Tx } from '#server/kit/db/db.ts';
import { connectionOf } from '#server/kit/db/transaction.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { type Limits, limitOf, tooMany } from './limits.ts';
import { guessesOfTheDay, type LoginAttempt } from './login-throttling.ts';
import { sharedCounts } from './shared-counts.ts';

export interface RateLimiter extends ExactLimits {
  readonly limits: Limits;
  /** By what their figures are multiplied. */
  readonly scale: number;
  /** Counts one, or with 0 none, against a generous limit; throws 429 beyond it. Costs no statement. */
  count(name: string, key: string, by?: 0 | 1): void;
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
    count(name, key, by = 1) {
      const wait = counts.add(name, key, { ...limitOf(limits, name), by });
      if (wait > 0) throw tooMany(wait);
    },
    flush: counts.flush,
    close: counts.close,
  };
}

/** Wrong passwords of one source for one account before the backoff starts. */
const FREE_FAILURES = 5;
/** Longest backoff in seconds. */
const LONGEST_WAIT = 3 * 3600;

export interface ExactLimits {
  /** Counts one attempt; throws 429 beyond the limit. */
  attempt(name: string, key: string): Promise<void>;
  /** The same as a part of what is limited: what comes to nothing is not counted. */
  attemptIn(tx: Tx, attempt: { name: string; key: string }): Promise<void>;
  /** Counts nothing; throws 429 where the next attempt would. */
  assertBelowLimit(name: string, key: string): Promise<void>;
  /** Takes the latest attempt back. */
  takeBackAttempt(name: string, key: string): Promise<void>;
  /** Whether somebody signed in to the account from that network lately. */
  isTrustedNetwork(at: Pick<LoginAttempt, 'account' | 'network'>): Promise<boolean>;
  /**
   * Runs one check of an account's password and answers what it says. Refuses with 429 while whoever asks has to wait:
   * nobody waits for what others guessed, until the account had its guesses of the day, and a browser it knows
   * not even then. A wrong one makes the next wait longer, a right one forgets them all.
   */
  tryAccount(guesser: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

// What is refused is not counted, or tries that are taken back would leave some behind.
const COUNT_ATTEMPT = {
  name: 'limits.attempt',
  text: `with now_in as (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as w),
    counted as (
      insert into rate_limits (key, window_start, count, expires_at)
      select $1, w, 1, w + make_interval(secs => $2) from now_in where $3::float8 >= 1
      on conflict (key, window_start) do update set count = rate_limits.count + 1
        where rate_limits.count + 1 <= $3::float8
      returning count)
    select count, extract(epoch from w + make_interval(secs => $2) - now())::float8 as wait
      from now_in left join counted on true`,
};

const COUNTED = {
  name: 'limits.counted',
  text: `select extract(epoch from expires_at - now())::float8 as wait from rate_limits
    where key = $1 and window_start = to_timestamp(floor(extract(epoch from now()) / $2) * $2) and count + 1 > $3::float8`,
};

const FORGIVE = {
  name: 'limits.takeBackAttempt',
  text: `update rate_limits set count = greatest(count - 1, 0)
    where key = $1 and window_start = (select max(window_start) from rate_limits where key = $1)`,
};

// One row per account and guesser (window_start is always the epoch); its last failure was a day before `expires_at`.
const ACCOUNT_WAIT = {
  name: 'limits.accountWait',
  text: `select extract(epoch from expires_at - interval '1 day'
      + make_interval(secs => least($3, power(4, least(count - $2, 15)))) - now())::float8 as wait
    from rate_limits
    where key = $1 and window_start = 'epoch' and expires_at > now() and count >= $2`,
};

const ACCOUNT_FAILED = {
  name: 'limits.accountFailed',
  text: `insert into rate_limits (key, window_start, count, expires_at)
    values ($1, 'epoch', 1, now() + interval '1 day')
    on conflict (key, window_start) do update
      set count = case when rate_limits.expires_at < now() then 1 else least(rate_limits.count + 1, 1000000) end,
          expires_at = excluded.expires_at`,
};

const ACCOUNT_CLEAR = { name: 'limits.accountClear', text: 'delete from rate_limits where key = $1' };

export function exactLimits(
  pool: Pool,
  { limits, scale, log }: { limits: Limits; scale: number; log: FastifyBaseLogger },
): ExactLimits {
  const inTurn = queues();
  // A smaller scale is for trying other limits: it leaves passwords alone.
  const spare = Math.max(1, scale);
  const guesses = guessesOfTheDay(pool, { spare, log });
  const free = Math.round(FREE_FAILURES * spare);
  const count = async (on: Pick<Pool, 'query'>, name: string, key: string) => {
    const { max, seconds } = limitOf(limits, name);
    const { rows } = await on.query(COUNT_ATTEMPT, [`${name}:${key}`, seconds, max * scale]);
    if (rows[0].count === null) throw tooMany(rows[0].wait);
  };

  async function tryInTurn(guesser: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean> {
    const { account, from, isKnown } = guesser;
    const key = `account:${account} ${from}`;
    const { rows } = await pool.query(ACCOUNT_WAIT, [key, free, LONGEST_WAIT]);
    if (rows[0]?.wait > 0) throw tooMany(rows[0].wait);
    const right = isKnown ? await isRight() : await guesses.among(guesser, isRight);
    await pool.query(right ? ACCOUNT_CLEAR : ACCOUNT_FAILED, [key]);
    if (right) await guesses.welcome(guesser);
    return right;
  }

  return {
    attempt: (name, key) => count(pool, name, key),
    attemptIn: (tx, { name, key }) => count(connectionOf(tx), name, key),
    async assertBelowLimit(name, key) {
      const { max, seconds } = limitOf(limits, name);
      const { rows } = await pool.query(COUNTED, [`${name}:${key}`, seconds, max * scale]);
      if (rows[0]) throw tooMany(rows[0].wait);
    },
    async takeBackAttempt(name, key) {
      await pool.query(FORGIVE, [`${name}:${key}`]);
    },
    isTrustedNetwork: guesses.isTrustedNetwork,
    tryAccount(guesser, isRight) {
      const { account, from, network, isKnown } = guesser;
      return inTurn(`${account} ${isKnown ? from : network}`, () => tryInTurn(guesser, isRight));
    },
  };
}

/** Serialises attempts per name, so that concurrent ones are not all checked before one is counted. */
function queues(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name);
    const mine = before ? before.then(work, work) : work();
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
