/**
 * Login throttling per account and day: each network may fail a few times, the fewer the more failures there were in all, so
 * that a few networks cannot lock the account for the others. Networks of earlier sign-ins have a quota of their own.
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
  /** An address, or a browser that was signed in to the account before. */
  from: string;
  /** Of the address. */
  network: string;
  isKnown: boolean;
}

/** Failures per source and day, until the account had `until` failures in all. */
type Shares = readonly { each: number; until: number }[];

/** Per network. */
const ANYWHERE: Shares = [
  { each: 10, until: 30 },
  { each: 2, until: 50 },
  { each: 1, until: 70 },
];
/** Per address of trusted networks; attempts from other networks do not use them up. */
const AT_HOME: Shares = [
  { each: 5, until: 15 },
  { each: 2, until: 20 },
  { each: 1, until: 25 },
];
const HOME_DAYS = 90;

export interface Guesses {
  /** Runs the check if it may be looked at, else throws 429. What was no wrong password is not counted. */
  among(guesser: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Whether somebody signed in to the account from that network lately. */
  isTrustedNetwork(at: Pick<LoginAttempt, 'account' | 'network'>): Promise<boolean>;
  /** Marks the network as trusted for the account. */
  welcome(guesser: Pick<LoginAttempt, 'account' | 'network'>): Promise<void>;
}

// Counted before it is looked at, so that many at once do not slip through.
const TAKE = {
  name: 'guesses.take',
  text: `with day as (select to_timestamp(floor(extract(epoch from now()) / 86400) * 86400) as start),
    taken as (
      insert into rate_limits (key, window_start, count, expires_at)
      select $1, start, 1, start + interval '1 day' from day
      on conflict (key, window_start) do update set count = rate_limits.count + 1 where rate_limits.count < $2::float8
      returning count)
    select count, extract(epoch from start + interval '1 day' - now())::float8 as wait from day left join taken on true`,
};

const GIVE_BACK = {
  name: 'guesses.giveBack',
  text: `update rate_limits set count = case when key = any($2::text[]) then 0 else greatest(count - 1, 0) end
    where key = any($1::text[] || $2::text[]) and window_start = to_timestamp(floor(extract(epoch from now()) / 86400) * 86400)`,
};

const IS_HOME = {
  name: 'guesses.isTrustedNetwork',
  text: "select from rate_limits where key = $1 and window_start = 'epoch' and expires_at > now()",
};

/** Marks the network as trusted for the account. */
export async function rememberTrustedNetwork(
  db: Db | Tx,
  at: Pick<LoginAttempt, 'account' | 'network'>,
): Promise<void> {
  await db.execute(sql`insert into rate_limits (key, window_start, count, expires_at)
    values (${homeOf(at)}, 'epoch', 1, now() + make_interval(days => ${HOME_DAYS}))
    on conflict (key, window_start) do update set expires_at = excluded.expires_at`);
}

export function guessesOfTheDay(pool: Pool, { spare, log }: { spare: number; log: FastifyBaseLogger }): Guesses {
  const db = createDb(pool);
  /** Counts one more of the day, and how long the day is still; null beyond the most. */
  async function take(key: string, most: number): Promise<{ count: number | null; wait: number }> {
    const { rows } = await pool.query(TAKE, [key, most * spare]);
    return rows[0];
  }

  /** Counts one more of what each and what all may have; of what nothing is left, nothing is counted. */
  async function takeShare(shares: Shares, keys: { each: string; all: string }): Promise<Taken> {
    const { count: nth, wait } = await take(keys.each, shares[0]?.each ?? 0);
    if (nth === null) return { keys: null, wait };
    const until = shares.findLast(({ each }) => nth <= each * spare)?.until ?? 0;
    const { count } = await take(keys.all, until);
    if (count !== null) return { keys: [keys.each, keys.all], wait };
    await giveBack([keys.each]);
    return { keys: null, wait };
  }

  /** Where that fails, what came of the guess is answered all the same. */
  async function giveBack(keys: string[], forgiven: string[] = []): Promise<void> {
    await pool
      .query(GIVE_BACK, [keys, forgiven])
      .catch((error) => log.warn({ limit: 'guesses', err: error }, 'an attempt stays counted'));
  }

  async function isTrustedNetwork(at: Pick<LoginAttempt, 'account' | 'network'>): Promise<boolean> {
    const { rowCount } = await pool.query(IS_HOME, [homeOf(at)]);
    return rowCount === 1;
  }

  return {
    async among(guesser, isRight) {
      const { account, network, from } = guesser;
      const [ofNetwork, ofAddress] = [`guesses:${account} ${network}`, `guessesAtHome:${account} ${from}`];
      const atHome = (await isTrustedNetwork(guesser))
        ? await takeShare(AT_HOME, { each: ofAddress, all: `guessesAtHome:${account}` })
        : null;
      const taken = atHome?.keys ? atHome : await takeShare(ANYWHERE, { each: ofNetwork, all: `guesses:${account}` });
      if (taken.keys === null) throw tooMany(taken.wait, 'limit.guesses');
      const { keys } = taken;
      const right = await isRight().catch(async (error) => {
        const givingBack = giveBack(keys);
        // A database that says nothing is not waited for once more.
        if (!isSilence(error)) await givingBack;
        throw error;
      });
      // It forgets the wrong ones of where it came from, never those that count for the day.
      if (right) await giveBack(keys, [ofNetwork, ofAddress]);
      return right;
    },
    isTrustedNetwork,
    welcome: (at) => rememberTrustedNetwork(db, at),
  };
}

/** The counters that were incremented, or null; seconds until the end of the day. */
interface Taken {
  keys: string[] | null;
  wait: number;
}

/** Stored for months, so it is a hash of both together. */
function homeOf({ account, network }: Pick<LoginAttempt, 'account' | 'network'>): string {
  return `home:${digestOf(`${account} ${network}`).slice(0, 22)}`;
}
