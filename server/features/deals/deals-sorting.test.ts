import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deals as row, sorts } from '#core/contract/deals.ts';
import { categories, deals } from '#db/schema/catalogue.ts';
import { searchFrequencies } from '#db/schema/search.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { refusal } from '#test/refusal.ts';

const HERE = '41.33,19.82';
const HOUR = 3_600_000;
const shop = await startShop({ config: { cache: false } });
const keeping = await startShop();
const guest = shop.guest();
await shop.db.insert(categories).values(['nails', 'hair'].map((slug, position) => ({ name: slug, slug, position })));
const add = newDeal(shop.db);
const began = Date.now();
for (let n = 0; n < 60; n++) {
  await add({
    title: `Ofertë nr ${n}`,
    city: n % 3 ? 'tirana' : 'durres',
    category: n % 2 ? 'nails' : 'hair',
    isFeatured: n % 7 === 0,
    price: 100_00 * (1 + (n % 5)),
    originalPrice: n % 4 ? 600_00 : null,
    ratingRank: n % 3 === 1 ? null : 4 + (n % 4) / 4,
    distance: n % 5 === 4 ? null : `41.3${3 + (n % 5)},19.8${2 + (n % 4)}`,
    expiresAt: n % 6 === 5 ? null : new Date(began + HOUR * (1 + (n % 4))),
    createdAt: new Date(began - HOUR * (n % 8)),
  });
}
await add({ title: 'Ofertë nr e skaduar', expiresAt: new Date(began - 1000), ratingRank: 5 });
await add({ title: 'Ofertë nr e fshehur', isHidden: true, ratingRank: 5 });

type Row = typeof deals.$inferSelect;
type Key = number | string | null;

const all = (await shop.db.select().from(deals).where(eq(deals.isHidden, false))).filter(
  ({ expiresAt }) => !expiresAt || expiresAt.getTime() > began,
);

function fromHere({ distance }: Row): number | null {
  if (distance === null) return null;
  const [north = 0, east = 0] = distance.split(',').map(Number);
  return Math.round(Math.hypot(north - 41.33, (east - 19.82) * 0.756) * 1e9);
}

/** Sort keys, descending; null is last. */
const keysOf: Record<(typeof sorts)[number], (deal: Row) => Key[]> = {
  default: (deal) => [Number(deal.isFeatured), deal.createdAt.getTime(), deal.id],
  newest: (deal) => [deal.createdAt.getTime(), deal.id],
  price: (deal) => [-deal.price, upsideDown(deal.id)],
  discount: (deal) => [deal.discount, deal.id],
  ending: (deal) => [deal.expiresAt && -deal.expiresAt.getTime(), upsideDown(deal.id)],
  rating: (deal) => [deal.ratingRank, deal.id],
  near: (deal) => [negative(fromHere(deal)), upsideDown(deal.id)],
};
const negative = (number: number | null) => (number === null ? null : -number);
const upsideDown = (id: string) => id.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));

function inOrder(one: Key[], other: Key[]): number {
  for (const [index, key] of one.entries()) {
    const theirs = other[index] as Key;
    if (key === theirs) continue;
    if (key === null || theirs === null) return key === null ? 1 : -1;
    return key < theirs ? 1 : -1;
  }
  return 0;
}

const asked = ['all', 'tirana'].flatMap((city) =>
  [undefined, 'nails'].flatMap((category) =>
    [undefined, 'ofert'].flatMap((search) =>
      [[], ['200'], ['200', '400'], [undefined, '300']].map(([minPrice, maxPrice]) => ({
        city,
        category,
        search,
        minPrice,
        maxPrice,
      })),
    ),
  ),
);

test.each(sorts)(
  'list sorted by %s with any filter, has the order of the sort keys, in one page and in several',
  async (sort) => {
    const near = sort === 'near' ? HERE : undefined;
    for (const one of asked) {
      const { city, category, minPrice = '0', maxPrice = '1000' } = one;
      const expected = all
        .filter((deal) => city === 'all' || deal.city === city)
        .filter((deal) => !category || deal.category === category)
        .filter(({ price }) => price >= Number(minPrice) * 100 && price <= Number(maxPrice) * 100)
        .map((deal) => ({ id: deal.id, keys: keysOf[sort](deal) }))
        .sort((a, b) => inOrder(a.keys, b.keys))
        .map(({ id }) => id);
      expect(expected.length, JSON.stringify(one)).toBeGreaterThan(4);
      const query = { ...one, sort, near };
      const atOnce = await guest(row.list, { query });
      expect(
        atOnce.map(({ id }) => id),
        JSON.stringify(one),
      ).toEqual(expected);
      const paged: string[] = [];
      for await (const page of guest.pages(row.list, { query: { ...query, limit: '12' } })) {
        expect(page.length).toBeLessThanOrEqual(12);
        paged.push(...page.map(({ id }) => id));
      }
      expect(paged, JSON.stringify(one)).toEqual(expected);
    }
  },
);

