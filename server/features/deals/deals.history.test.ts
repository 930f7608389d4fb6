/** What is recorded of deals for later: counts by day and prices by line. */
import { expect, test } from 'vitest';
import { adminMemberships } from '#core/contract/admin/memberships.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { ownDeals } from '#core/contract/own-deals.ts';
import { categories } from '#db/schema/catalogue.ts';
import { deleteExpiredRows } from '#server/kit/jobs/delete-expired-rows.ts';
import { newSessionId } from '#test/client.ts';
import { startDealerShop } from '#test/dealers.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startDealerShop();
const { db, pool, newDealer } = shop;
await db.insert(categories).values({ name: 'Flokë', slug: 'hair' });
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });

async function newMember() {
  const dealer = await newDealer();
  await admin(adminMemberships.override, { body: { userId: dealer.id, planId: 'gold' } });
  const post = (more: object = {}) =>
    dealer.call(ownDeals.create, {
      body: { title: 'Prerje', businessName: 'Çela', category: 'hair', price: 1200, timeLeft: '3 days left', ...more },
    });
  const change = (id: string, body: object) => dealer.call(ownDeals.update, { params: { id }, body });
  return { ...dealer, post, change };
}

const pricesOf = async (lineId: string) =>
  (
    await pool.query(
      `select price::float, original_price::float as original from deal_prices where line_id = $1 order by valid_from`,
      [lineId],
    )
  ).rows;
const lineOf = async (id: string) =>
  (await pool.query('select line_id from deals where id = $1', [id])).rows[0].line_id;

test('favourites and cart lines, added, count on the day of the deal; a second time they do not', async () => {
  const { post } = await newMember();
  const { id } = await post();
  const shopper = await shop.as({ email: 'ana@example.al' });
  const sessionId = newSessionId();
  for (const _ of [1, 2]) {
    await shopper(favorites.add, { body: { dealId: id, sessionId } });
    await shopper(cart.add, { body: { dealId: id, sessionId } });
  }
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140 Mobile' };
  for (const _ of [1, 2]) await shopper.send({ url: `/api/deals/${id}`, headers });
  const counted = async () => {
    await shop.deps.views.flush();
    return (await pool.query('select views, shares, saves, carts from deal_days where deal_id = $1', [id])).rows;
  };
  await expect.poll(counted).toEqual([{ views: 1, shares: 0, saves: 1, carts: 1 }]);
});

test('price, changed and changed back, is recorded each time; another field or the same price is not', async () => {
  const { post, change } = await newMember();
  const { id } = await post({ originalPrice: 2000 });
  await change(id, { title: 'Prerje dhe larje' });
  await change(id, { price: 1200 });
  await change(id, { price: 1000 });
  await change(id, { originalPrice: null });
  await change(id, { price: 1200, originalPrice: 2000 });
  expect(await pricesOf(id)).toEqual([
    { price: 1200, original: 2000 },
    { price: 1000, original: 2000 },
    { price: 1000, original: null },
    { price: 1200, original: 2000 },
  ]);
});

test('copy of an own deal, shares its line and history; of another dealer or of nothing, is refused', async () => {
  const { post } = await newMember();
  const first = await post();
  const copy = await post({ price: 900, copyOf: first.id });
  const next = await post({ price: 900, copyOf: copy.id });
  expect([await lineOf(copy.id), await lineOf(next.id)]).toEqual([first.id, first.id]);
  expect(await pricesOf(first.id)).toEqual([
    { price: 1200, original: null },
    { price: 900, original: null },
    { price: 900, original: null },
  ]);
  const stranger = await newMember();
  expect(await refusal(stranger.post({ copyOf: first.id }))).toBe('400 input.invalid');
  expect(await refusal(stranger.post({ copyOf: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }))).toBe('400 input.invalid');
});

test('prices, older than 400 days, are deleted except the one in force then', async () => {
  const { post, change } = await newMember();
  const { id } = await post();
  for (const price of [1100, 1000, 900]) await change(id, { price });
  await pool.query(
    `update deal_prices p set valid_from = now() - (array[500, 450, 410, 5])[n] * interval '1 day'
     from (select valid_from, row_number() over (order by valid_from) n from deal_prices where line_id = $1) o
     where p.line_id = $1 and p.valid_from = o.valid_from`,
    [id],
  );
  await deleteExpiredRows.perform(shop.deps, {});
  expect((await pricesOf(id)).map(({ price }) => price)).toEqual([1000, 900]);
});

test('cart line, added right before the server closes, is counted', async () => {
  const { post } = await newMember();
  const { id } = await post();
  const closing = await shop.anotherNode();
  const shopper = await closing.as({ email: 'besa@example.al' });
  await shopper(cart.add, { body: { dealId: id, sessionId: newSessionId() } });
  await closing.close();
  const { rows } = await pool.query('select carts from deal_days where deal_id = $1', [id]);
  expect(rows).toEqual([{ carts: 1 }]);
});
