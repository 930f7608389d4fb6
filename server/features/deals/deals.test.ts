import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#core/contract/index.ts';
import { Deal, DealCard } from '#core/contract/shapes.ts';
import { categories } from '#db/schema/catalogue.ts';
import { ana, arta, besa } from '#db/world.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { markOver } from './deals.store.ts';

const shop = await startShop({ config: { cache: false } });
const { pool, db } = shop;
const guest = shop.guest();
await db.insert(categories).values([
  { name: 'Thonj', nameEn: 'Nails', slug: 'nails', position: 2 },
  { name: 'Flokë', nameEn: 'Hair', slug: 'hair', position: 1 },
  { name: 'Spa', slug: 'spa', position: 3, isActive: false },
]);
const add = newDeal(db);
const { deals } = contract;
const titles = (list: { title: string }[]) => list.map((deal) => deal.title);

test('the list holds what is live in the city, and nothing else', async () => {
  await add({ title: 'E gjallë' });
  await add({ title: 'E fshehur', isHidden: true });
  await add({ title: 'Joaktive', isActive: false });
  await add({ title: 'E skaduar', expiresAt: new Date(Date.now() - 1000) });
  await add({ title: 'E fshirë', deletedAt: new Date() });
  await add({ title: 'Në Durrës', city: 'durres' });
  expect(titles(await guest(deals.list))).toEqual(['E gjallë']);
  expect(titles(await guest(deals.list, { query: { city: 'durres' } }))).toEqual(['Në Durrës']);
  expect(titles(await guest(deals.list, { query: { city: 'all' } }))).toEqual(['Në Durrës', 'E gjallë']);
  for (const query of [{ city: 'paris' }, { category: 'zzz' }, { category: "x' or 1=1" }]) {
    expect(await guest(deals.list, { query })).toEqual([]);
  }
});

test('a deal leaves the list at the moment it expires, marked or not', async () => {
  const id = await add({ title: 'Përfundon tani', city: 'fier', expiresAt: new Date(Date.now() + 60_000) });
  expect(titles(await guest(deals.list, { query: { city: 'fier' } }))).toEqual(['Përfundon tani']);
  const end = `update deals set expires_at = now() - interval '1 millisecond' where id = '${id}'`;
  await pool.query(`alter table deals disable trigger deals_mark_over; ${end};
    alter table deals enable trigger deals_mark_over`);
  expect(await guest(deals.list, { query: { city: 'fier' } })).toEqual([]);
  await pool.query(end);
  expect(await guest(deals.list, { query: { city: 'fier' } })).toEqual([]);
  expect((await guest(deals.get, { params: { id } })).title).toBe('Përfundon tani');
});

test('featured deals come first, then the newest, and featured alone can be asked for', async () => {
  await add({ title: 'E vjetër', city: 'vlore', isFeatured: true, createdAt: new Date('2026-01-01') });
  await add({ title: 'E re', city: 'vlore' });
  await add({ title: 'E mesme', city: 'vlore', createdAt: new Date('2026-02-01') });
  expect(titles(await guest(deals.list, { query: { city: 'vlore' } }))).toEqual(['E vjetër', 'E re', 'E mesme']);
  expect(titles(await guest(deals.featured))).toEqual(['E vjetër']);
  expect(await guest(deals.featured, { query: { city: 'berat' } })).toEqual([]);
});

test('each order sorts by what its name says', async () => {
  const day = 86_400_000;
  await add({
    title: 'A',
    city: 'kruje',
    price: 300_00,
    originalPrice: 333_00,
    expiresAt: new Date(Date.now() + 3 * day),
  });
  await add({ title: 'B', city: 'kruje', price: 100_00, originalPrice: 143_00, expiresAt: new Date(Date.now() + day) });
  await add({ title: 'C', city: 'kruje', price: 200_00, originalPrice: 250_00, category: 'hair' });
  const sorted = async (sort: 'newest' | 'price' | 'discount' | 'ending') =>
    titles(await guest(deals.list, { query: { city: 'kruje', sort } })).join('');
  expect(await sorted('newest')).toBe('CBA');
  expect(await sorted('price')).toBe('BCA');
  expect(await sorted('discount')).toBe('BCA');
  expect(await sorted('ending')).toBe('BAC');
  expect(titles(await guest(deals.list, { query: { city: 'kruje', category: 'hair' } }))).toEqual(['C']);
});

test.each(['default', 'newest', 'price', 'discount', 'ending'] as const)(
  'pages by %s neither lose nor repeat a deal while others are added and removed',
  async (sort) => {
    await pool.query("delete from deals where city = 'shkoder'");
    const wanted = new Set<string>();
    for (let n = 0; n < 25; n++) {
      const expiresAt = n % 3 === 0 ? null : new Date(Date.now() + 3_600_000 * (1 + (n % 5)));
      wanted.add(
        await add({
          title: `Nr ${n}`,
          city: 'shkoder',
          isFeatured: n % 7 === 0,
          price: 100_00 * (1 + (n % 4)),
          originalPrice: 101_00 * (1 + (n % 4)) * (1 + (n % 3)),
          expiresAt,
        }),
      );
    }
    const seen: string[] = [];
    for await (const page of guest.pages(deals.list, { query: { city: 'shkoder', sort, limit: '4' } })) {
      seen.push(...page.map(({ id }) => id));
      await add({ title: 'E ndërmjetme', city: 'shkoder', isFeatured: true, price: 100_00, originalPrice: 202_00 });
      const removed = await add({ title: 'E shkurtër', city: 'shkoder' });
      await pool.query('delete from deals where id = $1', [removed]);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...wanted].filter((id) => !seen.includes(id))).toEqual([]);
  },
);

