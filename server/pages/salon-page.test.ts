/** The page of a salon as the server sends it. */
import { expect, test } from 'vitest';
import { salonHours, salons } from '#db/schema/salons.ts';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop({ makeApp: createShop, config: { publicUrl: 'http://bukuri.test' } });
await seedCategories(shop.db);
const { db, pool } = shop;
const photo = (digit: number) => `/media/${String(digit).repeat(32)}-aabbcc-400.webp`;
const [salon] = await db
  .insert(salons)
  .values({
    ...{ slug: 'cela', name: 'Çela & Co', about: 'Manikyr.', address: 'Rruga Taulantia 4', city: 'durres' },
    ...{ location: '41.3123,19.45', phone: '+355 69 201 2345', viber: '+355 69 201 2347', instagram: 'cela.al' },
    photos: [photo(1), photo(2)],
    holidays: ['2099-01-01'],
  })
  .returning();
const salonId = salon?.id ?? '';
await db
  .insert(salonHours)
  .values([
    { salonId, weekday: 1, opens: '00:00', closes: '03:00' },
    { salonId, weekday: 1, opens: '03:00', closes: '03:00' },
    { salonId, weekday: 2, opens: '03:00', closes: '01:00' },
    { salonId, weekday: 3, opens: '01:00', closes: '24:00' },
    ...[4, 5, 6, 7].map((weekday) => ({ salonId, weekday, opens: '00:00', closes: '00:00' })),
  ]);
const dealId = await newDeal(db)({ title: 'Manikyr xhel', salonId, imageUrl: photo(3) });

const get = (url: string) => shop.app.inject({ url, headers: { host: 'bukuri.test' } });
const dataOf = (body: string) =>
  [...body.matchAll(/<script type="application\/ld\+json">(.+?)<\/script>/g)].map(([, text = '']) => JSON.parse(text));

test('salon page, has its profile, deals, canonical address and structured data', async () => {
  const { statusCode, body } = await get('/salon/cela');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Çela &amp; Co – Durrës | Bukuri</title>');
  expect(body).toContain('<link rel="canonical" href="http://bukuri.test/salon/cela">');
  expect(body).toContain('hreflang="en" href="http://bukuri.test/salon/cela?lang=en"');
  expect(body).toContain(
    `<meta property="og:image" content="http://bukuri.test${photo(1).replace('-400.webp', '-960.jpg')}">`,
  );
  for (const part of ['Hapur tani', 'Rruga Taulantia 4', 'href="tel:+355692012345"', 'Manikyr xhel', '1 janar 2099'])
    expect(body).toContain(part);
  expect(body).toContain('href="viber://chat?number=%2B355692012347"');
  expect(body).toContain('href="https://www.google.com/maps/search/?api=1&amp;query=41.3123,19.45"');
  const [data] = dataOf(body);
  expect(data).toMatchObject({
    ...{ '@type': 'HealthAndBeautyBusiness', name: 'Çela & Co', url: 'http://bukuri.test/salon/cela' },
    telephone: '+355 69 201 2345',
    sameAs: ['https://www.instagram.com/cela.al/'],
    address: { streetAddress: 'Rruga Taulantia 4', addressLocality: 'Durrës', addressCountry: 'AL' },
    geo: { latitude: 41.3123, longitude: 19.45 },
  });
  expect(data.openingHoursSpecification).toHaveLength(9);
  expect(data.openingHoursSpecification).toMatchObject([
    { dayOfWeek: 'https://schema.org/Monday', opens: '00:00', closes: '03:00' },
    { dayOfWeek: 'https://schema.org/Monday', opens: '03:00', closes: '02:59' },
    { dayOfWeek: 'https://schema.org/Tuesday', opens: '03:00', closes: '01:00' },
    { opens: '01:00', closes: '23:59' },
    ...[4, 5, 6, 7].map(() => ({ opens: '00:00', closes: '23:59' })),
    { opens: '00:00', closes: '00:00', validFrom: '2099-01-01' },
  ]);
});

test('salon page in English, without an English description, shows the Albanian one in its language', async () => {
  const { body } = await get('/salon/cela?lang=en');
  expect(body).toMatch(/<p lang="sq"[^>]*>Manikyr\.<\/p>/);
  expect(body).toContain('Open now');
});

test('salon page, changed, is sent anew; on a holiday it is closed today', async () => {
  await get('/salon/cela');
  const today = await pool.query("select (now() at time zone 'Europe/Tirane')::date::text as day");
  await pool.query('update salons set holidays = array[$1::date] where id = $2', [today.rows[0].day, salonId]);
  await expect.poll(async () => (await get('/salon/cela')).body).toContain('Mbyllur sot');
});

test('salon page of an unknown salon, is 404 and not indexed; another spelling leads to the canonical one', async () => {
  const absent = await get('/salon/nuk-ka');
  expect([absent.statusCode, absent.body.includes('name="robots" content="noindex"')]).toEqual([404, true]);
  expect((await get('/salon/a.b')).statusCode).toBe(404);
  expect((await get('/salon/CELA')).headers.location).toBe('/salon/cela');
});

test('deal page and lists, link to the salon; the seller in the structured data has its address', async () => {
  const { body } = await get(`/deal/${dealId}`);
  expect(body).toContain('href="/salon/cela"');
  const [data] = dataOf(body);
  expect(data.offers.seller.url).toBe('http://bukuri.test/salon/cela');
  expect(data).not.toHaveProperty('description');
  expect((await get('/')).body).toContain('href="/salon/cela"');
});
