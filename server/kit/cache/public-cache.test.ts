import { expect, test } from 'vitest';
import { categories } from '#db/schema/catalogue.ts';
import { contract } from '#server/features.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import type { CacheFill } from './public-cache.ts';

const shop = await startShop();
const { pool, db } = shop;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const other = await shop.anotherNode();
const { deals } = contract;
const titles = async (node = other, city = 'tirana') =>
  (await node.guest()(deals.list, { query: { city } })).map((deal) => deal.title);

/** Makes one change, and resolves when the second process has heard of it. */
async function heardOf<T>(change: () => Promise<T>): Promise<T> {
  const changed = await change();
  await other.deps.cache.sync();
  return changed;
}

const insert = newDeal(db);
const add = (deal: Parameters<typeof insert>[0]) => heardOf(() => insert(deal));
const change = (statement: string, ...values: string[]) => heardOf(() => pool.query(statement, values));

/** Makes sure that the second process keeps its answer: the table changes behind the back of the triggers. */
async function isKept(): Promise<boolean> {
  const before = JSON.stringify(await titles());
  await behindTheBack("update deals set title = title || ' (ndryshuar)'");
  const after = JSON.stringify(await titles());
  await behindTheBack("update deals set title = replace(title, ' (ndryshuar)', '')");
  return before === after && before !== '[]';
}

async function behindTheBack(statement: string): Promise<void> {
  await pool.query(`begin; alter table deals disable trigger user; ${statement};
    alter table deals enable trigger user; commit`);
}

test('cached answer, deal changed on another node, is evicted', async () => {
  const id = await add({ title: 'E parë' });
  expect(await titles()).toEqual(['E parë']);
  expect(await isKept()).toBe(true);
  const changes = [
    ["update deals set title = 'E dytë' where id = $1", ['E dytë']],
    ['update deals set is_hidden = true where id = $1', []],
    ['update deals set is_hidden = false where id = $1', ['E dytë']],
    ['update deals set deleted_at = now() where id = $1', []],
    ['update deals set deleted_at = null where id = $1', ['E dytë']],
    ['delete from deals where id = $1', []],
  ] as const;
  for (const [statement, expected] of changes) {
    await titles();
    await change(statement, id);
    expect(await titles(), statement).toEqual(expected);
  }
});

test('cached answer, 30 seconds old, is read again', async () => {
  await add({ title: 'Mbetet', city: 'vlore' });
  expect(await titles(other, 'vlore')).toEqual(['Mbetet']);
  await behindTheBack("update deals set title = 'Mbeti' where city = 'vlore'");
  shop.clock.move(29_000);
  expect(await titles(other, 'vlore')).toEqual(['Mbetet']);
  shop.clock.move(2_000);
  expect(await titles(other, 'vlore')).toEqual(['Mbeti']);
});

const fresh = (text: string): CacheFill<string[]> => ({
  value: [text],
  until: shop.clock.elapsed() + 9000,
  bytes: 10,
  tags: [],
});

test('answer read before everything may have changed, finished after it, is read again and not cached', async () => {
  const { cache } = other.deps;
  const slow = Promise.withResolvers<CacheFill<string[]>>();
  const reads = [slow.promise, Promise.resolve(fresh('after'))];
  const first = cache.remember('test', () => reads.shift() ?? Promise.reject(new Error('a third read')));
  cache.clear();
  slow.resolve(fresh('before'));
  expect(await first).toEqual(['after']);
  expect(await cache.remember('test', async () => fresh('later'))).toEqual(['after']);
});

test('concurrent requests for one key, cache miss, share one query', async () => {
  let readings = 0;
  const read = async () => fresh(`${++readings}`);
  const answers = await Promise.all(Array.from({ length: 50 }, () => other.deps.cache.remember('shared', read)));
  expect(new Set(answers.flat())).toEqual(new Set(['1']));
});

test('LISTEN connection, lost, disables the cache until it is back', async () => {
  const { cache } = other.deps;
  await cache.remember('deaf', async () => fresh('1'));
  expect(cache.get('deaf')).toEqual(['1']);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where (query ilike 'listen%' or query = 'select 1') and datname = current_database()`,
  );
  await expect.poll(() => cache.isOn, { interval: 1 }).toBe(false);
  expect(await cache.remember('deaf', async () => fresh('2'))).toEqual(['2']);
  await expect.poll(() => cache.isOn).toBe(true);
  expect(cache.get('deaf')).toBe(undefined);
  const id = await add({ title: 'Dëgjohet', city: 'berat' });
  expect(await titles(other, 'berat')).toEqual(['Dëgjohet']);
  await change('delete from deals where id = $1', id);
  expect(await titles(other, 'berat')).toEqual([]);
});

test('list of any valid query, requested, is cached; for an unknown category or a position it is not', async () => {
  for (const n of [1, 2]) await add({ title: `Fjalë ${n}`, city: 'fier' });
  const { next } = await other.guest().page(deals.list, { query: { city: 'fier', limit: '1' } });
  const isCached = async (query: Record<string, string>) => {
    const url = `/api/deals?${new URLSearchParams({ city: 'fier', ...query })}`;
    return (await other.guest().send({ url })).headers.etag !== undefined;
  };
  for (const query of [
    {},
    { search: 'fjalë' },
    { limit: '13' },
    { limit: '1', cursor: `${next}` },
    { maxPrice: '4321' },
  ])
    expect(await isCached(query), JSON.stringify(query)).toBe(true);
  expect(await isCached({ sort: 'near', near: '41.331,19.815' })).toBe(false);
  expect(await isCached({ category: 'invented' })).toBe(false);
});

test('cache, more bytes than its limit, evicts the least recently used entry of the same kind', async () => {
  const { cache } = other.deps;
  const keep = (n: number) => cache.remember(`large ${n}`, async () => ({ ...fresh(`${n}`), bytes: 1024 ** 2 }));
  await cache.remember('page /', async () => fresh('page'));
  for (let n = 0; n < 24; n++) {
    await keep(n);
    cache.get('large 0');
  }
  expect([0, 1, 23].map((n) => cache.get(`large ${n}`) !== undefined)).toEqual([true, false, true]);
  expect(cache.get('page /')).toEqual(['page']);
});

test('public answer, matching If-None-Match, answers 304', async () => {
  await add({ title: 'E njëjta', city: 'kruje' });
  const guest = other.guest();
  const first = await guest.send({ url: '/api/deals?city=kruje' });
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await guest.send({ url: '/api/deals?city=kruje', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await add({ title: 'Tjetra', city: 'kruje' });
  expect((await guest.send({ url: '/api/deals?city=kruje', headers })).statusCode).toBe(200);
});
