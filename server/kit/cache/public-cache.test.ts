import { expect, test } from 'vitest';
import { contract } from '#core/contract/index.ts';
import { categories } from '#db/schema/catalogue.ts';
import { everythingIn } from '#server/features/deals/deals.store.ts';
import type { CacheFill } from '#server/kit/cache/public-cache.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop();
const { pool, db } = shop;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const other = await shop.anotherNode();
const { deals } = contract;
const titles = async (node = other, city = 'tirana') =>
  (await node.guest()(deals.list, { query: { city } })).map((deal) => deal.title);

/** Makes one change, and resolves when the second process has heard of it: its word may come later than the change. */
async function heard<T>(change: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = other.deps.cache.onClear(resolve);
  const changed = await change();
  await promise;
  stop();
  return changed;
}

const insert = newDeal(db);
const add = (deal: Parameters<typeof insert>[0]) => heard(() => insert(deal));
const change = (statement: string, ...values: string[]) => heard(() => pool.query(statement, values));

/** Makes sure that the second process keeps its answer: the table changes behind the back of the triggers. */
async function isKept(): Promise<boolean> {
  const before = JSON.stringify(await titles());
  await behindTheBack("update deals set title = title || ' (ndryshuar)'");
  const after = JSON.stringify(await titles());
  await behindTheBack("update deals set title = replace(title, ' (ndryshuar)', '')");
  return before === after && before !== '[]';
}

async function behindTheBack(statement: string): Promise<void> {
  await pool.query(`begin; alter table deals disable trigger deals_changed; ${statement};
    alter table deals enable trigger deals_changed; commit`);
}

