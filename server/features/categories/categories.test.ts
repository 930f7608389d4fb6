import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Category, categories } from '#core/contract/categories.ts';
import { categories as rows } from '#db/schema/catalogue.ts';
import { findCountDifferences, mergeCounts } from '#server/features/deals/deal-counts.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

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

test('category counts, after any changes, equal a recount', async () => {
  await pool.query('delete from deals');
  const ids = await Promise.all(['elbasan', 'fier', 'vlore'].map((city) => add({ title: 'Një', city })));
  const changes = [
    'is_hidden = not is_hidden',
    'is_active = not is_active',
    "city = case city when 'fier' then 'vlore' else 'fier' end",
    "category = case category when 'nails' then 'hair' else 'nails' end",
    'deleted_at = case when deleted_at is null then now() end',
    'is_over = not is_over',
    'title = title',
  ];
  const seeded = (n: number) => (n * 7919) % 104_729;
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      pool.query(`update deals set ${changes[seeded(n) % changes.length]} where id = $1`, [ids[seeded(n) % 3]]),
    ),
  );
  const differences = async () => (await findCountDifferences(db)).length;
  expect(await differences()).toBe(0);
  await pool.query("insert into deal_counts select 'fier', 'hair', 2 * (n % 2) - 1 from generate_series(1, 500) n");
  await mergeCounts(db);
  expect((await pool.query('select from deal_counts')).rowCount).toBeLessThan(30);
  expect(await differences()).toBe(0);
  await pool.query("insert into deal_counts values ('fier', 'hair', 1)");
  expect(await differences()).toBe(1);
});
