import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop({ makeApp: createShop });
await seedCategories(shop.db);

const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

test('page language, by default, is Albanian; cookie or parameter choose English', async () => {
  const languageOf = ({ body }: { body: string }) => /<html lang="(\w+)">/.exec(body)?.[1];
  expect(languageOf(await get('/'))).toBe('sq');
  expect(languageOf(await get('/', { 'accept-language': 'en' }))).toBe('sq');
  expect(languageOf(await get('/', { cookie: 'language=en' }))).toBe('en');
  const asked = await get('/?city=korce&lang=en');
  expect(languageOf(asked)).toBe('en');
  expect(asked.headers['set-cookie']).toEqual([
    expect.stringMatching(/^language=en;/),
    expect.stringMatching(/^selectedCity=korce;/),
  ]);
});

test('theme cookie, set, is rendered and not shared by the cache', async () => {
  const themeOf = async (cookie: string) => {
    const { body } = await get('/categories', { cookie });
    const frames = [...body.matchAll(/<meta name="theme-color" media="[^"]+" content="([^"]+)">/g)];
    return [/<html lang="sq"([^>]*)>/.exec(body)?.[1], ...frames.map(([, colour]) => colour)];
  };
  expect(await themeOf('')).toEqual(['', '#fbf7f1', '#1b1218']);
  expect(await themeOf('theme=dark')).toEqual([' data-theme="dark"', '#1b1218', '#1b1218']);
  expect(await themeOf('theme=light')).toEqual([' data-theme="light"', '#fbf7f1', '#fbf7f1']);
  for (const other of ['', 'theme=system', 'theme="><script>']) expect((await themeOf(other))[0]).toBe('');
});

test('page cookies, over https, are Secure', async () => {
  const secured = await startShop({ config: { publicUrl: 'https://bukuri.test' }, makeApp: createShop });
  for (const [{ app }, isSecure] of [[secured, true] as const, [shop, false] as const]) {
    const [cookie] = [(await app.inject({ url: '/?lang=en' })).headers['set-cookie']].flat();
    expect(/; Secure\b/.test(`${cookie}`), cookie).toBe(isSecure);
  }
});

test('page, rendered, has no inline script and its policy allows none', async () => {
  const { body, headers } = await get('/');
  const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((one) => !/src="\/assets\/|type="application\/(ld\+)?json"/.test(one))).toEqual([]);
  expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self' 'sha256-");
});

test('scripts of the first view, built, are within their budget', async () => {
  const { body } = await get('/');
  const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeLessThanOrEqual(8);
  const packed = await Promise.all(files.map((path) => get(path, { 'accept-encoding': 'br' })));
  expect(new Set(packed.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['br']));
  const bytes = packed.reduce((sum, { rawPayload }) => sum + rawPayload.byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(120.8 * 1024);
});

test('deal text with markup, rendered, is escaped', async () => {
  const title = '</script><img src=x onerror=alert(1)>';
  const id = await newDeal(shop.db, { title, description: title, businessName: '"><script>' });
  const { body } = await get(`/deal/${id}`);
  expect(body.includes('<img src=x')).toBe(false);
  expect(body.includes('"><script>')).toBe(false);
  expect(body.includes('\\u003c/script>')).toBe(true);
});

test('unknown address, requested, answers a 404 page; unknown file or API path does not', async () => {
  const page = await get('/nowhere');
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await get('/deal/0190a5a0-0000-7000-8000-000000000000')).statusCode).toBe(404);
  expect((await get('/deal/not-an-id')).statusCode).toBe(404);
  for (const url of ['/assets/gone.js', '/pictures/deals/gone.jpg', '/fonts/', '/api/gone']) {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  }
});

test('public page, deal changed, has another ETag', async () => {
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

test('page, data request failed, answers 5xx and is not cached', async () => {
  await shop.pool.query('alter table categories rename to categories_away');
  const broken = await get('/?category=nails');
  await shop.pool.query('alter table categories_away rename to categories');
  expect([broken.statusCode, broken.headers['retry-after']]).toEqual([503, '2']);
  expect((await get('/?category=nails')).statusCode).toBe(200);
});

test.each(['/', '/cart', '/nowhere', '/?search=thonj'])(
  '%s, requested, is revalidated by the browser each time',
  async (url) => {
    const { headers } = await get(url);
    expect([headers['cache-control'], headers.vary]).toEqual(['private, no-cache', 'Cookie, Accept-Encoding']);
  },
);

test('static files, requested, are compressed and cacheable', async () => {
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
