import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Measured, race, type Server, startServer } from './load.ts';
import { type Figure, ms, type Part } from './report.ts';
import { openScratch } from './scratch.ts';

const MIN_API = 0.8;
const MIN_PAGE = 0.45;
/** At most 1.5 times the cost of a bare server. */
const MIN_PICTURE = 0.67;
/** About the size of an uploaded photo in the list of a phone. */
const PICTURE_BYTES = 20 * 1024;
const PICTURE = `${'0'.repeat(32)}-c08040-640.webp`;
/** Milliseconds of CPU for a list that is not in the cache. */
const MAX_UNCACHED = 0.7;
const MAX_UNCACHED_DATABASE = 0.4;
const UNCACHED = '/api/deals?limit=20';

/** Cached answers against a bare Fastify that sends the same bytes, and lists without the cache; among 100,000 deals. */
export const responses: Part = {
  name: 'responses',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(100_000);
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
    opened.defer(() => rm(dataDir, { recursive: true }));
    await mkdir(join(dataDir, 'media'));
    await writeFile(join(dataDir, 'media', PICTURE), randomBytes(PICTURE_BYTES));
    const shop = await startServer({ role: 'shop', url, cache: 'on', dataDir });
    opened.defer(shop.stop);
    const [deal] = (await (await fetch(`${shop.address}/api/deals?limit=1`)).json()) as { id: string }[];
    const figures: Figure[] = [];
    for (const path of ['?limit=12', UNCACHED.slice(10), '', '?search=manikyr', `/${deal?.id}`])
      figures.push(await againstBare(shop, `/api/deals${path}`, MIN_API));
    figures.push(await againstBare(shop, '/', MIN_PAGE), await againstBare(shop, `/media/${PICTURE}`, MIN_PICTURE));
    return [...figures, ...(await uncached(url))];
  },
};

async function againstBare(shop: Server, path: string, min: number): Promise<Figure> {
  // The second answer comes from the cache.
  await (await fetch(shop.address + path)).arrayBuffer();
  const answer = await fetch(shop.address + path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = `${answer.headers.get('content-type')}`;
  const bare = await startServer({ role: 'bytes', bytes: bytes.toString('base64'), type });
  const results = await race([
    { server: shop, path },
    { server: bare, path },
  ]);
  await bare.stop();
  const [ours, reference] = results as [Measured, Measured];
  const ratio = ours.perSecond / reference.perSecond;
  return {
    what: `${path.replace(/[0-9a-f-]{36}/, ':id')}, ${bytes.length} bytes, from the cache`,
    value: `${Math.round(ours.perSecond)}/s (bare ${Math.round(reference.perSecond)}/s), CPU ${ms(ours.cpuMs)} (bare ${ms(reference.cpuMs)})`,
    ratio,
    budget: `>= ${min} of the bare server's requests per second`,
    isOk: ratio >= min,
  };
}

async function uncached(url: string): Promise<Figure[]> {
  const shop = await startServer({ role: 'shop', url, cache: 'off' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const all = { server: shop, path: UNCACHED, databaseCpuMs: () => databaseCpuMs(client) };
    const [measured] = (await race([all])) as [Measured];
    const total = measured.cpuMs + measured.databaseCpuMs;
    return [
      limited(`${UNCACHED} without cache: CPU of PostgreSQL`, measured.databaseCpuMs, MAX_UNCACHED_DATABASE),
      limited('the same: CPU of Node and PostgreSQL', total, MAX_UNCACHED),
    ];
  } finally {
    await client.end();
    await shop.stop();
  }
}

/** Of the shop's connections; Linux only. */
async function databaseCpuMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'bukuri'",
  );
  const nanoseconds = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]));
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

const limited = (what: string, value: number, most: number): Figure => ({
  what,
  value: ms(value),
  budget: `<= ${most} ms`,
  isOk: value <= most,
});
