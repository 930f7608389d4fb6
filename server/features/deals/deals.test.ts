import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Deal, DealCard } from '#core/contract/shapes.ts';
import { categories } from '#db/schema/catalogue.ts';
import { ana, arta, besa } from '#db/world.ts';
import { contract } from '#server/features.ts';
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

test('list of a city, contains only its live deals', async () => {
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

test('default order, is featured, then newest; featured deals have their own list', async () => {
  await add({ title: 'E vjetër', city: 'vlore', isFeatured: true, createdAt: new Date('2026-01-01') });
  await add({ title: 'E re', city: 'vlore' });
  await add({ title: 'E mesme', city: 'vlore', createdAt: new Date('2026-02-01') });
  expect(titles(await guest(deals.list, { query: { city: 'vlore' } }))).toEqual(['E vjetër', 'E re', 'E mesme']);
  expect(titles(await guest(deals.featured))).toEqual(['E vjetër']);
  expect(await guest(deals.featured, { query: { city: 'berat' } })).toEqual([]);
});

test('limit out of range, or cursor of another query, is refused', async () => {
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

test('hidden, inactive and ended, or deleted deal, is visible to its owner and administrators only', async () => {
  const owner = await shop.as(besa);
  const others = [shop.guest(), await shop.as(ana)];
  const { rows } = await pool.query('select id from users where email = $1', [besa.email]);
  for (const state of [{ isHidden: true }, { isActive: false, expiresAt: new Date() }, { deletedAt: new Date() }]) {
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

test('list and deal, match the schemas of the contract', async () => {
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

test('expired deal, leaves the list at that moment and is marked by the trigger or the job', async () => {
  const id = await add({ title: 'Mbaron', city: 'fier', expiresAt: new Date(Date.now() + 60_000) });
  await add({ title: 'Vazhdon', city: 'gjirokaster', expiresAt: new Date(Date.now() + 60_000) });
  const list = async () => titles(await guest(deals.list, { query: { city: 'fier' } }));
  const isOver = async () => (await pool.query('select is_over from deals where id = $1', [id])).rows[0].is_over;
  const end = `update deals set expires_at = now() - interval '1 millisecond' where id = '${id}'`;
  expect(await list()).toEqual(['Mbaron']);
  await pool.query(
    `alter table deals disable trigger deals_mark_over; ${end}; alter table deals enable trigger deals_mark_over`,
  );
  expect([await list(), await isOver()]).toEqual([[], false]);
  await markOver(db);
  expect([await list(), await isOver()]).toEqual([[], true]);
  expect((await guest(deals.get, { params: { id } })).title).toBe('Mbaron');
  expect(titles(await guest(deals.list, { query: { city: 'gjirokaster' } }))).toEqual(['Vazhdon']);
  await pool.query("update deals set expires_at = now() + interval '1 hour' where id = $1", [id]);
  expect([await list(), await isOver()]).toEqual([['Mbaron'], false]);
  await pool.query(end);
  expect(await isOver()).toBe(true);
});
