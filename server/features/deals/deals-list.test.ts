import { expect, test } from 'vitest';
import { sorts } from '#core/contract/deals.ts';
import { contract } from '#core/contract/index.ts';
import { cities } from '#core/domain/cities.ts';
import { categories } from '#db/schema/catalogue.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { type DealFilter, everythingIn, listDeals } from './deals.store.ts';

const shop = await startShop({ config: { cache: false } });
const { db } = shop;
const guest = shop.guest();
const { deals } = contract;
const slugs = ['nails', 'hair'];
await db.insert(categories).values(slugs.map((slug, position) => ({ name: slug, slug, position })));
const add = newDeal(db);
for (let n = 0; n < 60; n++) {
  await add({
    title: `Nr ${n}`,
    city: n % 3 ? 'tirana' : 'vlore',
    category: slugs[n % 2] ?? '',
    isFeatured: n % 7 === 0,
    isHidden: n % 11 === 0,
    expiresAt: n % 13 === 0 ? new Date(Date.now() - 1000) : null,
  });
}

const home = everythingIn('tirana');
const HERE = '41.328,19.819';
const behind = { field: 0, keys: [false, 1_700_000_000_000_000, crypto.randomUUID()] };
const usual: DealFilter[] = [
  ...[home, { ...home, category: 'nails' }, { ...home, city: null }].flatMap((one) => [
    one,
    { ...one, cursor: behind },
  ]),
  ...[null, 'tirana'].map((city) => ({ ...home, city, limit: 100, isFeatured: true as const })),
];

test.each([
  { city: 'tirana' },
  { city: 'tirana', category: 'nails' },
  { city: 'all' },
  { city: 'all', category: 'hair' },
])('%o comes in pages as it comes at once', async (query) => {
  const atOnce = await guest(deals.list, { query });
  const paged: typeof atOnce = [];
  for await (const page of guest.pages(deals.list, { query: { ...query, limit: '12' } })) paged.push(...page);
  expect(atOnce.length).toBeGreaterThan(12);
  expect(paged).toEqual(atOnce);
  const all = new Set((await guest(deals.list, { query: { city: 'all' } })).map(({ id }) => id));
  expect(atOnce.filter(({ id }) => !all.has(id))).toEqual([]);
});

test('the featured are those of the list', async () => {
  for (const city of ['all', 'tirana']) {
    const list = await guest(deals.list, { query: { city } });
    expect(await guest(deals.featured, { query: { city } })).toEqual(list.filter(({ isFeatured }) => isFeatured));
  }
});

test('what most visitors ask for is planned once per connection, and nothing else has a statement of its own', async () => {
  const pool = createPool({ url: shop.url, max: 1 });
  try {
    for (const filter of usual) for (let time = 0; time < 7; time++) await listDeals(pool, filter);
    for (const city of [null, ...cities]) {
      for (const category of [null, ...slugs]) {
        for (const sort of sorts) {
          for (const limit of [1, 12, 100])
            await listDeals(pool, { ...home, city, category, sort, near: sort === 'near' ? HERE : null, limit });
        }
      }
    }
    for (const search of ['nr', 'thonj', 'zhvxq']) await listDeals(pool, { ...home, search });
    const { rows } = await pool.query<{ name: string; isKept: boolean }>(
      'select name, generic_plans > 0 as "isKept" from pg_prepared_statements order by name',
    );
    expect(rows).toHaveLength(usual.length + 1);
    expect(rows.filter(({ isKept }) => !isKept)).toEqual([]);
  } finally {
    await pool.end();
  }
});
