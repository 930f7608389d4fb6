import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const node = await shop.anotherNode();
const sessionId = newSessionId();

async function onTwoNodes(email: string) {
  const [here, there] = [await shop.as({ email }), await node.as({ email })];
  return { here, confirm: (time: number) => (time % 2 ? here : there)(orders.cash, { body: { sessionId } }) };
}

test('the eleventh confirmation within an hour has to wait, on any node', async () => {
  const { here, confirm } = await onTwoNodes('ana@example.al');
  await here(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
  const order = await confirm(1);
  for (let time = 2; time <= 10; time++) expect(await confirm(time)).toEqual(order);
  expect(await refusal(confirm(1))).toBe('429 limit.reached');
  expect(await refusal(confirm(2))).toBe('429 limit.reached');
});

test('a confirmation that was refused is not counted', async () => {
  const { here, confirm } = await onTwoNodes('besa@example.al');
  for (let time = 1; time <= 11; time++) expect(await refusal(confirm(time))).toBe('400 cart.empty');
  await here(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
  expect((await confirm(1)).status).toBe('pending');
});
