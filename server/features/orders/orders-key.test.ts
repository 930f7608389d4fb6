import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop();
const sessionId = newSessionId();

test('a confirmation that is sent again makes no second order, even when the cart was filled alike meanwhile', async () => {
  const [ana, besa] = [await shop.as({ email: 'ana@example.al' }), await shop.as({ email: 'besa@example.al' })];
  const dealId = await newDeal(shop.db);
  const body = { sessionId, key: v7() };
  await ana(cart.add, { body: { dealId, sessionId } });
  const order = await ana(orders.cash, { body });
  await ana(cart.add, { body: { dealId, sessionId } });
  expect(await ana(orders.cash, { body: { ...body, expectedItems: [] } })).toEqual(order);
  expect(await ana(cart.list, { params: { sessionId } })).toHaveLength(1);
  expect(await ana(orders.mine, { query: { key: body.key } }), 'asked what it made').toEqual([order]);
  expect(await ana(orders.mine, { query: { key: v7() } }), 'what another made').toEqual([]);
  expect(await besa(orders.mine, { query: { key: body.key } }), 'what somebody else made').toEqual([]);
  await besa(cart.add, { body: { dealId, sessionId } });
  expect((await besa(orders.cash, { body })).id, 'of somebody else').not.toBe(order.id);
});