test('a limit is a whole number from 1 to 100, a cursor one of ours for the same question', async () => {
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'cursor=x',
    'cursor=W10',
    'sort=best',
  ]) {
    expect((await guest.send({ url: `/api/deals?${query}` })).statusCode, query).toBe(400);
  }
  const { next: cursor } = await guest.page(deals.list, { query: { city: 'vlore', limit: '1' } });
  expect((await guest.send({ url: `/api/deals?city=vlore&cursor=${cursor}` })).statusCode).toBe(200);
  expect((await guest.send({ url: `/api/deals?city=vlore&sort=price&cursor=${cursor}` })).statusCode).toBe(400);
  expect((await guest.send({ url: `/api/deals?city=vlore&search=e&cursor=${cursor}` })).statusCode).toBe(400);
  expect((await guest.send({ url: '/api/deals?city=vlore&city=fier' })).statusCode).toBe(400);
  expect((await guest.send({ url: '/api/deals?city=vlore&unheard=of' })).statusCode).toBe(200);
});

test('hidden, inactive and deleted deals open for their owner and for admins only', async () => {
  const owner = await shop.as(besa);
  const others = [shop.guest(), await shop.as(ana)];
  const { rows } = await pool.query('select id from users where email = $1', [besa.email]);
  for (const state of [{ isHidden: true }, { isActive: false }, { deletedAt: new Date() }]) {
    const id = await add({ title: 'Jo për të gjithë', userId: rows[0].id, ...state });
    for (const other of others) {
      await expect(other(deals.get, { params: { id } })).rejects.toMatchObject({ status: 404, code: 'deals.notFound' });
    }
    for (const one of [owner, await shop.as(arta)]) {
      const answer = await one.send({ url: `/api/deals/${id}` });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      const { isActive, isHidden } = answer.json();
      expect(isActive && !isHidden).toBe(false);
    }
  }
  for (const id of ['x', '1', 'featured2', crypto.randomUUID(), '%00', "'"]) {
    const { statusCode } = await guest.send({ url: `/api/deals/${id}` });
    expect([400, 404], id).toContain(statusCode);
  }
});

test('what the database writes is exactly what the contract promises', async () => {
  const id = await add({
    title: 'Me “thonjëza”, \\ dhe 💅',
    price: 1234_50,
    originalPrice: 2000_00,
    rating: 5,
    priceUnit: 'person',
    unitCount: 2,
    city: 'korce',
  });
  await add({ title: 'Pa asgjë', city: 'korce', expiresAt: new Date(Date.now() + 1000_000), originalPrice: null });
  const card = z.strictObject(DealCard.shape);
  const list = await guest(deals.list, { query: { city: 'korce' } });
  const found = await guest(deals.list, { query: { city: 'korce', search: 'asgje' } });
  expect(z.array(card).parse(list)).toHaveLength(2);
  expect(z.array(card).parse(found)).toHaveLength(1);
  const deal = z.strictObject(Deal.shape).parse(await guest(deals.get, { params: { id } }));
  expect(deal).toMatchObject({ title: 'Me “thonjëza”, \\ dhe 💅', price: 1234.5, originalPrice: 2000, rating: 5 });
  expect(list.map(({ priceUnit, unitCount }) => [priceUnit, unitCount])).toEqual([
    [null, 1],
    ['person', 2],
  ]);
  expect(deal.createdAt).toMatch(/Z$/);
  expect(JSON.stringify(deal)).not.toContain('userId');
});

test('every public answer costs one statement', async () => {
  const id = await add({ title: 'Një pyetje' });
  const query = pool.query;
  let statements = 0;
  pool.query = ((...given: Parameters<typeof query>) => {
    if (!/rate_limits|deal_views/.test(JSON.stringify(given[0]))) statements += 1;
    return query.apply(pool, given);
  }) as typeof query;
  try {
    for (const url of [
      '/api/deals',
      '/api/deals?search=pyetje',
      '/api/deals?search=pyetjje&city=all&sort=price',
      '/api/deals/featured',
      `/api/deals/${id}`,
      `/api/deals/${id}/related`,
      '/api/categories',
    ]) {
      statements = 0;
      expect((await guest.send({ url })).statusCode).toBe(200);
      expect(statements, url).toBe(1);
    }
  } finally {
    pool.query = query;
  }
});

test('the sweep marks what is over and nothing else', async () => {
  const behind = `alter table deals disable trigger deals_mark_over; update deals set expires_at = now() - interval '1 s'
    where city = 'gjirokaster' and title = 'Mbaroi'; alter table deals enable trigger deals_mark_over`;
  await add({ title: 'Mbaroi', city: 'gjirokaster' });
  await add({ title: 'Vazhdon', city: 'gjirokaster', expiresAt: new Date(Date.now() + 60_000) });
  await pool.query(behind);
  await markOver(db);
  const { rows } = await pool.query("select title, is_over from deals where city = 'gjirokaster' order by title");
  expect(rows).toEqual([
    { title: 'Mbaroi', is_over: true },
    { title: 'Vazhdon', is_over: false },
  ]);
});

test('deals that are over leave the indexes and come back when they are prolonged', async () => {
  const id = await add({ title: 'Kthehet', city: 'pogradec', expiresAt: new Date(Date.now() + 60_000) });
  await pool.query("update deals set expires_at = now() - interval '1 s' where id = $1", [id]);
  const state = async () => (await pool.query('select is_over from deals where id = $1', [id])).rows[0].is_over;
  expect(await state()).toBe(true);
  await pool.query("update deals set expires_at = now() + interval '1 hour' where id = $1", [id]);
  expect(await state()).toBe(false);
  expect(titles(await guest(deals.list, { query: { city: 'pogradec' } }))).toEqual(['Kthehet']);
});
