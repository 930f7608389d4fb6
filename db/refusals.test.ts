/** What the database refuses by itself, whatever the code above it does. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { inTransaction, sqlState } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { deals } from './schema/catalogue.ts';
import { dealerRequests, memberships, users } from './schema/people.ts';
import { cartItems, carts, favorites, orderItems, orders } from './schema/shopping.ts';

const { db, pool } = await testDatabase();

const EXISTS = '23505';
const NOT_TRUE = '23514';
const DENIED = '42501';

const userId = await newUser(db, { email: 'ana@example.al', username: 'ana@example.al' });
const dealId = await newDeal(db);
await db.insert(carts).values({ userId, generation: v7() });
await db.insert(favorites).values({ userId, dealId, sessionId: 'session_1' });
await db.insert(cartItems).values({ userId, dealId, sessionId: 'session_1', addedPrice: 100 });
const request = { userId, nipt: 'L12345678A', phone: '+355 69 123 4567' };
await db.insert(dealerRequests).values(request);
const period = { currentPeriodStart: new Date(), currentPeriodEnd: new Date(Date.now() + 86_400_000) };
const membership = { userId, plan: 'silver', postsLimit: 10, postsUsed: 3, ...period } as const;
await db.insert(memberships).values(membership);
const item = { dealId, title: 'Manikyr', businessName: 'Mira', price: 100_00, discount: 0, position: 1 };
const first = await newOrder({});

async function newOrder({ quantity = 1, ...more }: Partial<typeof orders.$inferInsert> & { quantity?: number }) {
  const order = {
    ...{ userId, sessionId: 'session_1', stripePaymentIntentId: `pi_${v7()}`, cartGeneration: v7() },
    ...{ totalAmount: 100_00, chargedAmount: 105, chargedCurrency: 'USD', exchangeRate: '95.4' },
    ...{ ...more, id: v7() },
  };
  await inTransaction(db, async (tx) => {
    await tx.insert(orders).values(order);
    await tx.insert(orderItems).values({ ...item, quantity, orderId: order.id });
  });
  return order;
}

const change = (set: string) => pool.query(`update deals set ${set} where id = $1`, [dealId]);
const line = { userId, dealId, sessionId: 'session_2', addedPrice: 100 };

const refusals: [what: string, state: string, work: () => Promise<unknown>][] = [
  ['a second order of one filling', EXISTS, () => newOrder({ cartGeneration: first.cartGeneration })],
  ['a purchase id given twice', EXISTS, () => newOrder({ stripePaymentIntentId: first.stripePaymentIntentId })],
  ['an order whose items are not its total', NOT_TRUE, () => newOrder({ quantity: 2 })],
  ['an invented state of an order', NOT_TRUE, () => newOrder({ status: 'lost' as 'failed' })],
  ['a change of an item that was ordered', DENIED, () => pool.query('update order_items set quantity = quantity')],
  ['a second account of one e-mail', EXISTS, () => newUser(db, { email: 'ana@example.al' })],
  ['an e-mail in capitals', NOT_TRUE, () => newUser(db, { email: 'Besa@example.al' })],
  ['an invented role', NOT_TRUE, () => db.update(users).set({ role: 'king' as 'admin' })],
  ['a name in English of more letters than a title has', NOT_TRUE, () => change("title_en = repeat('a', 161)")],
  ['a salon whose name is longer than any', NOT_TRUE, () => change("business_name = repeat('a', 161)")],
  ['a deal for nothing', NOT_TRUE, () => change('price = 0, original_price = null')],
  ['a price that is no number', NOT_TRUE, () => change("price = 'NaN', original_price = null")],
  ['a price before that was lower', NOT_TRUE, () => change('price = 200, original_price = 100')],
  ['a price for a hundred', NOT_TRUE, () => change("price_unit = 'person', unit_count = 100")],
  ['a price for several of nothing', NOT_TRUE, () => change('price_unit = null, unit_count = 2')],
  ['a link that runs a script', NOT_TRUE, () => db.update(deals).set({ socialLink: 'javascript:alert(1)' })],
  ['fewer than no views', NOT_TRUE, () => pool.query('update deal_counters set views = -1')],
  ['a deal saved twice', EXISTS, () => db.insert(favorites).values({ userId, dealId, sessionId: 'session_2' })],
  ['a favourite of nobody', NOT_TRUE, () => db.insert(favorites).values({ dealId, sessionId: 'session_2' })],
  ['a second line of one deal', EXISTS, () => db.insert(cartItems).values(line)],
  ['a line of a hundred', NOT_TRUE, () => db.update(cartItems).set({ quantity: 100 })],
  ['a second open request', EXISTS, () => db.insert(dealerRequests).values(request)],
  ['a second membership', EXISTS, () => db.insert(memberships).values(membership)],
  ['more posts than a membership has', NOT_TRUE, () => db.update(memberships).set({ postsUsed: 11 })],
];

test.each(refusals)('the database refuses %s', async (_what, state, work) => {
  const outcome = await work().then(
    () => 'accepted',
    (error: unknown) => sqlState(error),
  );
  expect(outcome).toBe(state);
});
