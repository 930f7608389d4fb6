import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Category, categories } from '#core/contract/categories.ts';
import { categories as rows } from '#db/schema/catalogue.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { listCategories } from './categories.routes.ts';

const shop = await startShop({ config: { cache: false } });
const { db, pool } = shop;
const guest = shop.guest();
await db.insert(rows).values([
  { name: 'Thonj', nameEn: 'Nails', slug: 'nails', position: 2 },
  { name: 'Flokë', nameEn: 'Hair', slug: 'hair', position: 1 },
  { name: 'Spa', slug: 'spa', position: 3, isActive: false },
]);
const add = newDeal(db);

test('categories, are active, in order, with the number of live deals of the city', async () => {
  const counts = async (city?: string) =>
    (await guest(categories.list, { query: city ? { city } : {} })).map(({ slug, dealCount }) => [slug, dealCount]);
  const strict = z.array(z.strictObject(Category.shape));
  expect(strict.parse(await guest(categories.list))).toHaveLength(2);
  await add({ title: 'Një', city: 'elbasan' });
  await add({ title: 'Dy', city: 'elbasan', isHidden: true });
  expect(await counts('elbasan')).toEqual([
    ['hair', 0],
    ['nails', 1],
  ]);
  expect(await counts('paris')).toEqual([
    ['hair', 0],
    ['nails', 0],
  ]);
});

test('category, has the lowest price, or the nearest city with deals', async () => {
  const told = async (city: string) => {
    const list = await guest(categories.list, { query: { city } });
    return Object.fromEntries(
      list.map(({ slug, lowestPrice, nearestCity }) => [slug, [lowestPrice, nearestCity]] as const),
    );
  };
  await pool.query('delete from deals');
  await add({ title: 'E largët', city: 'sarande' });
  await add({ title: 'E afërt', city: 'elbasan' });
  await add({ title: 'Më e lirë', city: 'elbasan', price: 4_550 });
  await add({ title: 'E fshehur', city: 'durres', isHidden: true });
  expect(await told('elbasan')).toEqual({ hair: [null, null], nails: [45.5, null] });
  expect(await told('tirana')).toEqual({ hair: [null, null], nails: [null, 'elbasan'] });
  expect(await told('gjirokaster')).toEqual({ hair: [null, null], nails: [null, 'sarande'] });
  expect(await told('paris')).toEqual({ hair: [null, null], nails: [null, null] });
  expect(await told('all')).toEqual({ hair: [null, null], nails: [45.5, null] });
});

test('category list, is cached until a deal that it counts expires', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  await pool.query('delete from deals');
  await add({ title: 'Sot', city: 'elbasan', expiresAt: hours(1) });
  await add({ title: 'Edhe sot', city: 'elbasan', expiresAt: hours(2) });
  const { left } = await listCategories(pool, 'tirana');
  expect((left ?? 0) / 3_600_000).toBeCloseTo(2, 1);
  await add({ title: 'Gjithmonë', city: 'elbasan' });
  expect((await listCategories(pool, 'tirana')).left).toBeNull();
});
