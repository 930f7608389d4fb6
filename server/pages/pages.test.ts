import { expect, test } from 'vitest';
import { seedCategories } from '#db/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import { createShop } from '../app.ts';

const shop = await startShop({ makeApp: createShop });
await seedCategories(shop.db);

const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

test('a fresh visitor gets Albanian, a cookie or the address asks for English', async () => {
  const languageOf = ({ body }: { body: string }) => /<html lang="(\w+)">/.exec(body)?.[1];
  expect(languageOf(await get('/'))).toBe('sq');
  expect(languageOf(await get('/', { 'accept-language': 'en' }))).toBe('sq');
  expect(languageOf(await get('/', { cookie: 'language=en' }))).toBe('en');
  const asked = await get('/?lang=en&city=korce');
  expect(languageOf(asked)).toBe('en');
  expect(asked.headers['set-cookie']).toEqual([
    expect.stringMatching(/^language=en;/),
    expect.stringMatching(/^selectedCity=korce;/),
  ]);
});

test('a page runs no inline script and names its style sheet by hash', async () => {
  const { body, headers } = await get('/');
  const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
  expect(scripts.length).toBeGreaterThan(1);
  for (const attributes of scripts) expect(attributes).toMatch(/src="\/assets\/|type="application\/(ld\+)?json"/);
  expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self' 'sha256-/);
});

test('what a salon wrote cannot break out of the page', async () => {
  const title = '</script><img src=x onerror=alert(1)>';
  const id = await newDeal(shop.db, { title, description: title, businessName: '"><script>' });
  const { body } = await get(`/deal/${id}`);
  expect(body.includes('<img src=x')).toBe(false);
  expect(body.includes('"><script>')).toBe(false);
  expect(body.includes('\\u003c/script>')).toBe(true);
});

test('an unknown address is a 404 page, an unknown file or call is not a page', async () => {
  const page = await get('/nowhere');
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await get('/deal/0190a5a0-0000-7000-8000-000000000000')).statusCode).toBe(404);
  expect((await get('/deal/not-an-id')).statusCode).toBe(404);
  for (const url of ['/assets/gone.js', '/pictures/deals/gone.jpg', '/fonts/', '/api/gone']) {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  }
});

test('a page is the same for everybody, changes with the deal, and answers 304 to who has it', async () => {
  const id = await newDeal(shop.db, { title: 'Prerje e parë' });
  const etagOf = async (headers = {}) => String((await get(`/deal/${id}`, headers)).headers.etag);
  // The news of the deal that was just made empties the cache once more.
  await expect
    .poll(async () => {
      const [one, other] = [await etagOf(), await etagOf()];
      return one === other;
    })
    .toBe(true);
  const etag = await etagOf({ cookie: 'bukuri=somebody; sessionId=session_1_x' });
  expect(etag).toBe(await etagOf());
  expect((await get(`/deal/${id}`)).body.includes('Prerje e parë')).toBe(true);
  expect((await get(`/deal/${id}`, { 'if-none-match': etag })).statusCode).toBe(304);
  await shop.pool.query('update deals set title = $2 where id = $1', [id, 'Prerje e dytë']);
  await expect.poll(async () => (await get(`/deal/${id}`)).body.includes('Prerje e dytë')).toBe(true);
});

test('a page whose data cannot be had says so and is not kept', async () => {
  await shop.pool.query('alter table categories rename to categories_away');
  const broken = await get('/?category=nails');
  await shop.pool.query('alter table categories_away rename to categories');
  expect(broken.statusCode).toBe(503);
  expect((await get('/?category=nails')).statusCode).toBe(200);
});

test('files are sent packed where that is possible and may be kept, hashed ones for ever', async () => {
  const { body } = await get('/');
  const entry = /src="(\/assets\/[^"]+)"/.exec(body)?.[1] ?? '';
  const script = await get(entry, { 'accept-encoding': 'gzip, br' });
  expect([script.statusCode, script.headers['content-encoding']]).toEqual([200, 'br']);
  expect(script.headers['cache-control']).toContain('immutable');
  for (const url of ['/favicon.svg', '/favicon.ico', '/kilim.svg', '/pictures/deals/hair-1-320.avif']) {
    const file = await get(url);
    expect([file.statusCode, file.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    expect(file.headers['cache-control']).toContain('max-age=604800');
  }
  for (const url of ['/manifest.json', '/assets/../manifest.json', '/pictures/..%2f..%2fserver%2fentry.server.js']) {
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
  }
});
