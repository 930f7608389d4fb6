import { Agent, get } from 'node:http';
import pg from 'pg';
import { type DealFilter, toFilter, toSearch } from '#server/features/deals/deals.rules.ts';
import { findHints, listDeals } from '#server/features/deals/deals.store.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { fuzzedSearches } from '#test/fuzzed-searches.ts';
import { startServer } from './load.ts';
import { lists, searches } from './questions.ts';
import { type Figure, median, ms, type Part, quantile } from './report.ts';
import { openScratch } from './scratch.ts';

const ROUNDS = 8;
const SMALL = 1000;
const LARGE = 100_000;
const HUGE = 1_000_000;

/** Search over HTTP among 100,000 deals, how list and search grow with the shop, and the worst of 10,000 searches in the largest. */
export const search: Part = {
  name: 'search',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const sizes = [SMALL, LARGE, ...(process.env.BENCH_FULL ? [HUGE] : [])];
    const urls = new Map<number, string>();
    for (const size of sizes) urls.set(size, await scratch.withDeals(size));
    return [
      ...(await overHttp(urls.get(LARGE) ?? '')),
      ...(await growth(urls)),
      ...(await worst(urls.get(sizes.at(-1) ?? 0) ?? '')),
    ];
  },
};

async function overHttp(url: string): Promise<Figure[]> {
  const server = await startServer({ role: 'shop', url, cache: 'off' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await client.query('create extension if not exists pg_stat_statements');
    for (const filter of searches) await timed(agent, server.address + pathOf(filter));
    await client.query('select pg_stat_statements_reset()');
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const filter of searches) took.push(await timed(agent, server.address + pathOf(filter)));
    }
    const { rows } = await client.query<{ calls: string }>(
      `select sum(calls) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname = current_database() and query not like '%pg_stat_statements%' and query not like '%rate_limits%'`,
    );
    const statements = Number(rows[0]?.calls) / took.length;
    return [
      { what: `search among ${LARGE} deals, caches off: median`, value: ms(median(took)) },
      { what: 'the same: p99', value: ms(quantile(took, 0.99)) },
      { what: 'the same: statements per request', value: statements.toFixed(3), budget: '1', isOk: statements === 1 },
    ];
  } finally {
    agent.destroy();
    await client.end();
    await server.stop();
  }
}

function pathOf({ search: said, city, category, limit }: DealFilter): string {
  const query = new URLSearchParams({ search: said ?? '', city: city ?? 'all', limit: String(limit) });
  if (category) query.set('category', category);
  return `/api/deals?${query}`;
}

function timed(agent: Agent, url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}

async function growth(urls: Map<number, string>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const questions = { list: lists, search: searches };
  const first = new Map<string, number>();
  for (const [size, url] of urls) {
    for (const [what, filters] of Object.entries(questions)) {
      const took = await asked(url, filters);
      const base = first.get(what) ?? median(took);
      first.set(what, base);
      const ratio = median(took) / base;
      figures.push({
        what: `${what} among ${size} deals, without HTTP`,
        value: `median ${ms(median(took))}, p99 ${ms(quantile(took, 0.99))}`,
        ...(size === SMALL ? {} : { ratio, budget: `<= 2 of the median with ${SMALL}`, isOk: ratio <= 2 }),
      });
    }
  }
  return figures;
}

/** The best time of each question in several rounds: what it costs, not what else the machine was doing. */
async function asked(url: string, filters: DealFilter[]): Promise<number[]> {
  const pool = createPool({ url, max: 1 });
  const best = filters.map(() => Number.POSITIVE_INFINITY);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, filter] of filters.entries()) {
        const began = performance.now();
        await listDeals(pool, filter);
        best[index] = Math.min(best[index] ?? 0, performance.now() - began);
      }
    }
  } finally {
    await pool.end();
  }
  return best;
}

const FUZZED = 10_000;
const WORST = 20;
const MOST_MS = 20;

/** The slowest statements of many searches, and the slowest ones again alone: a page that a connection reads first costs it more. */
async function worst(url: string): Promise<Figure[]> {
  const pool = createPool({ url, max: 1 });
  const asks = fuzzedSearches(FUZZED).flatMap((query) => {
    const filter = toFilter(query, { limit: 12, cursor: null });
    const search = toSearch(query);
    const hints = search && (() => findHints(pool, search));
    return [
      { what: 'search', said: query, ask: filter && (() => listDeals(pool, filter)) },
      { what: 'hints', said: query, ask: hints },
    ];
  });
  const figures: Figure[] = [];
  try {
    await pool.query('create extension if not exists pg_stat_statements');
    for (const kind of ['search', 'hints']) {
      const took = [];
      await pool.query('select pg_stat_statements_reset()');
      for (const { what, said, ask } of asks) if (what === kind && ask) took.push({ said, ask, ms: await timeOf(ask) });
      const { rows } = await pool.query<{ max: number; blocks: number }>(
        `select max_exec_time as max, (shared_blks_hit + shared_blks_read) / calls as blocks from pg_stat_statements s
         join pg_database d on d.oid = s.dbid where d.datname = current_database() order by calls desc limit 1`,
      );
      const slowest = took.toSorted((one, other) => other.ms - one.ms).slice(0, WORST);
      let most = 0;
      for (const { said, ask } of slowest) {
        const alone = Math.min(await timeOf(ask), await timeOf(ask), await timeOf(ask));
        if (alone > most) console.error(ms(alone), JSON.stringify(said));
        most = Math.max(most, alone);
      }
      figures.push({
        what: `${kind}: worst of ${FUZZED}, its best of three alone`,
        value: `${ms(most)}; first time ${ms(rows[0]?.max ?? 0)}, ${rows[0]?.blocks} blocks on average`,
        budget: `<= ${MOST_MS} ms`,
        isOk: most <= MOST_MS,
      });
    }
  } finally {
    await pool.end();
  }
  return figures;
}

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}
