import { expect, test } from 'vitest';
import { contract } from '#core/contract/index.ts';
import { categories } from '#db/schema.ts';
import { ana, besa } from '#db/world.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop();
const other = await shop.anotherNode();
const { pool, db, app } = shop;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const add = newDeal(db);
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140 Mobile';

function look(who: Client, id: string, headers: Record<string, string> = {}) {
  return who.send({ url: `/api/deals/${id}`, headers: { 'user-agent': phone, ...headers } });
}

async function views(id: string): Promise<number> {
  await Promise.all([shop, other].map((node) => node.app.views.flush()));
  return (await pool.query('select views from deals where id = $1', [id])).rows[0].views;
}

test('a visitor counts once a day on whatever process, another visitor counts too', async () => {
  const id = await add({ title: 'E shikuar' });
  const session = newSessionId();
  for (const node of [shop, other, shop]) await look(node.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(1);
  await look(other.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(1);
  await look(other.guest(), id, { 'x-session-id': newSessionId() });
  expect(await views(id)).toBe(2);
  await look(shop.guest(), id);
  await look(shop.guest(), id);
  expect(await views(id)).toBe(3);
  const yesterday = await pool.query("update deal_views set day = '2020-01-01' where deal_id = $1", [id]);
  expect(yesterday.rowCount).toBe(3);
  await look(shop.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(4);
});

test('an account counts once, its deal’s owner not at all', async () => {
  const owner = await shop.as(besa);
  const { rows } = await pool.query('select id from users where email = $1', [besa.email]);
  const id = await add({ title: 'E Besës', userId: rows[0].id });
  const shopper = await shop.as(ana);
  await look(owner, id);
  await look(shopper, id, { 'x-session-id': newSessionId() });
  await look(await other.as(ana), id, { 'x-session-id': newSessionId() });
  await expect.poll(() => views(id)).toBe(1);
  await look(owner, id);
  expect(await views(id)).toBe(1);
});

test('bots, prefetches and lists do not count, hidden deals neither', async () => {
  const id = await add({ title: 'Pa njerëz' });
  const hidden = await add({ title: 'E fshehur', isHidden: true });
  const guest = shop.guest();
  await look(guest, id, { 'user-agent': 'Googlebot/2.1' });
  await look(guest, id, { 'user-agent': '' });
  await look(guest, id, { 'sec-purpose': 'prefetch' });
  await guest.send({ method: 'HEAD', url: `/api/deals/${id}`, headers: { 'user-agent': phone } });
  await guest(contract.deals.list);
  await look(guest, hidden);
  await look(guest, crypto.randomUUID());
  expect([await views(id), await views(hidden)]).toEqual([0, 0]);
});

test('fifty visitors on two processes are fifty views', async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => add({ title: `Nr ${n}` })));
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const node = n % 2 ? shop : other;
      for (const id of n % 3 ? ids : ids.toReversed()) await look(node.guest(), id, { 'x-session-id': newSessionId() });
    }),
  );
  for (const id of ids) await expect.poll(() => views(id)).toBe(50);
});

test('what waits is written when the shop closes', async () => {
  const id = await add({ title: 'Në mbyllje' });
  app.views.countView(id, { key: 'somebody', userId: null });
  await app.close();
  expect((await pool.query('select views from deals where id = $1', [id])).rows[0].views).toBe(1);
});
