import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { mayMove, type OrderState, orderMoves } from '#core/domain/orders.ts';
import { users } from '#db/schema/people.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { sqlState } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';

const { db, pool } = await testDatabase();
const item = {
  dealId: await newDeal(db),
  title: 'Manikyr',
  businessName: 'Mira',
  price: 120_000,
  discount: 0,
  quantity: 1,
};
const states = Object.keys(orderMoves) as OrderState[];

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

/** A cash order that failed says why. */
const being = (status: OrderState) => ({
  status,
  failedReason: status === 'failed' ? ('canceled' as const) : null,
});

test.each(pairs)('the database lets an order go from %s to %s as the table of states says', async (from, to) => {
  const id = await newOrder(db, being(from));
  // What was given back in cash does not come back by itself.
  const isGivenBack = from === 'refunded' && to === 'completed';
  expect(await change(id, being(to))).toBe((mayMove(from, to) && !isGivenBack) || from === to ? 'changed' : '23001');
});

test('a cash order that failed says why, no other does, and the reason stays', async () => {
  const failed = await newOrder(db, being('failed'));
  expect(await change(failed, { failedReason: 'expired' })).toBe('23001');
  expect(await change(failed, { failedReason: null })).toBe('23001');
  expect(await change(await newOrder(db), { status: 'failed' })).toBe('23514');
  expect(await change(await newOrder(db), { status: 'completed', failedReason: 'expired' })).toBe('23514');
  expect(await change(await newOrder(db, { paymentMethod: 'card' }), being('failed'))).toBe('23514');
});

test.each([
  { totalAmount: 1 },
  { sessionId: 'session_forged' },
  { stripePaymentIntentId: 'pi_forged' },
  { cartGeneration: v7() },
  { paymentMethod: 'card' as const },
  { chargedAmount: 1 },
  { createdAt: new Date(0) },
  { useBy: new Date('2100-01-01') },
])('%j of an order does not change', async (set) => {
  expect(await change(await newOrder(db), set)).toBe('23001');
});

test('a buyer may be forgotten but not replaced, and the order stays', async () => {
  const userId = await newUser(db);
  const id = await newOrder(db, { userId });
  expect(await change(id, { userId: await newUser(db) })).toBe('23001');
  await db.delete(users).where(eq(users.id, userId));
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(order).toMatchObject({ userId: null, totalAmount: 120_000 });
});

test.each(['update order_items set price = price + 1', 'delete from order_items', 'truncate order_items cascade'])(
  'what was bought does not change: %s',
  async (statement) => {
    await newOrder(db);
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  },
);

test('an order without items, with others than its total says or with more of them later is refused', async () => {
  const refused = (work: () => Promise<unknown>) => work().then(() => 'taken', sqlState);
  expect(await refused(() => newOrder(db, { totalAmount: 120_001 }))).toBe('23514');
  const orderId = await newOrder(db);
  const more = { ...item, orderId, position: 2, dealId: await newDeal(db) };
  expect(await refused(() => db.insert(orderItems).values(more))).toBe('23514');
});
