import { expect, test } from 'vitest';
import { categories } from '#db/schema/catalogue.ts';
import { ana, besa } from '#db/world.ts';
import { contract } from '#server/features.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop();
const other = await shop.anotherNode();
const { pool, db } = shop;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const add = newDeal(db);
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140 Mobile';

function view(who: Client, id: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return who.send({ url: `/api/deals/${id}`, headers: { 'user-agent': phone, ...headers }, remoteAddress });
}

async function views(id: string): Promise<number> {
  await Promise.all([shop, other].map((node) => node.deps.views.flush()));
  return (await pool.query('select views from deal_counters where deal_id = $1', [id])).rows[0].views;
}

test('visitor, counts once per day on all processes', async () => {
  const id = await add({ title: 'E shikuar' });
  const session = newSessionId();
  for (const node of [shop, other, shop]) await view(node.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(1);
  await view(other.guest(), id, { cookie: `sessionId=${session}` });
  await view(other.guest(), id, { 'x-session-id': newSessionId() });
  expect(await views(id)).toBe(2);
  await view(shop.guest(), id);
  await view(shop.guest(), id);
  expect(await views(id)).toBe(3);
  shop.clock.move(24 * 3_600_000);
  await view(shop.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(4);
});

test('visitor who gets a label or signs in between two views, counts once', async () => {
  const id = await add({ title: 'Vizita e parë' });
  const session = newSessionId();
  await view(shop.guest(), id);
  expect(await views(id)).toBe(1);
  await view(other.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(1);
  const shopper = await shop.as(ana);
  await view(shopper, id, { 'x-session-id': session });
  expect(await views(id)).toBe(1);
  await view(other.guest(), id, { cookie: `sessionId=${newSessionId()}` });
  expect(await views(id), 'another browser with that address').toBe(2);
});

test('account, counts once per day; the owner of the deal does not', async () => {
  const owner = await shop.as(besa);
  const { rows } = await pool.query('select id from users where email = $1', [besa.email]);
  const id = await add({ title: 'E Besës', userId: rows[0].id });
  const shopper = await shop.as(ana);
  await view(owner, id);
  await view(shopper, id, { 'x-session-id': newSessionId() });
  await view(await other.as(ana), id, { 'x-session-id': newSessionId() });
  await expect.poll(() => views(id)).toBe(1);
  await view(owner, id);
  expect(await views(id)).toBe(1);
});

test('bots, prefetches, lists and hidden deals, are not counted', async () => {
  const id = await add({ title: 'Pa njerëz' });
  const hidden = await add({ title: 'E fshehur', isHidden: true });
  const guest = shop.guest();
  await view(guest, id, { 'user-agent': 'Googlebot/2.1' });
  await view(guest, id, { 'user-agent': '' });
  await view(guest, id, { 'sec-purpose': 'prefetch' });
  await guest.send({ method: 'HEAD', url: `/api/deals/${id}`, headers: { 'user-agent': phone } });
  await guest(contract.deals.list);
  await view(guest, hidden);
  await view(guest, crypto.randomUUID());
  // Viewed just before it was hidden.
  shop.deps.views.countView(hidden, { key: 'somebody', formerKeys: [], userId: null, source: null });
  expect([await views(id), await views(hidden)]).toEqual([0, 0]);
});

test('guests of one address, count at most 20 times per deal and day', async () => {
  const [id, next] = [await add({ title: 'Një kullë' }), await add({ title: 'Kulla tjetër' })];
  const labels = Array.from({ length: 30 }, newSessionId);
  for (const part of [labels.slice(0, 12), labels.slice(12)]) {
    for (const [n, label] of part.entries())
      await view((n % 2 ? shop : other).guest(), id, { cookie: `sessionId=${label}` });
    await views(id);
  }
  expect(await views(id)).toBe(20);
  expect((await pool.query('select from deal_views where deal_id = $1', [id])).rowCount).toBe(20);
  await view(shop.guest(), id, { cookie: `sessionId=${newSessionId()}` }, '10.0.0.7');
  await view(await shop.as(ana), id);
  await view(shop.guest(), next, { cookie: `sessionId=${newSessionId()}` });
  await expect.poll(() => views(id), { message: 'another address and an account' }).toBe(22);
  expect(await views(next)).toBe(1);
});

test('pending views, are written when the server closes', async () => {
  const id = await add({ title: 'Shumë sy' });
  const closing = await shop.anotherNode();
  for (let n = 0; n < 2500; n++)
    closing.deps.views.countView(id, { key: `${n}`, formerKeys: [], userId: null, source: null });
  await closing.close();
  expect((await pool.query('select views from deal_counters where deal_id = $1', [id])).rows[0].views).toBe(2500);
});

test('table of views, contains hashes only', async () => {
  const id = await add({ title: 'Pa emra' });
  const session = newSessionId();
  await view(shop.guest(), id, { cookie: `sessionId=${session}` });
  await expect.poll(() => views(id)).toBe(1);
  const { rows } = await pool.query('select visitor, source from deal_views where deal_id = $1', [id]);
  const hash = expect.stringMatching(/^[\w-]{22}$/);
  expect(rows).toEqual([{ visitor: hash, source: hash }]);
  expect(session).not.toContain(rows[0].visitor);
});
