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
  /** Books a try at an account before its password is checked; throws 429 while the account has to wait. */
  tryAccount(account: string): Promise<void>;
  /** The password was right: forget the failures. */
  clearAccount(account: string): Promise<void>;
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

// One row per account (window_start is always the epoch); its last try was a day before `expires_at`.
const TRY_ACCOUNT = {
  name: 'limits.tryAccount',
  text: `insert into rate_limits (key, window_start, count, expires_at)
    values ($1, 'epoch', 1, now() + interval '1 day')
    on conflict (key, window_start) do update
      set count = case when rate_limits.expires_at < now() then 1 else least(rate_limits.count + 1, 1000000) end,
          expires_at = excluded.expires_at
      where rate_limits.count < $2
         or rate_limits.expires_at - interval '1 day'
            + make_interval(secs => least($3, power(2, least(rate_limits.count - $2, 30)))) <= now()
    returning count`,
};

const ACCOUNT_WAIT = {
  name: 'limits.accountWait',
  text: `select extract(epoch from expires_at - interval '1 day'
      + make_interval(secs => least($3, power(2, least(count - $2, 30)))) - now())::float8 as wait
    from rate_limits where key = $1 and window_start = 'epoch'`,
};

export function exactLimits(pool: Pool, scale: number): ExactLimits {
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
    async tryAccount(account) {
      const values = [`account:${account}`, free, LONGEST_WAIT];
      const { rowCount } = await pool.query(TRY_ACCOUNT, values);
      if (rowCount === 1) return;
      const { rows } = await pool.query(ACCOUNT_WAIT, values);
      throw tooMany(rows[0]?.wait ?? 1);
    },
    async clearAccount(account) {
      await pool.query({ name: 'limits.clearAccount', text: 'delete from rate_limits where key = $1' }, [
        `account:${account}`,
      ]);
    },
  };
}
