import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { mayMove, type OrderState, orderMoves } from '#core/domain/order-states.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { orders, users } from '#db/schema.ts';
import { sqlState } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { newUser } from '#test/shoppers.ts';

const { db } = await testDatabase();
const states = Object.keys(orderMoves) as OrderState[];

async function newOrder(more: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const id = v7();
  const item = { dealId: v7(), dealerId: null, title: 'Manikyr', titleEn: null, imageUrl: null, businessName: 'Mira' };
  await db.insert(orders).values({
    id,
    userId: await newUser(db),
    sessionId: 'session_1',
    stripePaymentIntentId: makePurchaseId(crypto.getRandomValues(new Uint8Array(5))),
    cartGeneration: v7(),
    totalAmount: 120_000,
    paymentMethod: 'cash',
    items: [{ ...item, price: 1200, originalPrice: null, discount: 0, quantity: 1 }],
    ...more,
  });
  return id;
}

const change = (id: string, set: Partial<typeof orders.$inferInsert>) =>
  db
    .update(orders)
    .set(set)
    .where(eq(orders.id, id))
    .then(
      () => 'changed',
      (error: unknown) => sqlState(error),
    );

const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

test.each(pairs)('the database lets an order go from %s to %s as the table of states says', async (from, to) => {
  const id = await newOrder({ status: from });
  expect(await change(id, { status: to })).toBe(mayMove(from, to) || from === to ? 'changed' : '23001');
});

test.each([
  { totalAmount: 1 },
  { items: [] },
  { stripePaymentIntentId: 'pi_forged' },
  { cartGeneration: v7() },
  { paymentMethod: 'card' as const },
  { chargedAmount: 1 },
  { createdAt: new Date(0) },
])('%j of an order does not change', async (set) => {
  expect(await change(await newOrder(), set)).toBe('23001');
});

test('a buyer may be forgotten but not replaced, and the order stays', async () => {
  const userId = await newUser(db);
  const id = await newOrder({ userId });
  expect(await change(id, { userId: await newUser(db) })).toBe('23001');
  await db.delete(users).where(eq(users.id, userId));
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(order).toMatchObject({ userId: null, totalAmount: 120_000 });
});
