import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import { favorites as favoritesTable } from '#db/schema/shopping.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;
const sessionId = newSessionId();
/** Several of one moment, which only their ids tell apart. */
const createdAt = new Date('2026-02-03T04:05:06.789Z');

async function somebody() {
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email });
  return { userId, call: await shop.as({ email }) };
}

const order = (userId: string) => newOrder(db, { userId, sessionId, createdAt });

async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[][]> {
  const read: T[][] = [];
  for await (const page of pages) read.push(page);
  return read;
}

test('the payment history comes in pages, each order once, the newest first', async () => {
  const { userId, call } = await somebody();
  const made = await many(5, () => order(userId));
  await order((await somebody()).userId);
  const pages = await all(call.pages(orders.mine, { query: { limit: '2' } }));
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[made[4], made[3]], [made[2], made[1]], [made[0]]]);
  expect((await call(orders.mine)).map(({ id }) => id)).toEqual(made.toReversed());
});

test('of the payment history one may ask for what is in one state alone', async () => {
  const { userId, call } = await somebody();
  const open = await many(2, () => order(userId));
  const paid = await newOrder(db, { userId, status: 'completed' });
  const pages = await all(call.pages(orders.mine, { query: { status: 'pending', limit: '1' } }));
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[open[1]], [open[0]]]);
  expect((await call(orders.mine, { query: { status: 'completed' } })).map(({ id }) => id)).toEqual([paid]);
  expect(await refusal(call(orders.mine, { query: { usable: 'no' as 'true' } }))).toBe('400 input.invalid');
  expect(await refusal(call(orders.mine, { query: { status: 'open' as 'pending' } }))).toBe('400 input.invalid');
});

test('saved deals come in pages, each once, the newest first', async () => {
  const { userId, call } = await somebody();
  const saved = await many(3, async () => {
    const dealId = await newDeal(db);
    await db.insert(favoritesTable).values({ id: v7(), userId, sessionId, dealId, createdAt });
    return dealId;
  });
  const pages = await all(call.pages(favorites.list, { params: { sessionId }, query: { limit: '2' } }));
  expect(pages.map((page) => page.map(({ dealId }) => dealId))).toEqual([[saved[2], saved[1]], [saved[0]]]);
});

test('no answer is longer than a hundred, also for who knows no pages', async () => {
  const { userId, call } = await somebody();
  await many(101, () => order(userId));
  const { items, next } = await call.page(orders.mine, { query: {} });
  expect([items.length, next === null]).toEqual([100, false]);
});

test('a cursor that nobody gave is refused', async () => {
  const { call } = await somebody();
  const nonsense = Buffer.from('[1,"x"]').toString('base64url');
  expect(await refusal(call.page(orders.mine, { query: { cursor: nonsense } }))).toBe('400 input.invalid');
  expect(await refusal(call.page(favorites.list, { params: { sessionId }, query: { cursor: 'x' } }))).toBe(
    '400 input.invalid',
  );
});

test('those that can be used are promised in cash, or paid for and neither over, given back nor disputed', async () => {
  const { call, userId } = await somebody();
  const card = { userId, paymentMethod: 'card', status: 'completed' } as const;
  const usable = [await newOrder(db, { userId }), await newOrder(db, card)];
  await newOrder(db, { userId, status: 'completed' });
  await newOrder(db, { ...card, status: 'refunded' });
  await newOrder(db, { ...card, status: 'pending' });
  await newOrder(db, { ...card, disputedAt: new Date() });
  await newOrder(db, { ...card, createdAt: new Date(0), useBy: new Date(1) });
  const found = await call(orders.mine, { query: { usable: 'true' } });
  expect(found.map(({ id }) => id).toSorted()).toEqual(usable.toSorted());
});
