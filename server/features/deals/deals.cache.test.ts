import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contract } from '#core/contract/index.ts';
import { categories } from '#db/schema.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop();
const other = await shop.anotherNode();
const { pool, db } = shop;
const { deals } = contract;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const add = newDeal(db);
const titles = async (node = other, city = 'tirana') =>
  (await node.guest()(deals.list, { query: { city } })).map((deal) => deal.title);

/** Resolves when the second process has heard of a change. */
function heard(): Promise<void> {
  return new Promise((resolve) => {
    const stop = other.deps.catalogue.onClear(() => {
      stop();
      resolve();
    });
  });
}

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
  await expect.poll(() => titles()).toEqual(['E parë']);
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
    const heardIt = heard();
    await pool.query(statement, [id]);
    await heardIt;
    expect(await titles(), statement).toEqual(expected);
  }
});

test('a changed category is heard of, a counted view is not', async () => {
  const heardOfDeal = heard();
  const id = await add({ title: 'Me shikime' });
  await heardOfDeal;
  const heardOfCategory = heard();
  await pool.query("update categories set name_en = 'Nails'");
  await heardOfCategory;
  const { version } = other.deps.catalogue;
  await pool.query('update deals set views = views + 1, likes = likes + 1, sold = sold + 1 where id = $1', [id]);
  await wait(100);
  expect(other.deps.catalogue.version).toBe(version);
});

test('an answer dies with the first of its deals to expire', async () => {
  await add({ title: 'Mbaron', city: 'fier', expiresAt: new Date(Date.now() + 700) });
  await wait(100);
  expect(await titles(other, 'fier')).toEqual(['Mbaron']);
  await wait(800);
  expect(await titles(other, 'fier')).toEqual([]);
});

test('what was read before a change is not kept after it', async () => {
  const { catalogue } = other.deps;
  const slow = Promise.withResolvers<{ value: string; until: number }>();
  const first = catalogue.remember('test', () => slow.promise);
  catalogue.clear();
  slow.resolve({ value: 'before', until: Date.now() + 9000 });
  expect(await first).toBe('before');
  expect(await catalogue.remember('test', async () => ({ value: 'after', until: Date.now() + 9000 }))).toBe('after');
  expect(await catalogue.remember('test', async () => ({ value: 'later', until: Date.now() + 9000 }))).toBe('after');
});

test('those who ask at the same time share one reading', async () => {
  let readings = 0;
  const read = async () => ({ value: ++readings, until: Date.now() + 9000 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => other.deps.catalogue.remember('shared', read)));
  expect(new Set(answers)).toEqual(new Set([1]));
});

test('a process that cannot hear the database keeps nothing, and hears again by itself', async () => {
  await other.deps.catalogue.remember('deaf', async () => ({ value: 1, until: Date.now() + 9000 }));
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' or query = 'select 1' and datname = current_database()",
  );
  await expect.poll(() => other.deps.catalogue.get('deaf')).toBe(undefined);
  await expect.poll(() => other.deps.catalogue.isOn, { timeout: 5000 }).toBe(true);
  const id = await add({ title: 'Dëgjohet', city: 'berat' });
  await expect.poll(() => titles(other, 'berat')).toEqual(['Dëgjohet']);
  const heardIt = heard();
  await pool.query('delete from deals where id = $1', [id]);
  await heardIt;
  expect(await titles(other, 'berat')).toEqual([]);
});

test('who has the answer already gets 304', async () => {
  await add({ title: 'E njëjta', city: 'kruje' });
  await wait(100);
  const guest = other.guest();
  const first = await guest.send({ url: '/api/deals?city=kruje' });
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': String(first.headers.etag) };
  const again = await guest.send({ url: '/api/deals?city=kruje', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await add({ title: 'Tjetra', city: 'kruje' });
  await expect.poll(async () => (await guest.send({ url: '/api/deals?city=kruje', headers })).statusCode).toBe(200);
});
