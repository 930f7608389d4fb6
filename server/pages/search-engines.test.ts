import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop({ makeApp: createShop });
await seedDemo(shop.db);

async function headOf(url: string) {
  const { statusCode, body } = await shop.app.inject({ url });
  const first = (pattern: RegExp) => pattern.exec(body)?.[1] ?? null;
  return {
    statusCode,
    title: first(/<title[^>]*>([^<]*)</),
    description: first(/<meta name="description" content="([^"]*)"/) ?? '',
    canonical: first(/<link rel="canonical" href="([^"]*)"/),
    robots: first(/<meta name="robots" content="([^"]*)"/),
    data: [...body.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)</g)].map(([, text = '']) =>
      JSON.parse(text),
    ),
    links: [...body.slice(body.indexOf('<main')).matchAll(/<a [^>]*href="\/deal\//g)].length,
  };
}

test('title and description, of every kind of page in both languages, are unique and of a useful length', async () => {
  const lists = ['/', '/?city=all', '/?city=durres', '/?category=hair', '/?category=hair&city=durres'];
  const others = ['/categories', '/categories?city=durres', '/about', '/for-salons', '/terms-of-service'];
  const { rows } = await shop.pool.query("select id from deals d where deal_is_live(d) and city = 'kruje' limit 2");
  const paths = [...lists, ...others, ...rows.map(({ id }) => `/deal/${id}`)];
  const heads: Awaited<ReturnType<typeof headOf>>[] = [];
  for (const path of paths)
    for (const url of [path, `${path}${path.includes('?') ? '&' : '?'}lang=en`]) heads.push(await headOf(url));
  expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
  for (const { statusCode, title, description } of heads) {
    expect(statusCode, `${title}`).toBe(200);
    expect(title).toMatch(/ \| Bukuri$/);
    expect(description.length, description).toBeGreaterThan(50);
  }
});

test('home, describes the organization; a category does not repeat it', async () => {
  const organization = ({ data }: Awaited<ReturnType<typeof headOf>>) =>
    data.find((each) => each['@type'] === 'Organization');
  expect(organization(await headOf('/'))).toMatchObject({
    name: 'Bukuri',
    url: `${shop.deps.config.publicUrl}/`,
    logo: expect.stringMatching(/^http.+\/icons\/icon-512\.png$/),
  });
  expect(organization(await headOf('/?category=hair'))).toBeUndefined();
});

test('salon with reviews, says its rating once, in its own node; its deals do not', async () => {
  const { rows } = await shop.pool.query(`
    with r as (insert into salon_ratings (salon_id, n4, n5) select id, 1, 2 from salons where slug = 'penda-roze-studio' returning salon_id)
    select d.id from deals d join r using (salon_id) limit 1`);
  const { data } = await headOf('/salon/penda-roze-studio');
  const aggregateRating = { '@type': 'AggregateRating', ratingValue: 4.7, reviewCount: 3, bestRating: 5 };
  expect(data).toMatchObject([{ '@type': 'HealthAndBeautyBusiness', aggregateRating }]);
  expect(JSON.stringify((await headOf(`/deal/${rows[0].id}`)).data)).not.toContain('AggregateRating');
});

test('expired deal, has live alternatives and is indexed for 30 days more', async () => {
  const day = 86_400_000;
  const expired = (days: number) =>
    newDeal(shop.db)({
      title: `Ofertë e skaduar para ${days} ditësh`,
      expiresAt: new Date(shop.clock.now() - days * day),
    });
  const [recent, old] = await Promise.all([expired(29), expired(31)].map(async (id) => headOf(`/deal/${await id}`)));
  expect(recent).toMatchObject({ statusCode: 200, robots: null });
  expect(recent?.canonical).toMatch(/\/deal\//);
  expect(recent?.links).toBeGreaterThan(0);
  expect(old).toMatchObject({ statusCode: 200, robots: 'noindex', canonical: null });
  expect(old?.links).toBeGreaterThan(0);
});
