/** Strict limits: one upsert per attempt in table rate_limits decides, so they hold on every node and across restarts. */
import type { Pool } from 'pg';
import { addressKey, exact, tooMany } from './limits.ts';

/** Wrong passwords for one account before waiting begins. */
const FREE_FAILURES = 5;
/** Longest wait between two tries at one account: a delay, never a lock. */
const LONGEST_WAIT = 60;

export interface ExactLimits {
  /** Counts one attempt of an address or user; throws 429 beyond the limit. */
  attempt(name: keyof typeof exact, key: string): Promise<void>;
  /** Takes the latest attempt back, because it was no failure. */
  forgive(name: keyof typeof exact, key: string): Promise<void>;
  /**
   * Runs one check of an account's password and answers what it says. Refuses with 429 while the account has to wait;
   * a wrong one makes the next wait longer, a right one forgets them all. Checks of one account come one after another.
   */
  tryAccount(account: string, isRight: () => Promise<boolean>): Promise<boolean>;
}

const COUNT_ATTEMPT = {
  name: 'limits.attempt',
  text: `insert into rate_limits (key, window_start, count, expires_at)
    select $1, w, 1, w + make_interval(secs => $2)
      from (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as w) t
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning count, extract(epoch from expires_at - now())::float8 as wait`,
};

const FORGIVE = {
  name: 'limits.forgive',
  text: `update rate_limits set count = greatest(count - 1, 0)
    where key = $1 and window_start = (select max(window_start) from rate_limits where key = $1)`,
};

// One row per account (window_start is always the epoch); its last failure was a day before `expires_at`.
const ACCOUNT_WAIT = {
  name: 'limits.accountWait',
  text: `select extract(epoch from expires_at - interval '1 day'
      + make_interval(secs => least($3, power(2, least(count - $2, 30)))) - now())::float8 as wait
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

export function exactLimits(pool: Pool, scale: number): ExactLimits {
  const inTurn = queues();
  const free = Math.round(FREE_FAILURES * Math.max(1, scale));
  return {
    async attempt(name, key) {
      const { max, seconds } = exact[name];
      const { rows } = await pool.query(COUNT_ATTEMPT, [`${name}:${addressKey(key)}`, seconds]);
      if (rows[0].count > max * scale) throw tooMany(rows[0].wait);
    },
    async forgive(name, key) {
      await pool.query(FORGIVE, [`${name}:${addressKey(key)}`]);
    },
    tryAccount: (account, isRight) =>
      inTurn(account, async () => {
        const key = `account:${account}`;
        const { rows } = await pool.query(ACCOUNT_WAIT, [key, free, LONGEST_WAIT]);
        if (rows[0]?.wait > 0) throw tooMany(rows[0].wait);
        const right = await isRight();
        await pool.query(right ? ACCOUNT_CLEAR : ACCOUNT_FAILED, [key]);
        return right;
      }),
  };
}

/** One after another per name: many guesses at once must not slip through together. */
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
