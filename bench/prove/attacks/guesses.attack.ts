import { setTimeout as wait } from 'node:timers/promises';
import type { StartedShop } from '../started-shop.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const PASSWORD = 'nje fjalekalim i gjate';
const VISITS = 10;
/** Between two visits of somebody who knows the password. */
const HUMAN_MS = 2_000;
const ADDRESSES = 400;
const MOST_GUESSES = 100;
const MOST_SIGN_INS = 30;

export const attack: Attack = {
  promise: 'guessing gets nobody far and keeps nobody out',
  env: BEHIND_PROXY,
  async run(shop) {
    const { email, browser } = await member(shop);
    const few = await whileGuessing(shop, { email, addresses: 3, cookie: '' });
    must(
      few.visits.every((status) => status === 200),
      `the right password got ${counted(few.visits)}`,
    );
    const many = await whileGuessing(shop, { email, addresses: ADDRESSES, cookie: browser });
    must(
      many.visits.every((status) => status === 200),
      `a known browser got ${counted(many.visits)}`,
    );
    const lookedAt = [...few.guesses, ...many.guesses].filter((status) => status === 401).length;
    must(lookedAt <= MOST_GUESSES, `${lookedAt} guesses were looked at`);
    const busy: number[] = [];
    for (let time = 0; time < 120; time++) busy.push(await signIn(shop, { email, cookie: browser, address: HOME }));
    const { rows } = await shop.pool.query('select count(*)::int as sessions from sessions');
    must(rows[0].sessions <= MOST_SIGN_INS + 1, `${rows[0].sessions} sessions`);
    return (
      `3 addresses guessed ${few.guesses.length} times, the right password from elsewhere got ${counted(few.visits)}; ` +
      `${ADDRESSES} addresses guessed ${many.guesses.length} times, a known browser got ${counted(many.visits)}; ` +
      `${lookedAt} guesses were looked at; 120 right passwords at once got ${counted(busy)}`
    );
  },
};

const HOME = '198.51.100.7';

async function member({ origin }: StartedShop): Promise<{ email: string; browser: string }> {
  const email = 'vera@bukuri.example';
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

/** What those got who guessed without pause, and who signed in rightly meanwhile from another address each time. */
async function whileGuessing(
  shop: StartedShop,
  { email, addresses, cookie }: { email: string; addresses: number; cookie: string },
): Promise<{ guesses: number[]; visits: number[] }> {
  const guesses: number[] = [];
  const visits: number[] = [];
  const guess = async (from: number) => {
    for (let n = from; visits.length < VISITS; n = (n + 3) % addresses) {
      const address = `203.0.${113 + Math.floor(n / 250)}.${1 + (n % 250)}`;
      guesses.push(await signIn(shop, { email, cookie: '', address, password: `guess ${guesses.length}` }));
    }
  };
  const visit = async () => {
    for (let time = 0; time < VISITS; time++) {
      await wait(HUMAN_MS);
      visits.push(await signIn(shop, { email, cookie, address: `198.51.100.${10 + time}` }));
    }
  };
  await Promise.all([visit(), ...[0, 1, 2].map(guess)]);
  return { guesses, visits };
}
