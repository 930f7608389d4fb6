import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { StartedShop } from '../started-shop.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const PASSWORD = 'nje fjalekalim i gjate';
const ACCOUNTS = 30;
/** Each account is known to so many browsers, which its limit of wrong passwords does not count. */
const BROWSERS = 4;
const FLOOD_MS = 20_000;
const VISITS = 8;
const FLOODER = '203.0.113.1';
const VICTIM = '198.51.100.1';

interface KnownBrowser {
  email: string;
  cookie: string;
}

export const attack: Attack = {
  promise: 'right passwords without end from one address keep nobody elsewhere from signing in',
  env: BEHIND_PROXY,
  async run(shop) {
    const victim = 'vera@bukuri.example';
    await member(shop, { email: victim, address: VICTIM });
    const known: KnownBrowser[] = [];
    for (let n = 0; n < ACCOUNTS; n++) {
      const account = { email: `flood${n}@bukuri.example`, address: `198.51.100.${10 + n}` };
      known.push(await member(shop, account));
      for (let more = 1; more < BROWSERS; more++) {
        const { cookie } = await signIn(shop, { ...account, cookie: '' });
        known.push({ email: account.email, cookie });
      }
    }
    const flood: number[] = [];
    const end = performance.now() + FLOOD_MS;
    const flooding = known.map(async (browser) => {
      while (performance.now() < end) {
        const { status } = await signIn(shop, { ...browser, address: FLOODER });
        flood.push(status);
        if (status !== 200) await wait(200);
      }
    });
    const visits: { status: number; ms: number }[] = [];
    for (let time = 0; time < VISITS; time++) {
      await wait(FLOOD_MS / VISITS / 2);
      visits.push(await signIn(shop, { email: victim, cookie: '', address: VICTIM }));
    }
    await Promise.all(flooding);
    const statuses = counted(visits.map(({ status }) => status));
    must(
      visits.every(({ status }) => status === 200),
      `the right password from elsewhere got ${statuses}`,
    );
    const slowest = Math.round(Math.max(...visits.map(({ ms }) => ms)));
    return (
      `${known.length} browsers of one address that ${ACCOUNTS} accounts know got ${counted(flood)}; ` +
      `the right password from elsewhere got ${statuses}, the slowest after ${slowest} ms`
    );
  },
};

async function member(
  { origin }: StartedShop,
  { email, address }: { email: string; address: string },
): Promise<KnownBrowser> {
  const body = { email, passwordHash: PASSWORD };
  const { status, headers } = await ask(`${origin}/api/auth/register`, { body, headers: from(address) });
  must(status === 200, `registering got ${status}`);
  return { email, cookie: browserOf(headers) };
}

async function signIn(
  { origin }: StartedShop,
  { email, cookie, address }: KnownBrowser & { address: string },
): Promise<{ status: number; ms: number; cookie: string }> {
  const headers = { ...from(address), ...(cookie && { cookie }) };
  const answer = await ask(`${origin}/api/auth/login`, { body: { username: email, password: PASSWORD }, headers });
  return { status: answer.status, ms: answer.ms, cookie: browserOf(answer.headers) };
}

function browserOf(headers: IncomingHttpHeaders): string {
  const cookie = headers['set-cookie']?.find((each) => each.startsWith('bukuri-browser=')) ?? '';
  return cookie.split(';')[0] ?? '';
}
