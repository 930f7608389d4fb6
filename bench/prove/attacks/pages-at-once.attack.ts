import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { flood } from '../flood-process.ts';
import type { StartedShop } from '../started-shop.ts';
import { type Answer, ask, counted } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

/** Within the 600 of a minute. */
const AT_ONCE = 550;
const MOST_MS = 500;
const VISIT_EVERY_MS = 100;
const PACKED = { 'accept-encoding': 'br' };

/** What is asked for at once, how it is packed, and by whom. */
const FLOODS = [
  { what: 'invented addresses, packed', path: () => `/x${randomUUID()}`, headers: PACKED, address: '203.0.113.1' },
  { what: 'invented deals, packed', path: () => `/deal/${randomUUID()}`, headers: PACKED, address: '203.0.114.1' },
  { what: 'invented deals, plain', path: () => `/deal/${randomUUID()}`, headers: {}, address: '203.0.115.1' },
];

export const attack: Attack = {
  promise: 'an address that asks for all its pages of a minute at once keeps nobody else waiting',
  env: BEHIND_PROXY,
  async run(shop) {
    // What a process does for the first time takes longer.
    for (let n = 0; n < 50; n++) await visit(shop, n);
    const figures: string[] = [];
    for (const one of FLOODS) figures.push(await tryOne(shop, one));
    return figures.join('; ');
  },
};

async function tryOne(shop: StartedShop, { what, path, headers, address }: (typeof FLOODS)[number]): Promise<string> {
  const urls = Array.from({ length: AT_ONCE }, () => shop.origin + path());
  const began = performance.now();
  let isOver = false;
  const asking = flood({ urls, headers: { ...headers, ...from(address) } }).finally(() => {
    isOver = true;
  });
  const visits: Promise<{ home: Answer; fresh: Answer }>[] = [];
  do {
    await wait(VISIT_EVERY_MS);
    visits.push(visit(shop, visits.length));
  } while (!isOver);
  const statuses = counted(await asking);
  const lasted = performance.now() - began;
  const seen = await Promise.all(visits);
  const [home, fresh] = [seen.map((one) => one.home), seen.map((one) => one.fresh)];
  const said = `${AT_ONCE} ${what}: ${statuses} in ${Math.round(lasted)} ms; others: home ${told(home)}, a search ${told(fresh)}`;
  must([...home, ...fresh].every(({ status }) => status === 200) && slowest(home) <= MOST_MS, said);
  return said;
}

const slowest = (all: Answer[]) => Math.max(...all.map((one) => one.ms));

function told(all: Answer[]): string {
  const middle = all.map((one) => one.ms).sort((one, other) => one - other)[all.length >> 1] ?? 0;
  return `${counted(all.map(({ status }) => status))}, p50 ${Math.round(middle)} ms, slowest ${Math.round(slowest(all))} ms`;
}

/** Somebody else each time: the home page, and one that is made for them. */
async function visit({ origin }: StartedShop, n: number): Promise<{ home: Answer; fresh: Answer }> {
  const headers = { ...PACKED, ...from(`198.51.${n % 250}.1`) };
  const see = (path: string) => ask(origin + path, { headers });
  const [home, fresh] = await Promise.all([see('/'), see(`/?search=manikyr${n}`)]);
  return { home, fresh };
}
