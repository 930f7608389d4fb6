import { setTimeout as wait } from 'node:timers/promises';
import type { StartedShop } from '../started-shop.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const PASSWORD = 'nje fjalekalim i gjate';
const CONNECTIONS = 70;
const FLOOD_MS = 15_000;
const VISITS = 24;
const OWNER = 'pronarja@bukuri.example';
const HOME = '198.51.100.1';

export const attack: Attack = {
  promise: 'a network that registers without end, each time from another address, keeps nobody from signing in',
  env: BEHIND_PROXY,
  async run({ origin }) {
    const made = await ask(`${origin}/api/auth/register`, {
      body: { email: OWNER, passwordHash: PASSWORD },
      headers: from(HOME),
    });
    must(made.status === 200, `registering got ${made.status}`);
    const browser = made.headers['set-cookie']?.find((cookie) => cookie.startsWith('bukuri-browser='))?.split(';')[0];
    const end = performance.now() + FLOOD_MS;
    const flood: number[] = [];
    const flooding = Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let n = 0; performance.now() < end; n++) {
        const address = `2001:db8:9:${(connection * 500 + Math.floor(n / 20)).toString(16)}::1`;
        const email = `flood${connection}x${n}@bukuri.example`;
        const body = { email, passwordHash: PASSWORD };
        const { status } = await ask(`${origin}/api/auth/register`, { body, headers: from(address) });
        flood.push(status);
        if (status !== 200) await wait(50);
      }
    });
    await wait(500);
    const known = { statuses: [] as number[], slowest: 0 };
    const fresh = { statuses: [] as number[], slowest: 0 };
    for (let time = 0; time < VISITS; time++) {
      const [visit, cookie] = time % 2 ? [known, browser] : [fresh, undefined];
      const answer = await signIn(origin, cookie);
      visit.statuses.push(answer.status);
      visit.slowest = Math.max(visit.slowest, answer.ms);
      await wait((FLOOD_MS - 1000) / VISITS / 2);
    }
    await Promise.all(flooding);
    const told = ({ statuses, slowest }: typeof known) =>
      `${counted(statuses)}, the slowest after ${Math.round(slowest)} ms`;
    const said = `${CONNECTIONS} connections of one network got ${counted(flood)}; a browser that was in before got ${told(known)}; a new one ${told(fresh)}`;
    must(
      [...known.statuses, ...fresh.statuses].every((status) => status === 200),
      said,
    );
    return said;
  },
};

function signIn(origin: StartedShop['origin'], cookie: string | undefined) {
  const body = { username: OWNER, password: PASSWORD };
  return ask(`${origin}/api/auth/login`, { body, headers: { ...from(HOME), ...(cookie && { cookie }) } });
}
