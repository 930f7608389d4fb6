import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { sitemapFiles } from './sitemaps.files.ts';

const shop = await startShop({ makeApp: createShop });
await seedDemo(shop.db);
const origin = shop.deps.config.publicUrl;

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replace(origin, '').replaceAll('&amp;', '&'));

async function locationsAt(app: typeof shop.app, url: string) {
  const { statusCode, body, headers } = await app.inject({ url });
  expect([statusCode, headers['content-type']], url).toEqual([200, 'application/xml; charset=utf-8']);
  return locations(body);
}

test('robots.txt, names the sitemap index, which names its files', async () => {
  const { body, headers } = await shop.app.inject({ url: '/robots.txt' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^User-agent: \*$/m);
  expect(body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  const files = await locationsAt(shop.app, '/sitemap.xml');
  expect(files).toEqual(['/sitemaps/pages.xml', '/sitemaps/deals-1.xml', '/sitemaps/salons-1.xml']);
});

test('sitemap of deals, split into small files, has every live deal once per language, with the time of its change', async () => {
  const id = "(select id from deals where city = 'kruje' order by id limit 1)";
  await shop.pool.query(`update deals set is_hidden = true where id = ${id}`);
  const small = fastify();
  sitemapFiles(small, shop.deps, { perFile: 40, perRead: 15 });
  const files = (await locationsAt(small, '/sitemap.xml')).filter((file) => file.includes('deals'));
  expect(files.length).toBeGreaterThan(3);
  const found: string[] = [];
  for (const file of files) {
    const inFile = await locationsAt(small, file);
    expect(inFile.length, file).toBeLessThanOrEqual(80);
    found.push(...inFile);
  }
  const { rows } = await shop.pool.query<{ id: string }>('select id from deals d where deal_is_live(d)');
  const expected = rows.flatMap((deal) => [`/deal/${deal.id}`, `/deal/${deal.id}?lang=en`]);
  expect(found.toSorted()).toEqual(expected.toSorted());
  const { body } = await small.inject({ url: '/sitemaps/deals-1.xml' });
  expect(body.match(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/g)).toHaveLength(80);
  await small.close();
});

test('sitemap of salons, has every salon in both languages but those of suspended dealers', async () => {
  const { rows } = await shop.pool.query<{ slug: string }>('select slug from salons order by slug');
  const suspended = rows.shift();
  const owner = '(select owner_id from salons where slug = $1)';
  await shop.pool.query(`update users set is_active = false where id = ${owner}`, [suspended?.slug]);
  const expected = rows.flatMap(({ slug }) => [`/salon/${slug}`, `/salon/${slug}?lang=en`]);
  expect((await locationsAt(shop.app, '/sitemaps/salons-1.xml')).toSorted()).toEqual(expected.toSorted());
});

test('sitemap of pages, has canonical addresses of lists with deals and of static pages', async () => {
  const paths = await locationsAt(shop.app, '/sitemaps/pages.xml');
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of ['/', '/about', '/for-salons', '/?category=hair', '/?city=all', '/categories?city=durres'])
    expect(paths).toEqual(expect.arrayContaining([path, `${path}${path.includes('?') ? '&' : '?'}lang=en`]));
  expect(paths).not.toContain('/?category=lips&city=korce');
  for (const path of paths.filter((_, index) => index % 7 === 0)) {
    const { statusCode, body } = await shop.app.inject({ url: path });
    expect(statusCode, path).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="${(origin + path).replaceAll('&', '&amp;')}">`);
  }
});

test.each(['/sitemaps/deals-2.xml', '/sitemaps/deals-0.xml', '/sitemaps/users-1.xml', '/sitemaps/deals-1'])(
  'sitemap %s, which does not exist, is 404',
  async (url) => {
    expect((await shop.app.inject({ url })).statusCode).toBe(404);
  },
);
