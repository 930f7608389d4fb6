import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newOrder, newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;

async function somebody() {
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email });
  return { userId, call: await shop.as({ email }) };
}

test('an order is told to its buyer as it stands among all of theirs', async () => {
  const { userId, call } = await somebody();
  await newOrder(db, { userId });
  const id = await newOrder(db, { userId, paymentMethod: 'card', status: 'completed' });
  const order = await call(orders.one, { params: { id } });
  expect(orders.one.answer.parse(order)).toEqual(order);
  expect((await call(orders.mine)).find((mine) => mine.id === id)).toEqual(order);
  expect(order.charge).toMatchObject({ refunded: 0, refunding: 0, dispute: null });
});

test('to anybody else it is not there, as one that never was', async () => {
  const [ana, besa] = [await somebody(), await somebody()];
  const params = { id: await newOrder(db, { userId: ana.userId }) };
  expect(await refusal(besa.call(orders.one, { params }))).toBe('404 orders.notFound');
  expect(await refusal(besa.call(orders.one, { params: { id: v7() } }))).toBe('404 orders.notFound');
  expect(await refusal(shop.guest()(orders.one, { params }))).toBe('401 access.notAuthenticated');
});
