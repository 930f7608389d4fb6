/**
 * `npm run prove -- packing --seconds=30` measures how long a file of the build takes while people register, somebody invents
 * addresses, and others ask for every deal often enough for its page to be packed densely.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { ms, quantile } from '../report.ts';
import { howMany } from './asked.ts';
import { type StartedShop, startShop } from './started-shop.ts';
import { ask, counted, repeat } from './traffic.ts';

const PER_SECOND = { files: 50, registrations: 40, invented: 20, deals: 20 };
const MOST_MS = 50;

export const promise =
  'files are sent at once while forty people a second register and pages are packed; invented ones are not kept';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '30' } } });
  const seconds = howMany(values.seconds);
  await using opened = new AsyncDisposableStack();
  const shop = await startShop(opened, { RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'error' });
  const agent = new Agent({ keepAlive: true });
  opened.defer(() => agent.destroy());
  const calm = await measureFiles(shop, { agent, seconds: 5 });
  const kept = await visitInvented(shop, agent);
  const [loaded] = await Promise.all([measureFiles(shop, { agent, seconds }), burden(shop, { agent, seconds })]);
  console.log(`files alone: ${said(calm)}; under load: ${said(loaded)}`);
  console.log(`${kept} entries more in the cache after 200 invented addresses`);
  const p99 = quantile(loaded, 0.99);
  if (p99 > MOST_MS) throw new Error(`a file took ${ms(p99)} (p99), and ${MOST_MS} ms are promised`);
  if (kept > 1) throw new Error('invented addresses are kept');
}

const said = (all: number[]) =>
  `p50 ${ms(quantile(all, 0.5))}, p99 ${ms(quantile(all, 0.99))}, slowest ${ms(Math.max(...all))}`;

interface Load {
  agent: Agent;
  seconds: number;
}

async function measureFiles({ origin }: StartedShop, { agent, seconds }: Load): Promise<number[]> {
  const [file = ''] = /\/assets\/entry[^"]+\.js/.exec((await ask(origin)).text) ?? [];
  const taken: number[] = [];
  await repeat({ perSecond: PER_SECOND.files, seconds }, async () => {
    const answer = await ask(origin + file, { agent, headers: { 'accept-encoding': 'br' } });
    if (answer.status !== 200) throw new Error(`${file}: ${answer.status}`);
    taken.push(answer.ms);
  });
  return taken;
}

/** By how many entries the cache grew. */
async function visitInvented({ origin, metric }: StartedShop, agent: Agent): Promise<number> {
  await ask(`${origin}/?search=x`);
  const before = await metric('bukuri_cache_entries');
  for (let n = 0; n < 200; n++) await ask(origin + invented(n), { agent });
  return (await metric('bukuri_cache_entries')) - before;
}

async function burden({ origin, pool }: StartedShop, { agent, seconds }: Load): Promise<void> {
  const { rows: deals } = await pool.query<{ id: string }>('select id from deals where deal_is_public(deals)');
  const answers = { registrations: [] as number[], invented: [] as number[], deals: [] as number[] };
  const load = (what: keyof typeof answers, act: (n: number) => Promise<{ status: number }>) =>
    repeat({ perSecond: PER_SECOND[what], seconds }, async (n) => void answers[what].push((await act(n)).status));
  const headers = { 'accept-encoding': 'br' };
  await Promise.all([
    load('registrations', (n) => {
      const body = { email: `packing${n}@bukuri.example`, passwordHash: 'nje fjalekalim i gjate' };
      return ask(`${origin}/api/auth/register`, { agent, body });
    }),
    load('invented', (n) => ask(origin + invented(n), { agent, headers })),
    // Four times each: the third time a page is packed densely.
    load('deals', (n) => ask(`${origin}/deal/${deals[Math.floor(n / 4) % deals.length]?.id}`, { agent, headers })),
  ]);
  for (const [what, statuses] of Object.entries(answers)) console.log(`${what}: ${counted(statuses)}`);
}

const invented = (n: number) =>
  [`/x${n}`, `/?search=x${n}`, `/deal/${randomUUID()}`, `/?category=x${n}`, `/api/deals?category=x${n}`][n % 5] ?? '/';
