import { beforeEach, expect, test, vi } from 'vitest';
import { categories } from '#db/schema/catalogue.ts';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop({ makeApp: createShop });
const { clock, deps, pool } = shop;
const MINUTE = 60_000;

/** The database cannot be reached while `act` runs. */
async function withoutDatabase<T>(act: () => Promise<T>): Promise<T> {
  const { query } = pool;
  pool.query = (async () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))) as never;
  try {
    return await act();
  } finally {
    pool.query = query;
  }
}

const get = (url: string) => shop.guest().send({ url });
await shop.db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const add = newDeal(shop.db);
const id = await add({ title: 'Prerje e njohur', city: 'tirana' });

beforeEach(async () => {
  await expect.poll(async () => (await get('/api/deals')).headers.etag).toBeDefined();
});

test('public answer, database away, is served stale for ten minutes', async () => {
  const fresh = await get('/api/deals');
  clock.move(MINUTE);
  const old = await withoutDatabase(() => get('/api/deals'));
  expect([old.statusCode, old.body]).toEqual([200, fresh.body]);
  expect(old.headers).toMatchObject({ age: '60', warning: '110 - "Response is Stale"' });
  clock.move(8 * MINUTE);
  expect((await withoutDatabase(() => get('/api/deals'))).headers.age).toBe('540');
  clock.move(2 * MINUTE);
  const gone = await withoutDatabase(() => get('/api/deals'));
  expect([gone.statusCode, gone.headers['retry-after']]).toEqual([503, '2']);
});

test('stale answer, database back, is replaced after 500 ms', async () => {
  clock.move(MINUTE);
  expect((await withoutDatabase(() => get('/api/deals'))).headers.age).toBeDefined();
  expect((await get('/api/deals')).headers.age, 'the database rests').toBeDefined();
  clock.move(600);
  expect((await get('/api/deals')).headers).not.toHaveProperty('age');
});

test('page with stale data, database away, says so and is not cached', async () => {
  await get(`/deal/${id}?lang=en`);
  clock.move(MINUTE);
  const old = await withoutDatabase(() => get(`/deal/${id}?lang=en`));
  expect(old.statusCode).toBe(200);
  expect(old.headers).toMatchObject({ age: '60' });
  expect(old.body).toContain('This page is as of');
  expect(old.body).toContain('Prerje e njohur');
  clock.move(600);
  const fresh = await get(`/deal/${id}?lang=en`);
  expect(fresh.headers).not.toHaveProperty('age');
  expect(fresh.body).not.toContain('This page is as of');
});

test('personal, searched or deleted data, database away, is not served stale', async () => {
  const hidden = await add({ title: 'E fshehur', city: 'vlore' });
  expect((await get(`/api/deals/${hidden}`)).statusCode).toBe(200);
  expect((await get('/api/deals?city=vlore')).body).toContain('E fshehur');
  await pool.query('update deals set is_hidden = true where id = $1', [hidden]);
  await expect.poll(async () => (await get(`/api/deals/${hidden}`)).statusCode).toBe(404);
  const ana = await shop.as({ email: 'ana.known@example.al' });
  clock.move(MINUTE);
  await withoutDatabase(async () => {
    expect((await get(`/api/deals/${hidden}`)).statusCode).toBe(503);
    expect((await get('/api/deals?city=vlore')).statusCode, 'its list was not read since').toBe(503);
    expect((await get('/api/deals?search=prerje')).statusCode).toBe(503);
    expect((await ana.send({ url: '/api/auth/me' })).statusCode).toBe(503);
    expect((await ana.send({ url: '/api/deals' })).statusCode, 'who is unknown here reads too').toBe(200);
  });
});

const statementsOf = async (act: () => Promise<unknown>) => {
  const query = vi.spyOn(pool, 'query');
  await act();
  const count = query.mock.calls.length;
  query.mockRestore();
  return count;
};

test.each(['search=prerje', 'limit=20', 'city=all&sort=price&minPrice=1', 'category=nails'])(
  'list with %s, requested again in any spelling, costs no statement',
  async (query) => {
    const first = await get(`/api/deals?${query}`);
    const spelled = `/api/deals?${query.split('&').reverse().join('&')}&unknown=1`;
    const [again, other] = [await get(`/api/deals?${query}`), await get(spelled)];
    expect(await statementsOf(() => Promise.all([get(`/api/deals?${query}`), get(spelled)]))).toBe(0);
    for (const answer of [again, other])
      expect([answer.body, answer.headers.etag]).toEqual([first.body, first.headers.etag]);
  },
);

test('unknown category, requested, is answered without a statement and not cached', async () => {
  await get('/api/deals?category=nails');
  const before = deps.cache.size;
  const count = await statementsOf(async () => {
    const unknown = await get('/api/deals?category=unknown');
    expect([unknown.statusCode, unknown.json(), unknown.headers.etag]).toEqual([200, [], undefined]);
  });
  expect([count, deps.cache.size]).toEqual([0, before]);
});

test('cached answer, sent over a socket, has its length in bytes, the security headers and 304', async () => {
  const title = 'Thonj me xhel për çifte';
  await add({ title, city: 'kruje' });
  const url = `${await shop.listen()}/api/deals?city=kruje`;
  await expect.poll(async () => (await fetch(url)).text()).toContain(title);
  const [fresh, kept] = [await shop.guest().send({ url: '/api/deals?city=kruje&limit=100' }), await fetch(url)];
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(fresh.rawPayload);
  expect(kept.headers.get('content-length')).toBe(`${fresh.rawPayload.length}`);
  for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control', 'etag'])
    expect(kept.headers.get(name), name).toBe(fresh.headers[name]);
  const unchanged = await fetch(url, { headers: { 'if-none-match': `${kept.headers.get('etag')}` } });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
});
