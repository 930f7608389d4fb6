import { beforeEach, expect, test } from 'vitest';
import { categories } from '#db/schema/catalogue.ts';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop({ makeApp: createShop });
const { clock, pool } = shop;
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
  await pool.query('update deals set is_hidden = true where id = $1', [hidden]);
  await expect.poll(async () => (await get(`/api/deals/${hidden}`)).statusCode).toBe(404);
  const ana = await shop.as({ email: 'ana.known@example.al' });
  clock.move(MINUTE);
  await withoutDatabase(async () => {
    expect((await get(`/api/deals/${hidden}`)).statusCode).toBe(503);
    expect((await get('/api/deals?search=prerje')).statusCode).toBe(503);
    expect((await ana.send({ url: '/api/auth/me' })).statusCode).toBe(503);
    expect((await ana.send({ url: '/api/deals' })).statusCode, 'who is unknown here reads too').toBe(200);
  });
});
