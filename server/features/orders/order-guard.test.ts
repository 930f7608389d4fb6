import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { mayMove, type OrderState, orderMoves } from '#core/domain/orders.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { users } from '#db/schema/users.ts';
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

const being = (status: OrderState) => ({
  status,
  failedReason: status === 'failed' ? ('canceled' as const) : null,
});

test.each(pairs)('order from %s to %s, is allowed by the database as in the transition table', async (from, to) => {
  const id = await newOrder(db, being(from));
  // Only refunds of card payments can be reverted.
  const isGivenBack = from === 'refunded' && to === 'completed';
  const isUndone = from === 'completed' && to === 'failed';
  const end = isUndone ? { ...being(to), failedReason: 'expired' as const } : being(to);
  expect(await change(id, end)).toBe((mayMove(from, to) && !isGivenBack) || from === to ? 'changed' : '23001');
  if (isUndone) expect(await change(await newOrder(db, being(from)), being(to))).toBe('23001');
});

test('card order, completed, does not become pending', async () => {
  const id = await newOrder(db, { status: 'completed', paymentMethod: 'card' });
  expect(await change(id, { status: 'pending' })).toBe('23001');
});

test('failed cash order, has an immutable reason; other orders have none', async () => {
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
  { cartVersion: v7() },
  { paymentMethod: 'card' as const },
  { chargedAmount: 1 },
  { createdAt: new Date(0) },
  { useBy: new Date('2100-01-01') },
])('order column %j, is immutable', async (set) => {
  expect(await change(await newOrder(db), set)).toBe('23001');
});

test('buyer of an order, can be deleted but not replaced', async () => {
  const userId = await newUser(db);
  const id = await newOrder(db, { userId });
  expect(await change(id, { userId: await newUser(db) })).toBe('23001');
  await db.delete(users).where(eq(users.id, userId));
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(order).toMatchObject({ userId: null, totalAmount: 120_000 });
});

test.each(['update order_items set price = price + 1', 'delete from order_items', 'truncate order_items cascade'])(
  'order items, are immutable: %s',
  async (statement) => {
    await newOrder(db);
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  },
);

test('order items that do not match the total, are refused', async () => {
  const refused = (work: () => Promise<unknown>) => work().then(() => 'taken', sqlState);
  expect(await refused(() => newOrder(db, { totalAmount: 120_001 }))).toBe('23514');
  const orderId = await newOrder(db);
  const more = { ...item, orderId, position: 2, dealId: await newDeal(db) };
  expect(await refused(() => db.insert(orderItems).values(more))).toBe('23514');
});
