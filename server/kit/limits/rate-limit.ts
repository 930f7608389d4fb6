/** Rate limiter: exact limits in PostgreSQL, generous ones in memory. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Tx } from '#server/kit/db/db.ts';
import { connectionOf } from '#server/kit/db/transaction.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { type Limits, limitOf, tooMany } from './limits.ts';
import { dailyFailureLimit, type LoginAttempt } from './login-throttling.ts';
import { sharedCounts } from './shared-counts.ts';

export interface RateLimiter extends ExactLimits {
  readonly limits: Limits;
  /** Factor of all limits. */
  readonly scale: number;
  /** Counts `by` against a generous limit, in memory; throws 429 beyond it. */
  count(name: string, key: string, by?: 0 | 1): void;
  /** Synchronises counters with other nodes and drops expired ones; also runs about once a second. */
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
  /** The same in the transaction of the limited action: a rollback is not counted. */
  attemptIn(tx: Tx, attempt: { name: string; key: string }): Promise<void>;
  /** Throws 429 if the next attempt would; counts nothing. */
  assertBelowLimit(name: string, key: string): Promise<void>;
  /** Takes back the latest attempt. */
  takeBackAttempt(name: string, key: string): Promise<void>;
  /** Whether there was a recent sign-in to the account from that network. */
  isTrustedNetwork(at: Pick<LoginAttempt, 'account' | 'network'>): Promise<boolean>;
  /**
   * Runs a password check; throws 429 during the backoff. The backoff is per account and source, so that failures of others
   * do not lock the owner out, until the daily limit of the account is used up, which known browsers are exempt from. A
   * failure extends the backoff, a success resets it.
   */
  tryAccount(loginAttempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

// Refused attempts are not counted, because only counted ones are taken back.
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

// One row per account and source with window_start = epoch; the last failure was one day before `expires_at`.
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
  // A smaller scale is for tests of other limits.
  const spare = Math.max(1, scale);
  const dailyFailures = dailyFailureLimit(pool, { spare, log });
  const free = Math.round(FREE_FAILURES * spare);
  const count = async (on: Pick<Pool, 'query'>, name: string, key: string) => {
    const { max, seconds } = limitOf(limits, name);
    const { rows } = await on.query(COUNT_ATTEMPT, [`${name}:${key}`, seconds, max * scale]);
    if (rows[0].count === null) throw tooMany(rows[0].wait);
  };

  async function tryInTurn(loginAttempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean> {
    const { account, from, isKnown } = loginAttempt;
    const key = `account:${account} ${from}`;
    const { rows } = await pool.query(ACCOUNT_WAIT, [key, free, LONGEST_WAIT]);
    if (rows[0]?.wait > 0) throw tooMany(rows[0].wait);
    const right = isKnown ? await isRight() : await dailyFailures.check(loginAttempt, isRight);
    await pool.query(right ? ACCOUNT_CLEAR : ACCOUNT_FAILED, [key]);
    if (right) await dailyFailures.trustNetwork(loginAttempt);
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
    isTrustedNetwork: dailyFailures.isTrustedNetwork,
    tryAccount(loginAttempt, isRight) {
      const { account, from, network, isKnown } = loginAttempt;
      return inTurn(`${account} ${isKnown ? from : network}`, () => tryInTurn(loginAttempt, isRight));
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
