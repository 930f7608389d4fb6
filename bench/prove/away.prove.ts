/**
 * `npm run prove -- away --times=5` crashes the database that often and lets it hang that often, while people buy and look at
 * pages.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crash, freeze, thaw } from '#test/postgres-of.ts';
import { ms } from '../report.ts';
import { howMany } from './asked.ts';
import { startBuying } from './buyers.ts';
import { checkOrders, ordersOf } from './orders-kept.ts';
import { type StartedShop, startShop } from './started-shop.ts';
import { ask, counted, repeat } from './traffic.ts';

const HANGS_MS = 8_000;
const QUIET_MS = 4_000;
const MOST_MS = 5_500;

export const promise =
  'a database that crashes or hangs loses no order, keeps nobody waiting and no page from being shown';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { times: { type: 'string', default: '5' } } });
  const times = howMany(values.times);
  await using opened = new AsyncDisposableStack();
  const shop = await startShop(opened, { RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'error', ROLE: 'web' });
  const before = await ordersOf(shop.pool);
  const buyers = await startBuying({ ...shop, pauseMs: 100, people: 150 * times });
  const visits = await visitMeanwhile(shop, async () => {
    for (let time = 0; time < times; time++) {
      await wait(QUIET_MS);
      crash(shop.folder);
      await wait(QUIET_MS);
      freeze(shop.folder);
      await wait(HANGS_MS);
      thaw(shop.folder);
    }
    await wait(QUIET_MS);
  });
  await buyers.stop();
  const { lost, doubled } = await checkOrders(shop.pool, { before, answered: buyers.orders });
  console.log(
    `${times} crashes, ${times} × ${HANGS_MS / 1000} s of silence: ${buyers.orders.length} orders answered (${counted(buyers.statuses)}), ` +
      `${lost} lost, ${doubled} doubled; slowest answer ${ms(buyers.slowest())}; pages ${counted(visits.statuses)}, slowest ${ms(visits.slowest)}`,
  );
  if (lost > 0 || doubled > 0) throw new Error('orders are not those that were answered');
  if (Math.max(buyers.slowest(), visits.slowest) > MOST_MS)
    throw new Error(`somebody waited longer than ${MOST_MS} ms`);
  if (visits.statuses.some((status) => status !== 200)) throw new Error('a page was not shown');
}

/** What those got who looked at the home page and a list while it went on. */
async function visitMeanwhile({ origin }: StartedShop, work: () => Promise<void>) {
  const visits = { statuses: [] as number[], slowest: 0 };
  const paths = ['/', '/api/deals'];
  for (const path of paths) await ask(origin + path);
  let isOver = false;
  const looking = repeat({ perSecond: 2, seconds: 3600, until: () => isOver }, async (n) => {
    const { status, ms: taken } = await ask(origin + paths[n % 2]);
    visits.statuses.push(status);
    visits.slowest = Math.max(visits.slowest, taken);
  });
  await work();
  isOver = true;
  await looking;
  return visits;
}
