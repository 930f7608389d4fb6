import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { v7 } from 'uuid';
import { createDb } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { type Server, startServer } from './load.ts';
import { type Figure, median, ms, type Part, quantile } from './report.ts';
import { openScratch } from './scratch.ts';

const SIZE = process.env.BENCH_FULL ? 1_000_000 : 100_000;
const SECONDS = 10;
/** Edits per second, and the least share of the requests per second without edits. */
const RATES = { 1: 0.5, 10: 0.5, 100: 0.25 };
const VISIBLE_MS = 500;
const AUTHOR_EDITS = process.env.BENCH_FULL ? 1000 : 200;

/** Public addresses while deals change, how soon a change is visible on two nodes, and what is read without the cache. */
export const edits: Part = {
  name: 'edits',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(SIZE);
    const pool = createPool({ url, max: 4 });
    opened.defer(() => pool.end());
    const [one, two] = await Promise.all([
      startServer({ role: 'shop', url, cache: 'on' }),
      startServer({ role: 'shop', url, cache: 'on' }),
    ]);
    opened.defer(() => Promise.all([one.stop(), two.stop()]).then(() => {}));
    return [
      ...(await underEdits(one, pool)),
      await visibleOn([one, two], pool),
      await seenByAuthor([one, two], pool),
      ...(await uncached(url)),
    ];
  },
};

async function addresses(pool: pg.Pool): Promise<string[]> {
  const ids = await sampleOf(pool, 4);
  return [
    ...['/', '/?city=durres', '/?city=vlore', '/?city=all', '/about', ...ids.slice(0, 2).map((id) => `/deal/${id}`)],
    ...['', '?city=durres', '?city=all', '?category=nails', '?city=fier&category=hair'].map(
      (query) => `/api/deals${query}`,
    ),
    ...['price', 'newest', 'ending', 'discount'].map((sort) => `/api/deals?city=vlore&sort=${sort}`),
    ...['manikyr', 'masazh'].map((search) => `/api/deals?search=${search}`),
    ...['tirana', 'all'].map((city) => `/api/categories?city=${city}`),
    ...['tirana', 'durres'].map((city) => `/api/deals/featured?city=${city}`),
    ...ids.slice(2).map((id) => `/api/deals/${id}`),
  ];
}

async function sampleOf(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from deals tablesample bernoulli (least(100, $1::float8 * 400 / ${SIZE})) where expires_at is null or expires_at > now() + interval '1 hour' limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}

async function underEdits(shop: Server, pool: pg.Pool): Promise<Figure[]> {
  const paths = await addresses(pool);
  const shoot = () =>
    autocannon({ url: shop.address, connections: 16, duration: SECONDS, requests: paths.map((path) => ({ path })) });
  await autocannon({ url: shop.address, connections: 16, duration: 3, requests: paths.map((path) => ({ path })) });
  const base = await shoot();
  const figures = [figureOf(`${paths.length} addresses among ${SIZE} deals`, base)];
  for (const [rate, min] of Object.entries(RATES)) {
    const editing = editEach(pool, Number(rate));
    const result = await shoot();
    const made = await editing.stop();
    const ratio = result['2xx'] / base['2xx'];
    figures.push({
      ...figureOf(`the same, ${rate} edits/s (${made} made)`, result),
      ratio,
      budget: `>= ${min} of the requests per second without edits`,
      isOk: ratio >= min && made >= 0.9 * SECONDS * Number(rate),
    });
  }
  return figures;
}

const figureOf = (what: string, { non2xx, errors, latency, ...result }: autocannon.Result): Figure => ({
  what,
  value: `${Math.round(result['2xx'] / SECONDS)}/s, p99 ${latency.p99} ms, ${non2xx + errors} failed`,
});

const EDITS = [
  "title = title || ' x'",
  'price = price + 1',
  "phone = '+355 67 100 0001'",
  'is_active = not is_active',
  'is_featured = not is_featured',
  "expires_at = now() + interval '3 days'",
];