test('an answer is kept, and forgotten on a second process the moment a deal changes', async () => {
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

test('a changed category is heard of, a counted view is not', async () => {
  const id = await add({ title: 'Me shikime' });
  await change("update categories set name_en = 'Nails'");
  const { version } = other.deps.cache;
  await pool.query('update deal_counters set views = views + 1, likes = likes + 1 where deal_id = $1', [id]);
  await change("update categories set name_en = 'Manicure'");
  expect(other.deps.cache.version).toBe(version + 1);
});

test('an answer dies with the first of its deals to expire', async () => {
  await add({ title: 'Mbaron', city: 'fier', expiresAt: new Date(Date.now() + 20_000) });
  expect(await titles(other, 'fier')).toEqual(['Mbaron']);
  await behindTheBack("update deals set expires_at = now() - interval '1 second' where city = 'fier'");
  shop.clock.move(19_000);
  expect(await titles(other, 'fier')).toEqual(['Mbaron']);
  shop.clock.move(2_000);
  expect(await titles(other, 'fier')).toEqual([]);
});

test('an answer whose deals never expire is read again after half a minute', async () => {
  await add({ title: 'Mbetet', city: 'vlore' });
  expect(await titles(other, 'vlore')).toEqual(['Mbetet']);
  await behindTheBack("update deals set title = 'Mbeti' where city = 'vlore'");
  shop.clock.move(29_000);
  expect(await titles(other, 'vlore')).toEqual(['Mbetet']);
  shop.clock.move(2_000);
  expect(await titles(other, 'vlore')).toEqual(['Mbeti']);
});

test('a clock that is put right by an hour keeps nothing for longer', async () => {
  const { cache, clock } = { cache: shop.deps.cache, clock: shop.clock };
  let readings = 0;
  const ask = () =>
    cache.remember('right', async () => ({ ...fresh(`${++readings}`), until: clock.elapsed() + 60_000 }));
  expect(await ask()).toEqual(['1']);
  clock.putRight(-3_600_000);
  expect(await ask()).toEqual(['1']);
  clock.move(31_000);
  expect(await ask()).toEqual(['2']);
});

const fresh = (text: string): CacheFill<string[]> => ({ value: [text], until: shop.clock.elapsed() + 9000, bytes: 10 });

test('what was read before a change is not kept after it', async () => {
  const { cache } = other.deps;
  const slow = Promise.withResolvers<CacheFill<string[]>>();
  const first = cache.remember('test', () => slow.promise);
  cache.clear();
  slow.resolve(fresh('before'));
  expect(await first).toEqual(['before']);
  expect(await cache.remember('test', async () => fresh('after'))).toEqual(['after']);
  expect(await cache.remember('test', async () => fresh('later'))).toEqual(['after']);
});

test('those who ask at the same time share one reading', async () => {
  let readings = 0;
  const read = async () => fresh(`${++readings}`);
  const answers = await Promise.all(Array.from({ length: 50 }, () => other.deps.cache.remember('shared', read)));
  expect(new Set(answers.flat())).toEqual(new Set(['1']));
});

test('a process that cannot hear the database keeps nothing, and hears again by itself', async () => {
  await other.deps.cache.remember('deaf', async () => fresh('1'));
  const { cache } = other.deps;
  const hears: boolean[] = [];
  const stop = cache.onClear(() => hears.push(cache.isOn));
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where (query ilike 'listen%' or query = 'select 1') and datname = current_database()`,
  );
  // The first try to listen again may end with the connections that were ended.
  await expect.poll(() => [hears[0], hears.at(-1)]).toEqual([false, true]);
  stop();
  expect(cache.get('deaf')).toBe(undefined);
  const id = await add({ title: 'Dëgjohet', city: 'berat' });
  expect(await titles(other, 'berat')).toEqual(['Dëgjohet']);
  await change('delete from deals where id = $1', id);
  expect(await titles(other, 'berat')).toEqual([]);
});

test('what anybody can invent is not kept: searches, places in a list, sizes and categories', async () => {
  for (const n of [1, 2]) await add({ title: `Fjalë ${n}`, city: 'fier' });
  const { next } = await other.guest().page(deals.list, { query: { city: 'fier', limit: '1' } });
  const isKept = async (query: Record<string, string>) => {
    const url = `/api/deals?${new URLSearchParams({ city: 'fier', ...query })}`;
    return (await other.guest().send({ url })).headers.etag !== undefined;
  };
  expect(await isKept({})).toBe(true);
  expect(await isKept({ search: 'fjalë' })).toBe(false);
  expect(await isKept({ limit: '1', cursor: `${next}` })).toBe(false);
  expect(await isKept({ limit: '12' })).toBe(true);
  expect(await isKept({ limit: '13' })).toBe(false);
  await isKept({ category: 'invented' });
  expect(await isKept({ maxPrice: '4321' })).toBe(false);
  expect(await isKept({ sort: 'near', near: '41.331,19.815' })).toBe(false);
  const inMemory = (category: string | null) =>
    other.deps.cache.get(JSON.stringify(['deals', { ...everythingIn('fier'), limit: 100, category }]));
  expect(inMemory(null)).not.toBe(undefined);
  expect(inMemory('invented')).toBe(undefined);
});

test('who has the answer already gets 304', async () => {
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

test('nothing is kept longer than half a minute', async () => {
  const { cache } = other.deps;
  let readings = 0;
  const read = async () => ({ ...fresh(`${++readings}`), until: shop.clock.elapsed() + 3_600_000 });
  expect(await cache.remember('long', read)).toEqual(['1']);
  shop.clock.move(29_000);
  expect(await cache.remember('long', read)).toEqual(['1']);
  shop.clock.move(2_000);
  expect(await cache.remember('long', read)).toEqual(['2']);
});

test('what is kept has its bounds, in number and in size', async () => {
  const { cache } = other.deps;
  const keep = (key: string, bytes: number) => cache.remember(key, async () => ({ ...fresh(key), bytes }));
  for (let n = 0; n < 3000; n++) await keep(`invented ${n}`, 100);
  expect([cache.get('invented 0'), cache.get('invented 2999')]).toEqual([undefined, ['invented 2999']]);
  for (let n = 0; n < 30; n++) await keep(`large ${n}`, 4 * 1024 * 1024);
  expect([cache.get('large 0'), cache.get('large 29')]).toEqual([undefined, ['large 29']]);
  await keep('huge', 40 * 1024 * 1024);
  expect(cache.get('huge')).toBe(undefined);
});
