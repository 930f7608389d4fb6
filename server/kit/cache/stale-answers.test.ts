/** What may be served for a moment after a change, and what may not. */
import { expect, test } from 'vitest';
import { categories } from '#db/schema/catalogue.ts';
import { contract } from '#server/features.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { newSalon } from '#test/salons.ts';
import { createTagChanges } from './tag-changes.ts';
import { changedTags } from './tags.ts';

const { deals, ownDeals } = contract;
const shop = await startShop({ config: { cacheStaleMs: 250 } });
const other = await shop.anotherNode();
const { db, pool, clock } = shop;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const salon = await newSalon(shop, 'Studio Petalja');
const insert = newDeal(db);
async function add(deal: Parameters<typeof insert>[0]): Promise<string> {
  const id = await insert(deal);
  await shop.deps.cache.sync();
  clock.move(1000);
  return id;
}

const titles = async (city: string, node = shop) =>
  (await node.guest()(deals.list, { query: { city } })).map(({ title }) => title);

async function change(statement: string, id: string): Promise<void> {
  await pool.query(statement, [id]);
  await shop.deps.cache.sync();
}

test('changed deal, in a list read a moment ago, is shown within 250 ms', async () => {
  const id = await add({ title: 'E parë', city: 'fier' });
  expect(await titles('fier')).toEqual(['E parë']);
  clock.move(240);
  await change("update deals set title = 'E dytë' where id = $1", id);
  expect(await titles('fier'), 'its last read began 240 ms ago').toEqual(['E parë']);
  clock.move(10);
  expect(await titles('fier'), '250 ms after it was last known to be true').toEqual(['E dytë']);
});

test('changed deal, in a list read long ago, is shown at once after one read for all', async () => {
  const id = await add({ title: 'E parë', city: 'vlore' });
  await titles('vlore');
  clock.move(10_000);
  await change("update deals set title = 'E dytë' where id = $1", id);
  const all = await Promise.all(Array.from({ length: 20 }, () => titles('vlore')));
  expect(new Set(all.flat())).toEqual(new Set(['E dytë']));
});

test('list that was found true a moment ago, its refresh due, is served while it is refreshed', async () => {
  const id = await add({ title: 'E parë', city: 'korce' });
  await titles('korce');
  clock.move(1000);
  await titles('korce');
  await change("update deals set title = 'E dytë' where id = $1", id);
  expect(await titles('korce')).toEqual(['E parë']);
  await expect.poll(() => titles('korce')).toEqual(['E dytë']);
});

test.each([
  'update deals set is_hidden = true where id = $1',
  'update deals set is_active = false where id = $1',
  'update deals set deleted_at = now() where id = $1',
  'delete from deals where id = $1',
  'update users set is_active = false where id = (select user_id from deals where id = $1)',
])('deal, gone by %s, is shown nowhere any more', async (statement) => {
  const { deal } = await newSalon(shop, 'Studio tjetër');
  const id = await add({ ...deal, title: 'E zhdukur', city: 'berat' });
  const guest = shop.guest();
  expect(await titles('berat')).toEqual(['E zhdukur']);
  expect((await guest(deals.get, { params: { id } })).title).toBe('E zhdukur');
  await change(statement, id);
  expect(await titles('berat')).toEqual([]);
  const answer = await guest.send({ url: `/api/deals/${id}` });
  expect(answer.json().isActive ?? false, 'absent, or the page of a paused deal').toBe(false);
});

test('own change, read on another node that has not heard of it, is seen by its author at once', async () => {
  const id = await add({ ...salon.deal, title: 'E parë', city: 'kruje' });
  const there = other.guest();
  await titles('kruje', other);
  // Its notices wait in the queue of the connection until it is read again.
  for (let n = 0; n < 5; n++) {
    await salon.owner(ownDeals.update, { params: { id }, body: { title: `Herë ${n}` } });
    for (const [name, value] of salon.owner.cookies) there.cookies.set(name, value);
    const shown = await there(deals.list, { query: { city: 'kruje' } });
    expect(shown.map(({ title }) => title)).toEqual([`Herë ${n}`]);
  }
  const { headers } = await salon.owner.send({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(`${headers['set-cookie']}`).not.toContain('readsPastCache');
});

test('tags that changed in any order, compared with all changes, tell the same', () => {
  const changes = createTagChanges(clock);
  const seeded = (n: number, most: number) => Math.floor(Math.abs(Math.sin(n * 9301 + 49_297) * 1e6)) % most;
  const notices = ['d:1', '-d:1', 'p:fier/nails', 'p:fier/hair:price', 'k:vlore', 's:rose d:2', '-d:2 p:vlore/nails'];
  const kinds = [['d:1'], ['d:2', 'p:fier'], ['p:'], ['p:/hair:price', 'd:1'], ['k:'], ['p:vlore/nails', 's:rose'], []];
  const heard: { tag: string; isGone: boolean }[][] = [];
  const entries: { tags: string[]; began: number; at: number }[] = [];
  for (let n = 0; n < 1000; n++) {
    entries.push({ tags: kinds[seeded(n, kinds.length)] as string[], began: changes.count, at: heard.length });
    if (seeded(n + 5000, 3) > 0) continue;
    const notice = notices[seeded(n + 10_000, notices.length)] as string;
    changes.apply(notice);
    heard.push(changedTags(notice) ?? []);
  }
  for (const entry of entries) {
    const after = heard
      .slice(entry.at)
      .flat()
      .filter(({ tag }) => entry.tags.includes(tag));
    const expected = after.some(({ isGone }) => isGone) ? 'gone' : after.length > 0 ? 'stale' : 'fresh';
    expect(changes.stateOf(entry)).toBe(expected);
  }
});
