import { setTimeout as wait } from 'node:timers/promises';
import type { StartedShop } from '../started-shop.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const PASSWORD = 'nje fjalekalim i gjate';
const VISITS = 8;
/** Between two visits of somebody who knows the password. */
const HUMAN_MS = 1_500;
const MOST_GUESSES = 100;
const MOST_SIGN_INS = 30;

/** Where the accounts are made. */
const HOME_NETWORK = '198.51.100';

/** From where is guessed without pause: addresses one after another, so many of each network. */
const GUESSERS = {
  few: { addresses: 3, perNetwork: 1, network: null },
  /** Of the network in which the account was made. */
  'next door': { addresses: 10, perNetwork: 10, network: HOME_NETWORK },
  neighbours: { addresses: 100, perNetwork: 25, network: null },
  networks: { addresses: 100, perNetwork: 1, network: null },
};

export const attack: Attack = {
  promise: 'guessing gets nobody far and keeps nobody out',
  env: BEHIND_PROXY,
  async run(shop) {
    const lines: string[] = [];
    for (const kind of ['few', 'neighbours'] as const) {
      const { email } = await member(shop, kind);
      const { said, visits } = await whileGuessing(shop, kind, { email, cookie: '', from: (time) => elsewhere(time) });
      must(allIn(visits), `with guesses of ${kind} the right password got ${counted(visits)}`);
      lines.push(`${said}, the right password from new networks got ${counted(visits)}`);
    }
    const own = await member(shop, 'next-door');
    const visitor = { email: own.email, cookie: '', from: (time: number) => `${HOME_NETWORK}.${100 + time}` };
    const beside = await whileGuessing(shop, 'next door', visitor);
    must(allIn(beside.visits), `with guesses from next door the right password got ${counted(beside.visits)}`);
    lines.push(`${beside.said}, the right password from their own network got ${counted(beside.visits)}`);
    const { email, browser } = await member(shop, 'networks');
    const { said, visits } = await whileGuessing(shop, 'networks', { email, cookie: browser, from: elsewhere });
    must(allIn(visits), `a known browser got ${counted(visits)}`);
    const [atHome, away]: [number[], number[]] = [[], []];
    for (let time = 0; time < VISITS; time++) {
      atHome.push(await signIn(shop, { email, cookie: '', address: `198.51.100.${50 + time}` }));
      away.push(await signIn(shop, { email, cookie: '', address: `100.64.${100 + time}.1` }));
    }
    must(allIn(atHome), `new browsers where the account was before got ${counted(atHome)}`);
    lines.push(
      `${said}, a known browser got ${counted(visits)}, new ones where the account was before ${counted(atHome)}, ` +
        `new ones from new networks ${counted(away)}`,
    );
    const busy: number[] = [];
    for (let time = 0; time < 60; time++) busy.push(await signIn(shop, { email, cookie: browser, address: HOME }));
    const { rows } = await shop.pool.query(
      'select max(sessions)::int as most from (select count(*) as sessions from sessions group by user_id)',
    );
    must(rows[0].most <= MOST_SIGN_INS + 1, `${rows[0].most} sessions of one account`);
    return `${lines.join('; ')}; 60 right passwords at once got ${counted(busy)}`;
  },
};

const allIn = (statuses: readonly number[]) => statuses.every((status) => status === 200);

const HOME = `${HOME_NETWORK}.7`;

/** A network in which nobody was before, nor guesses. */
const elsewhere = (time: number) => `100.64.${time}.1`;

async function member({ origin }: StartedShop, name: string): Promise<{ email: string; browser: string }> {
  const email = `${name}@bukuri.example`;
  const body = { email, passwordHash: PASSWORD };
  const { status, headers } = await ask(`${origin}/api/auth/register`, { body, headers: from(HOME) });
  must(status === 200, `registering got ${status}`);
  const cookie = headers['set-cookie']?.find((each) => each.startsWith('bukuri-browser=')) ?? '';
  return { email, browser: cookie.split(';')[0] ?? '' };
}

interface Try {
  email: string;
  cookie: string;
  address: string;
  password?: string;
}

async function signIn({ origin }: StartedShop, { email, cookie, address, password = PASSWORD }: Try): Promise<number> {
  const headers = { ...from(address), ...(cookie && { cookie }) };
  const body = { username: email, password };
  const { status } = await ask(`${origin}/api/auth/login`, { body, headers });
  return status;
}

/** What those got who guessed without pause, and who signed in rightly meanwhile. */
async function whileGuessing(
  shop: StartedShop,
  kind: keyof typeof GUESSERS,
  visitor: { email: string; cookie: string; from: (time: number) => string },
): Promise<{ said: string; visits: number[] }> {
  const { addresses, perNetwork, network } = GUESSERS[kind];
  const { email, cookie } = visitor;
  const guesses: number[] = [];
  const visits: number[] = [];
  const guess = async (from: number) => {
    for (let n = from; visits.length < VISITS; n = (n + 3) % addresses) {
      const address = `${network ?? `203.0.${Math.floor(n / perNetwork)}`}.${10 + (n % perNetwork)}`;
      guesses.push(await signIn(shop, { email, cookie: '', address, password: `guess ${guesses.length}` }));
    }
  };
  const visit = async () => {
    for (let time = 0; time < VISITS; time++) {
      await wait(HUMAN_MS);
      visits.push(await signIn(shop, { email, cookie, address: visitor.from(time) }));
    }
  };
  await Promise.all([visit(), ...[0, 1, 2].map(guess)]);
  const lookedAt = guesses.filter((status) => status === 401).length;
  must(lookedAt <= MOST_GUESSES, `${lookedAt} guesses were looked at`);
  const networks = Math.ceil(addresses / perNetwork);
  return {
    said: `${addresses} addresses of ${networks} networks guessed ${guesses.length} times, ${lookedAt} were looked at`,
    visits,
  };
}
