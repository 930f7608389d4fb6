/**
 * `npm run prove -- rush --seconds=8 --half=60` looks for the most that one node serves in good time (C), asks for twice, five and ten
 * times as much whether it is answered or not, sees how soon it is itself again, and watches its memory at half of C. All of
 * it shares the cores of this machine, so only the ratios say something about another.
 */
import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ms, quantile } from '../report.ts';
import { howMany } from './asked.ts';
import { lastingDeals, signInAll } from './buyers.ts';
import { type StartedShop, startShop } from './started-shop.ts';
import { type Asking, ask as asked, counted, repeat } from './traffic.ts';

const PEOPLE = 100;
const ORDERS_A_SECOND = 5;
/** What counts as served: the answer of half a minute later is of use to nobody. */
const IN_TIME_MS = 1_000;
const PATIENCE_MS = 10_000;
const GOOD_P99_MS = 300;
const FIRST_RATE = 40;
const STEP = 1.4;
const RECOVERY_MS = 5_000;
const SESSION = `session_1700000000000_${'c'.repeat(32)}`;
const LETTERS = 'aeimnorstku';

export const promise =
  'nothing comes of a rush but waiting and refusals, and the shop is itself again within five seconds';

type Kind = 'search' | 'page' | 'cart' | 'add' | 'order';

interface Answered {
  kind: Kind;
  /** 0 where none came in ten seconds. */
  status: number;
  ms: number;
  begunAt: number;
  saysWhen: boolean;
}

/** Who has filled a cart before everybody came, and confirms it then. */
interface Buyers {
  fill(): Promise<void>;
  confirm(): Promise<Answered[]>;
}

/** Begins one request, the n-th, and answers when it ended. */
type Ask = (n: number) => Promise<Answered>;

export async function prove(args: string[]): Promise<void> {
  const options = { seconds: { type: 'string', default: '8' }, half: { type: 'string', default: '60' } } as const;
  const { values } = parseArgs({ args, options });
  const [seconds, half] = [howMany(values.seconds), howMany(values.half)];
  await using opened = new AsyncDisposableStack();
  const shop = await startShop(opened, { RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'error', TRUST_PROXY: '1' });
  const agent = new Agent({ keepAlive: true });
  opened.defer(() => agent.destroy());
  const ask = await visitors(shop, agent);
  const buyers = await buyersAt(shop, { agent, seconds });
  const { capacity, peak } = await findCapacity(ask, seconds);
  console.log(`C is ${capacity} requests a second, ${peak.toFixed(0)} of them served`);
  for (const times of [2, 5, 10]) await rush({ shop, ask, buyers }, { times, capacity, peak, seconds });
  console.log(`after ten times as much: as before after ${await recovery(ask, capacity)} ms`);
  await atHalf(shop, ask, { rate: capacity / 2, seconds: half });
}

async function buyersAt(
  { origin, pool }: StartedShop,
  { agent, seconds }: { agent: Agent; seconds: number },
): Promise<Buyers> {
  const cookies = await signInAll(pool, ORDERS_A_SECOND * seconds);
  const [dealId] = await lastingDeals(pool);
  const post = (n: number, path: string, more = {}) =>
    timed('order', origin + path, {
      agent,
      headers: { cookie: cookies[n] ?? '', 'x-forwarded-for': `10.251.${n}.1` },
      body: { sessionId: SESSION, key: crypto.randomUUID(), ...more },
    });
  return {
    async fill() {
      for (const [n] of cookies.entries()) {
        const { status } = await post(n, '/api/cart', { dealId });
        if (status !== 200) throw new Error(`a cart was not filled: ${status}`);
      }
    },
    async confirm() {
      const all: Answered[] = [];
      const confirm = async (n: number) => void all.push(await post(n, '/api/cash-payment'));
      await repeat({ perSecond: ORDERS_A_SECOND, seconds }, confirm);
      return all;
    },
  };
}

