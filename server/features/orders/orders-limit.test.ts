import { expect, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });

test('the eleventh confirmation within an hour has to wait, on any node', async () => {
  const node = await shop.anotherNode();
  const ana = await shop.as({ email: 'ana@example.al' });
  const elsewhere = await node.as({ email: 'ana@example.al' });
  const confirm = (on: number) => (on % 2 ? ana : elsewhere)(orders.cash, { body: { sessionId: newSessionId() } });
  for (let time = 1; time <= 10; time++) expect(await refusal(confirm(time))).toBe('400 cart.empty');
  expect(await refusal(confirm(1))).toBe('429 limit.reached');
  expect(await refusal(confirm(2))).toBe('429 limit.reached');
});
