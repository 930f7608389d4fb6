/**
 * How many wrong passwords of an account are looked at in a day, and whose: a network has the fewer, the more there were,
 * so that a few of them cannot use up what is left for one that was never wrong.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { createDb, type Db, type Tx } from '#server/kit/db/db.ts';
import { tooMany } from './limits.ts';

/** Who tries to open an account. */
export interface Guesser {
  account: string;
  /** An address, or a browser that was signed in to the account before. */
  from: string;
  /** Of the address. */
  network: string;
  isKnown: boolean;
}

const MOST_OF_A_NETWORK = 10;
/** How often a network may be wrong in a day, until so many were wrong from everywhere. */
const SHARES = [
  { each: MOST_OF_A_NETWORK, until: 30 },
  { each: 2, until: 50 },
  { each: 1, until: 70 },
];
/** Besides, of all networks together in which somebody signed in to the account lately: others cannot use them up. */
const AT_HOME = 10;
const HOME_DAYS = 90;

export interface Guesses {
  /** Runs the check if it may be looked at, else throws 429. What was no wrong password is not counted. */
  among(guesser: Guesser, isRight: () => Promise<boolean>): Promise<boolean>;
  /** Somebody signed in to the account from that network. */
  welcome(guesser: Pick<Guesser, 'account' | 'network'>): Promise<void>;
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
  text: `update rate_limits set count = case when key = $2 then 0 else greatest(count - 1, 0) end
    where key = any($1) and window_start = to_timestamp(floor(extract(epoch from now()) / 86400) * 86400)`,
};

const IS_HOME = {
  name: 'guesses.isHome',
  text: "select from rate_limits where key = $1 and window_start = 'epoch' and expires_at > now()",
};

/** Somebody signed in to the account from that network. */
export async function rememberHome(db: Db | Tx, at: Pick<Guesser, 'account' | 'network'>): Promise<void> {
  await db.execute(sql`insert into rate_limits (key, window_start, count, expires_at)
    values (${homeOf(at)}, 'epoch', 1, now() + make_interval(days => ${HOME_DAYS}))
    on conflict (key, window_start) do update set expires_at = excluded.expires_at`);
}

export function guessesOfTheDay(pool: Pool, { spare }: { spare: number }): Guesses {
  const db = createDb(pool);
  /** Counts one more of the day, and how long the day is still; null beyond the most. */
  async function take(key: string, most: number): Promise<{ count: number | null; wait: number }> {
    const { rows } = await pool.query(TAKE, [key, most * spare]);
    return rows[0];
  }

  /** Where the nth guess of its network was counted for the day. */
  async function takeOfDay({ account, network }: Guesser, nth: number): Promise<string> {
    const ofAll = `guesses:${account}`;
    const until = SHARES.findLast(({ each }) => nth <= each * spare)?.until ?? 0;
    const { count, wait } = await take(ofAll, until);
    if (count !== null) return ofAll;
    const atHome = `guessesAtHome:${account}`;
    const { rowCount } = await pool.query(IS_HOME, [homeOf({ account, network })]);
    if (rowCount && (await take(atHome, AT_HOME)).count !== null) return atHome;
    throw tooMany(wait, 'limit.guesses');
  }

  return {
    async among(guesser, isRight) {
      const ofNetwork = `guesses:${guesser.account} ${guesser.network}`;
      const { count: nth, wait } = await take(ofNetwork, MOST_OF_A_NETWORK);
      if (nth === null) throw tooMany(wait, 'limit.guesses');
      const taken = [ofNetwork];
      let outcome: 'right' | 'wrong' | 'none' = 'none';
      try {
        taken.push(await takeOfDay(guesser, nth));
        outcome = (await isRight()) ? 'right' : 'wrong';
        return outcome === 'right';
      } finally {
        // A right one forgets its network's wrong ones, never those that count for the day.
        const forgiven = outcome === 'right' ? ofNetwork : null;
        if (outcome !== 'wrong') await pool.query(GIVE_BACK, [taken, forgiven]);
      }
    },
    welcome: (at) => rememberHome(db, at),
  };
}

/** Kept for months, so it names neither the account nor the network. */
function homeOf({ account, network }: Pick<Guesser, 'account' | 'network'>): string {
  return `home:${createHash('sha256').update(`${account} ${network}`).digest('base64url').slice(0, 22)}`;
}
