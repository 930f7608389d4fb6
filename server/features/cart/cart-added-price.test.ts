import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#db/schema/catalogue.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;
const sessionId = newSessionId();

test('what nobody may see any more stands in the cart at the price for which it was added last', async () => {
  const ana = await shop.as({ email: 'ana@example.al' });
  const dealId = await newDeal(db, { price: 100_000 });
  const set = (values: Partial<typeof deals.$inferInsert>) => db.update(deals).set(values).where(eq(deals.id, dealId));
  await ana(cart.add, { body: { dealId, sessionId, quantity: 1 } });
  await set({ price: 90_000 });
  await ana(cart.add, { body: { dealId, sessionId, quantity: 1 } });
  await set({ isHidden: true });
  expect(await ana(cart.list, { params: { sessionId } })).toMatchObject([{ quantity: 2, deal: { price: 900 } }]);
});