async function timed(kind: Kind, url: string, asking: Asking): Promise<Answered> {
  const began = performance.now();
  const answer = await asked(url, { ...asking, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  const saysWhen = answer?.headers['retry-after'] !== undefined;
  return { kind, status: answer?.status ?? 0, ms: performance.now() - began, begunAt: began, saysWhen };
}

async function visitors({ origin, pool }: StartedShop, agent: Agent): Promise<Ask> {
  const cookies = await signInAll(pool, PEOPLE);
  const deals = await lastingDeals(pool);
  const word = () => Array.from({ length: 4 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
  return async (n) => {
    const kind = (['search', 'page', 'cart', 'search', 'add'] as const)[n % 5] ?? 'search';
    const dealId = deals[n % deals.length];
    const path = {
      search: `/api/deals?search=${word()}`,
      page: `/deal/${dealId}`,
      cart: `/api/cart/${SESSION}`,
      add: '/api/cart',
    }[kind];
    const body = kind === 'add' ? { dealId, sessionId: SESSION, key: crypto.randomUUID() } : undefined;
    // Everybody comes from a network of their own.
    const address = `10.${n % 250}.${n % 241}.1`;
    const headers = { cookie: cookies[n % cookies.length] ?? '', 'x-forwarded-for': address };
    return timed(kind, origin + path, { agent, headers, ...(body && { body }) });
  };
}

async function offer(ask: Ask, perSecond: number, seconds: number): Promise<Answered[]> {
  const all: Answered[] = [];
  await repeat({ perSecond, seconds }, async (n) => void all.push(await ask(n)));
  return all;
}

const isServed = ({ status, ms: took }: Answered) => status === 200 && took <= IN_TIME_MS;
const p99 = (all: readonly Answered[]) =>
  all.length === 0
    ? 0
    : quantile(
        all.map((one) => one.ms),
        0.99,
      );

/** The highest rate at which 99 of 100 are served within 300 ms. */
async function findCapacity(ask: Ask, seconds: number): Promise<{ capacity: number; peak: number }> {
  await offer(ask, FIRST_RATE, 3);
  let found = { capacity: 0, peak: 0 };
  for (let rate = FIRST_RATE; ; rate = Math.round(rate * STEP)) {
    let all: Answered[] = [];
    let isGood = false;
    // What else the machine does may spoil a few seconds, hardly three times.
    for (let time = 0; time < 3 && !isGood; time++) {
      all = await offer(ask, rate, seconds / 2);
      isGood = p99(all) <= GOOD_P99_MS && all.every(isServed);
    }
    console.log(`  ${rate}/s: p99 ${ms(p99(all))}, ${counted(all.map(({ status }) => status))}`);
    if (!isGood && found.capacity > 0) return found;
    if (!isGood) throw new Error(`not even ${rate} requests a second are served in good time`);
    found = { capacity: rate, peak: (all.length * 2) / seconds };
  }
}

interface Rush {
  times: number;
  capacity: number;
  peak: number;
  seconds: number;
}

async function rush(
  { shop, ask, buyers }: { shop: StartedShop; ask: Ask; buyers: Buyers },
  { times, capacity, peak, seconds }: Rush,
): Promise<void> {
  await buyers.fill();
  const late = monitorEventLoopDelay();
  // Whoever asks for it begins it anew.
  await shop.metric('nodejs_eventloop_lag_p99_seconds');
  late.enable();
  const [all, confirmed] = await Promise.all([offer(ask, capacity * times, seconds), buyers.confirm()]);
  late.disable();
  const lateShop = 1000 * (await shop.metric('nodejs_eventloop_lag_p99_seconds'));
  const served = all.filter(isServed);
  const refused = all.filter(({ status }) => status === 503 || status === 429);
  const lasted = Math.max(...all.map(({ begunAt }) => begunAt)) - Math.min(...all.map(({ begunAt }) => begunAt));
  const share = Math.round((100 * served.length) / (lasted / 1000) / peak);
  const letIn = all.filter(({ status }) => status === 200);
  const each = (kind: Kind) => `${kind} ${ms(p99(letIn.filter((one) => one.kind === kind)))}`;
  console.log(
    `${times} × C (${Math.round((1000 * all.length) / lasted)}/s): ${share} % of the most served in a second; ${counted(all.map(({ status }) => status))}; ` +
      `p99 of what was let in: ${(['search', 'page', 'cart', 'add'] as const).map(each).join(', ')}; of refusals ${ms(p99(refused))}; ` +
      `orders: ${counted(confirmed.map(({ status }) => status))}, p99 ${ms(p99(confirmed))}; ` +
      `event loop late p99 ${ms(lateShop)}, of who asks ${ms(late.percentile(99) / 1e6)}`,
  );
  const wrong = all.filter(({ status }) => ![0, 200, 429, 503].includes(status));
  if (wrong.length > 0) throw new Error(`answered ${counted(wrong.map(({ status }) => status))}`);
  if (refused.some(({ saysWhen }) => !saysWhen)) throw new Error('a refusal does not say when to come back');
}

/** Until a whole second of half the load is served in good time. */
async function recovery(ask: Ask, capacity: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const before = performance.now() - began;
    const all = await offer(ask, capacity / 2, 1);
    if (all.every(isServed) && p99(all) <= GOOD_P99_MS) return Math.round(before);
    if (before > RECOVERY_MS) throw new Error(`still not as before after ${Math.round(before)} ms`);
  }
}

async function atHalf({ metric }: StartedShop, ask: Ask, { rate, seconds }: { rate: number; seconds: number }) {
  const memory = async () => Math.round((await metric('process_resident_memory_bytes')) / 1e6);
  const [before, descriptors] = [await memory(), await metric('process_open_fds')];
  const all = await offer(ask, rate, seconds);
  // First: whoever asks begins it anew.
  const late = 1000 * (await metric('nodejs_eventloop_lag_p99_seconds'));
  console.log(
    `half of C for ${seconds} s: ${counted(all.map(({ status }) => status))}, p99 ${ms(p99(all))}; memory ${before} → ${await memory()} MB, ` +
      `descriptors ${descriptors} → ${await metric('process_open_fds')}, ` +
      `event loop late p99 ${ms(late)}`,
  );
  if (all.some(({ status }) => status >= 500)) throw new Error('something failed at half of what can be served');
}