test('search for frequent words, which are read in order instead of looked up, has the same pages', async () => {
  const pagesOf = async (sort: (typeof sorts)[number], city: string) => {
    const found: string[] = [];
    const query = {
      city,
      sort,
      near: sort === 'near' ? HERE : undefined,
      search: 'ofert',
      minPrice: '200',
      limit: '12',
    };
    for await (const page of guest.pages(row.list, { query })) found.push(...page.map(({ id }) => id));
    return found;
  };
  const cases = sorts.flatMap((sort) => ['all', 'tirana'].map((city) => [sort, city] as const));
  const lookedUp = await Promise.all(cases.map(([sort, city]) => pagesOf(sort, city)));
  await shop.db.insert(searchFrequencies).values({ lexeme: '1ofert', deals: 1e6 });
  await shop.db.insert(searchFrequencies).values({ lexeme: '@tirana', deals: 1e6 });
  for (const [index, [sort, city]] of cases.entries()) {
    expect(await pagesOf(sort, city), `${sort} ${city}`).toEqual(lookedUp[index]);
  }
  await shop.db.delete(searchFrequencies);
});

test.each(sorts)(
  'pages sorted by %s, deals hidden between two pages, continue without loss or repetition',
  async (sort) => {
    const query = { city: 'tirana', sort, near: sort === 'near' ? HERE : undefined };
    const before = (await guest(row.list, { query })).map(({ id }) => id);
    const { items, next } = await guest.page(row.list, { query: { ...query, limit: '6' } });
    // The last deal of the page, which the cursor names, and a later one.
    const gone = [before[5], before[8]] as string[];
    for (const id of gone) await shop.db.update(deals).set({ isHidden: true }).where(eq(deals.id, id));
    const rest: string[] = [];
    for (let cursor = next; cursor; ) {
      const page = await guest.page(row.list, { query: { ...query, limit: '6', cursor } });
      rest.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect([...items.map(({ id }) => id), ...rest]).toEqual(before.filter((id) => id !== before[8]));
    for (const id of gone) await shop.db.update(deals).set({ isHidden: false }).where(eq(deals.id, id));
  },
);

test('price range without deals, is empty; invalid range, is refused', async () => {
  expect(await guest(row.list, { query: { minPrice: '300', maxPrice: '200' } })).toEqual([]);
  expect(await guest(row.list, { query: { minPrice: '', maxPrice: '' } })).not.toEqual([]);
  for (const minPrice of ['-1', '1.5', 'x', '1e3', '123456789']) {
    expect(await refusal(guest(row.list, { query: { minPrice } })), minPrice).toBe('400 input.invalid');
  }
});

test('sort by distance, without a position or with a too precise one, is refused', async () => {
  expect(await refusal(guest(row.list, { query: { sort: 'near' } }))).toBe('400 input.invalid');
  for (const near of ['41.3301,19.82', '41,19.8201', 'here', '41.33']) {
    expect(await refusal(guest(row.list, { query: { sort: 'near', near } })), near).toBe('400 input.invalid');
  }
  expect(await guest(row.list, { query: { sort: 'near', near: '-90,-180' } })).not.toEqual([]);
});

test('list sorted by distance, is not cached', async () => {
  const ask = async (url: string) => (await keeping.guest().send({ url })).headers;
  const { etag, ...headers } = await ask(`/api/deals?sort=near&near=${HERE}&limit=12`);
  expect([etag, headers['cache-control']]).toEqual([undefined, 'no-store']);
  const usual = await ask(`/api/deals?near=${HERE}&limit=12`);
  expect([typeof usual.etag, usual['cache-control']]).toEqual(['string', 'public, max-age=0, must-revalidate']);
});
