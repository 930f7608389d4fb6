/**
 * `GET /robots.txt`, `/sitemap.xml` (the index) and `/sitemaps/<file>.xml`. Every page has an address per language; its HTML
 * names the other one. Files of deals and salons are streamed.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import {
  type Entry,
  findStart,
  hasAny,
  type KindName,
  kinds,
  type List,
  type Place,
  readEntries,
  readLists,
} from './sitemaps.store.ts';

/** Every row has two addresses. A file may have 50,000; smaller ones are answered within 300 ms. */
const PER_FILE = 10_000;
/** Rows of one statement: as many as the driver receives at once. More are put together, in megabytes that stay for a while. */
const PER_READ = 500;
/** How long the places where files begin are kept; a shop with one file has none. */
const STARTS_MS = 600_000;

const STATIC_PATHS = ['/about', '/for-salons', '/terms-of-service', '/privacy-policy', '/accessibility'];
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const END = '</urlset>\n';

/** Lists that are searched or narrowed down are endless, and are not indexed. */
const UNLISTED = ['/sandbox/', '/*?*search=', '/*?*sort=', '/*?*minPrice=', '/*?*maxPrice='];

type Parts = Pick<Deps, 'actors' | 'clock' | 'config' | 'dbConcurrencyLimit' | 'limiter' | 'pool'>;

export function sitemapFiles(app: FastifyInstance, deps: Parts, { perFile = PER_FILE, perRead = PER_READ } = {}): void {
  const { clock, pool } = deps;
  const origin = deps.config.publicUrl;
  const urls = urlsOn(origin);
  const onRequest = async (request: FastifyRequest) => deps.limiter.count('requests', deps.actors.guess(request).key);
  const kept = new Map<KindName, { starts: Place[]; until: number }>();
  // Nobody waits for a list of addresses: visitors come first.
  const read = <T>(work: () => Promise<T>) => deps.dbConcurrencyLimit('invented', work);

  const robots = [
    'User-agent: *',
    ...UNLISTED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${robots.join('\n')}\n`),
  );

  app.get('/sitemap.xml', { onRequest }, async (_request, reply) => {
    const files = ['pages.xml'];
    for (const name of Object.keys(kinds) as KindName[]) {
      if (!(await read(() => hasAny(pool, name)))) continue;
      const count = 1 + (await startsOf(name)).length;
      files.push(...Array.from({ length: count }, (_, index) => `${name}-${index + 1}.xml`));
    }
    const rows = files.map((file) => `<sitemap><loc>${origin}/sitemaps/${file}</loc></sitemap>\n`);
    return sent(reply).send(`${XML}<sitemapindex ${XMLNS}>\n${rows.join('')}</sitemapindex>\n`);
  });

  app.get('/sitemaps/pages.xml', { onRequest }, async (_request, reply) => {
    const entries = pagesOf(await read(() => readLists(pool)));
    return sent(reply).send(`${head}${entries.map(urls).join('')}${END}`);
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', { onRequest }, async (request, reply) => {
    const [, name, number] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? [];
    if (!name || !Object.hasOwn(kinds, name)) throw absent();
    const file = await fileOf(name as KindName, Number(number));
    // Read before the answer begins, so that a failure is one.
    const { value } = await file.next();
    if (!value) throw absent();
    return sent(reply).send(Readable.from(textOf(value, file), { highWaterMark: 1 }));
  });

  async function startsOf(name: KindName): Promise<Place[]> {
    const known = kept.get(name);
    if (known && clock.elapsed() < known.until) return known.starts;
    const starts = await allStarts((start) => read(() => findStart(pool, { name, start, perFile })));
    if (starts.length > 0) kept.set(name, { starts, until: clock.elapsed() + STARTS_MS });
    return starts;
  }

  async function fileOf(name: KindName, number: number): Promise<AsyncGenerator<Entry[], void>> {
    const starts = [null, ...(await startsOf(name))];
    if (number > starts.length) throw absent();
    return readFile({ name, start: starts[number - 1] ?? null, end: starts[number] ?? null });
  }

  /** The last file takes what came since the places were looked up, as far as there is room. */
  async function* readFile(range: { name: KindName; start: Place | null; end: Place | null }) {
    let after: Place | null = null;
    for (let left = perFile; left > 0; left -= perRead) {
      const limit = Math.min(perRead, left);
      const page = await read(() => readEntries(pool, { ...range, after, limit }));
      if (page.entries.length > 0) yield page.entries;
      after = page.last;
      if (!after) return;
    }
  }

  async function* textOf(first: Entry[], others: AsyncGenerator<Entry[], void>) {
    yield head + first.map(urls).join('');
    for await (const entries of others) yield entries.map(urls).join('');
    yield END;
  }
}

/** All the places where a file but the first begins. */
async function allStarts(next: (start: Place | null) => Promise<Place | null>): Promise<Place[]> {
  const starts: Place[] = [];
  for (let start = await next(null); start; start = await next(start)) starts.push(start);
  return starts;
}

const sent = (reply: FastifyReply) =>
  reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8');

/** Makes the addresses of a page in both languages. */
const urlsOn =
  (origin: string) =>
  ({ path, changedAt }: Entry): string => {
    const address = origin + path.replaceAll('&', '&amp;');
    const lastmod = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`;
    const english = `${address}${path.includes('?') ? '&amp;' : '?'}lang=en`;
    return `<url><loc>${address}</loc>${lastmod}</url>\n<url><loc>${english}</loc>${lastmod}</url>\n`;
  };

const head = `${XML}<urlset ${XMLNS}>\n`;

const absent = () => new AppError(404, 'route.absent');

/** Lists in their canonical form, with the day of their newest deal, and the pages that stand still. */
function pagesOf(lists: List[]): Entry[] {
  const found = lists.flatMap(({ city, category, changedAt }): Entry[] => {
    const place = city ?? 'all';
    const query = [category && `category=${category}`, place !== DEFAULT_CITY && `city=${place}`].filter(Boolean);
    const search = query.length > 0 ? `?${query.join('&')}` : '';
    return [{ path: `/${search}`, changedAt }, ...(category ? [] : [{ path: `/categories${search}`, changedAt }])];
  });
  // Also where it has no deals.
  const fixed = ['/', '/categories', ...STATIC_PATHS].filter((path) => !found.some((entry) => entry.path === path));
  return [...found, ...fixed.map((path) => ({ path, changedAt: null }))];
}
