import pg from 'pg';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { SERVER } from '#scripts/prepare.mjs';
import { startProcess } from './demo-shop.ts';
import { type Figure, ms, type Part } from './report.ts';
import { openScratch } from './scratch.ts';

const MB = 1024 * 1024;
const LARGE = 100_000;
const HUGE = 1_000_000;
const MOST_MS = 300;
const MOST_BYTES = 60 * MB;

/** Every file of the sitemap, and the memory that they take beyond that of a server which has sent one. */
export const sitemap: Part = {
  name: 'sitemap',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const size = process.env.BENCH_FULL ? HUGE : LARGE;
    const DATABASE_URL = await scratch.withDeals(size);
    await layInOrder(DATABASE_URL);
    const server = await startProcess(SERVER, { DATABASE_URL, SEED: 'none' });
    opened.defer(server.stop);
    const fetched = async (path: string) => {
      const began = performance.now();
      const response = await fetch(server.address + path);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return { took: performance.now() - began, text };
    };
    await fetched('/sitemaps/pages.xml');
    const before = server.memory();
    const index = await fetched('/sitemap.xml');
    const files = [...index.text.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path = '']) => path);
    const taken: number[] = [];
    let most = 0;
    let urls = 0;
    for (const path of files) {
      const { took, text } = await fetched(path);
      taken.push(took);
      urls += text.split('<url>').length - 1;
      most = Math.max(most, server.memory() - before);
    }
    return [
      { what: `sitemap of ${size} deals: files, addresses`, value: `${files.length}, ${urls}` },
      limited('the same: index', index.took),
      limited('the same: slowest file', Math.max(...taken)),
      {
        what: 'the same: memory of the server, more than before',
        value: `${(most / MB).toFixed(0)} MiB`,
        budget: `<= ${MOST_BYTES / MB} MiB`,
        isOk: most <= MOST_BYTES,
      },
    ];
  },
};

/** Rows lie in the order in which they were posted, as in a shop; generated ones do not. */
async function layInOrder(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of [
    'create index posted on deals (created_at)',
    'cluster deals using posted',
    'drop index posted',
    'vacuum analyze deals',
  ])
    await client.query(statement);
  await client.end();
}

function limited(what: string, value: number): Figure {
  return { what, value: ms(value), budget: `<= ${MOST_MS} ms`, isOk: value <= MOST_MS };
}
