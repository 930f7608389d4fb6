/**
 * Daily limit of failed logins per account: the quota of a network shrinks as the total grows, so that a few networks cannot
 * lock the account. Networks of earlier sign-ins have a separate quota.
 */
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { createDb, type Db, type Tx } from '#server/kit/db/db.ts';
import { isSilence } from '#server/kit/db/pool.ts';
import { digestOf } from '#server/kit/digest.ts';
import { tooMany } from './limits.ts';

/** A login attempt; all fields but `isKnown` are keyed hashes. */
export interface LoginAttempt {
  /** What stands for it, also where there is none of that name. */
  account: string;
  /** An address, or a known browser. */
  from: string;
  /** Network of the address. */
  network: string;
  isKnown: boolean;
}

/** `each` failures per source and day, until the account has `until` in total. */
type Shares = readonly { each: number; until: number }[];

/** Per network. */
const ANYWHERE: Shares = [
  { each: 10, until: 30 },
  { each: 2, until: 50 },
  { each: 1, until: 70 },
];
/** Per address of trusted networks; attempts from other networks do not use them up. */
const TRUSTED: Shares = [
  { each: 5, until: 15 },
  { each: 2, until: 20 },
  { each: 1, until: 25 },
];
const TRUST_DAYS = 90;

export interface DailyFailureLimit {
  /** Runs the check, or throws 429. Only wrong passwords are counted. */
  check(loginAttempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Whether there was a recent sign-in to the account from that network. */
  isTrustedNetwork(at: Pick<LoginAttempt, 'account' | 'network'>): Promise<boolean>;
  /** Marks the network as trusted for the account. */
  trustNetwork(loginAttempt: Pick<LoginAttempt, 'account' | 'network'>): Promise<void>;
}

// Counted before the check, so that concurrent attempts do not exceed the limit.
const TAKE = {
  name: 'loginThrottling.take',
  text: `with day as (select to_timestamp(floor(extract(epoch from now()) / 86400) * 86400) as start),
    taken as (
      insert into rate_limits (key, window_start, count, expires_at)
      select $1, start, 1, start + interval '1 day' from day
      on conflict (key, window_start) do update set count = rate_limits.count + 1 where rate_limits.count < $2::float8
      returning count)
    select count, extract(epoch from start + interval '1 day' - now())::float8 as wait from day left join taken on true`,
};

const TAKE_BACK = {
  name: 'loginThrottling.takeBack',
  text: `update rate_limits set count = case when key = any($2::text[]) then 0 else greatest(count - 1, 0) end
    where key = any($1::text[] || $2::text[]) and window_start = to_timestamp(floor(extract(epoch from now()) / 86400) * 86400)`,
};

const IS_TRUSTED = {
  name: 'loginThrottling.isTrustedNetwork',
  text: "select from rate_limits where key = $1 and window_start = 'epoch' and expires_at > now()",
};

/** Marks the network as trusted for the account. */
export async function rememberTrustedNetwork(
  db: Db | Tx,
  at: Pick<LoginAttempt, 'account' | 'network'>,
): Promise<void> {
  await db.execute(sql`insert into rate_limits (key, window_start, count, expires_at)
    values (${trustKeyOf(at)}, 'epoch', 1, now() + make_interval(days => ${TRUST_DAYS}))
    on conflict (key, window_start) do update set expires_at = excluded.expires_at`);
}

export function dailyFailureLimit(
  pool: Pool,
  { spare, log }: { spare: number; log: FastifyBaseLogger },
): DailyFailureLimit {
  const db = createDb(pool);
  /** Counts one of the day; `count` is null beyond the limit, `wait` in seconds. */
  async function take(key: string, most: number): Promise<{ count: number | null; wait: number }> {
    const { rows } = await pool.query(TAKE, [key, most * spare]);
    return rows[0];
  }

  /** Counts against both quotas, or none if one is used up. */
  async function takeShare(shares: Shares, keys: { each: string; all: string }): Promise<Taken> {
    const { count: nth, wait } = await take(keys.each, shares[0]?.each ?? 0);
    if (nth === null) return { keys: null, wait };
    const until = shares.findLast(({ each }) => nth <= each * spare)?.until ?? 0;
    const { count } = await take(keys.all, until);
    if (count !== null) return { keys: [keys.each, keys.all], wait };
    await takeBack([keys.each]);
    return { keys: null, wait };
  }

  /** Errors are logged only: the result of the check is known. */
  async function takeBack(keys: string[], forgiven: string[] = []): Promise<void> {
    await pool
      .query(TAKE_BACK, [keys, forgiven])
      .catch((error) => log.warn({ limit: 'dailyFailures', err: error }, 'an attempt stays counted'));
  }

  async function isTrustedNetwork(at: Pick<LoginAttempt, 'account' | 'network'>): Promise<boolean> {
    const { rowCount } = await pool.query(IS_TRUSTED, [trustKeyOf(at)]);
    return rowCount === 1;
  }

  return {
    async check(loginAttempt, isRight) {
      const { account, network, from } = loginAttempt;
      const [ofNetwork, ofAddress] = [`guesses:${account} ${network}`, `guessesAtHome:${account} ${from}`];
      const trusted = (await isTrustedNetwork(loginAttempt))
        ? await takeShare(TRUSTED, { each: ofAddress, all: `guessesAtHome:${account}` })
        : null;
      const taken = trusted?.keys ? trusted : await takeShare(ANYWHERE, { each: ofNetwork, all: `guesses:${account}` });
      if (taken.keys === null) throw tooMany(taken.wait, 'limit.guesses');
      const { keys } = taken;
      const right = await isRight().catch(async (error) => {
        const takingBack = takeBack(keys);
        // Do not wait again for a database that does not answer.
        if (!isSilence(error)) await takingBack;
        throw error;
      });
      // Resets the counters of this source, but not the total.
      if (right) await takeBack(keys, [ofNetwork, ofAddress]);
      return right;
    },
    isTrustedNetwork,
    trustNetwork: (at) => rememberTrustedNetwork(db, at),
  };
}

/** The counters that were incremented, or null; seconds until the end of the day. */
interface Taken {
  keys: string[] | null;
  wait: number;
}

/** Stored for months, hence a hash of both together. */
function trustKeyOf({ account, network }: Pick<LoginAttempt, 'account' | 'network'>): string {
  return `home:${digestOf(`${account} ${network}`).slice(0, 22)}`;
}