/** Edits random deals of the whole shop, so many per second, however late the timer is. */
function editEach(pool: pg.Pool, rate: number) {
  const ids = sampleOf(pool, 2000);
  const began = performance.now();
  const running = new Set<Promise<unknown>>();
  let made = 0;
  const timer = setInterval(async () => {
    const sample = await ids;
    while (made < ((performance.now() - began) / 1000) * rate) {
      const deal = sample[Math.floor(Math.random() * sample.length)];
      const edit = pool.query(`update deals set ${EDITS[made++ % EDITS.length]} where id = $1`, [deal]);
      running.add(edit);
      void edit.finally(() => running.delete(edit));
    }
  }, 10);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
      return made;
    },
  };
}

/** Titles on cards of a list that both nodes have cached. */
async function visibleOn(nodes: Server[], pool: pg.Pool): Promise<Figure> {
  const took: number[] = [];
  for (let n = 0; n < 50; n++) {
    const list = '/api/deals?city=durres';
    const [first] = (await Promise.all(nodes.map((node) => json(node.address + list))))[0] as { id: string }[];
    const title = `Ndryshuar ${n}`;
    const began = performance.now();
    await pool.query('update deals set title = $2 where id = $1', [first?.id, title]);
    await Promise.all(
      nodes.map(async (node) => {
        for (;;) {
          const [shown] = (await json(node.address + list)) as { title: string }[];
          if (shown?.title === title) return;
          await wait(5);
        }
      }),
    );
    took.push(performance.now() - began);
  }
  const longest = Math.max(...took);
  const value = `median ${ms(median(took))}, longest ${ms(longest)}`;
  return { what: 'edit visible on two nodes', value, budget: `<= ${VISIBLE_MS} ms`, isOk: longest <= VISIBLE_MS };
}

const json = async (address: string, init?: RequestInit) => (await fetch(address, init)).json();

/** A dealer changes a deal on one node and reads it on both. */
async function seenByAuthor(nodes: [Server, Server], pool: pg.Pool): Promise<Figure> {
  const [userId, [id]] = [v7(), await sampleOf(pool, 1)];
  await pool.query(
    "insert into users (id, username, email, can_post_deals) values ($1, 'autor', 'autor@example.al', true)",
    [userId],
  );
  await pool.query('update deals set user_id = $2 where id = $1', [id, userId]);
  const session = await inTransaction(createDb(pool), (tx) =>
    startSession(tx, { userId, rememberMe: true, replaces: null }),
  );
  let seen = 0;
  for (let n = 0; n < AUTHOR_EDITS; n++) {
    const title = `E autorit ${n}`;
    const answer = await fetch(`${nodes[n % 2]?.address}/api/deals/${id}`, {
      method: 'PUT',
      headers: {
        cookie: `bukuri=${session.token}`,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ title }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const titles = await Promise.all(
      nodes.map(
        async (node) => (await json(`${node.address}/api/deals/${id}`, { headers: { cookie } })) as { title: string },
      ),
    );
    if (titles.every((shown) => shown.title === title)) seen += 1;
  }
  return {
    what: 'edit read by its author on both nodes',
    value: `${seen} of ${AUTHOR_EDITS}`,
    budget: 'all',
    isOk: seen === AUTHOR_EDITS,
  };
}

async function uncached(url: string): Promise<Figure[]> {
  const shop = await startServer({ role: 'shop', url, cache: 'off' });
  try {
    return [
      await timed(`${shop.address}/api/categories?city=tirana`, 'categories without the cache', 2),
      await timed(`${shop.address}/api/categories?city=all`, 'categories of the country without the cache', 2),
      await timed(`${shop.address}/`, 'home without the cache', 15),
    ];
  } finally {
    await shop.stop();
  }
}

async function timed(address: string, what: string, most: number): Promise<Figure> {
  const took: number[] = [];
  for (let n = 0; n < 200; n++) {
    const began = performance.now();
    await (await fetch(address)).arrayBuffer();
    took.push(performance.now() - began);
  }
  const middle = median(took);
  return {
    what: `${what}, among ${SIZE} deals`,
    value: `median ${ms(middle)}, p99 ${ms(quantile(took, 0.99))}`,
    budget: `<= ${most} ms`,
    isOk: middle <= most,
  };
}
