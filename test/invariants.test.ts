import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { seedDemo } from '#db/seed.ts';
import { testDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { newDeal, newUser } from './shoppers.ts';

const { db, pool } = await testDatabase();

test('the demo shop breaks no invariant', async () => {
  await seedDemo(db);
  expect(await brokenInvariants(pool)).toEqual({});
});

test('an order with a wrong total, no audit row, a strange id and too much money is named for each', async () => {
  const userId = await newUser(db);
  const item = { dealId: v7(), price: 600_000.5, originalPrice: 1, quantity: 1 };
  const id = v7();
  await pool.query(
    `insert into orders (id, user_id, session_id, stripe_payment_intent_id, cart_generation, total_amount, status, payment_method, items)
     values ($1, $2, 'session_1', 'BK-U', $3, 600000, 'pending', 'cash', $4)`,
    [id, userId, v7(), JSON.stringify([item])],
  );
  const broken = await brokenInvariants(pool);
  expect(Object.entries(broken).map(([name, rows]) => [name.split(':')[0], rows])).toEqual([
    ["an order's total is the sum of its items", [{ id }]],
    ["an order's items are whole", [{ id }]],
    ['a cash order has a purchase id and no card charge; a card order has a payment of the provider', [{ id }]],
    ['at most five cash orders are open per person, none above 500,000 lek', [{ user_id: id }]],
    ['every cash order was confirmed by its buyer exactly once', [{ id }]],
  ]);
  await pool.query('delete from orders where id = $1', [id]);
});

test('a closed cart with lines in it, a lost like and a greedy guest are named', async () => {
  const userId = await newUser(db);
  const ids = await Promise.all(Array.from({ length: 101 }, () => newDeal(db)));
  await pool.query('insert into carts (user_id, generation, closed_at, last_order_id) values ($1, $2, now(), $2)', [
    userId,
    v7(),
  ]);
  await pool.query(
    `insert into cart_items (id, user_id, session_id, deal_id, added_price)
     select gen_random_uuid(), $1, 'session_1', deal, 1 from unnest($2::uuid[]) deal`,
    [userId, ids],
  );
  await pool.query(
    `insert into favorites (id, session_id, deal_id) select gen_random_uuid(), 'session_1', deal from unnest($1::uuid[]) deal`,
    [ids],
  );
  const broken = await brokenInvariants(pool);
  expect(Object.keys(broken).map((name) => name.slice(0, 30))).toEqual([
    'a closed cart names the order ',
    'nothing touched a cart after i',
    'one line per deal and person, ',
    'a deal has at least as many li',
    'a guest has at most a hundred ',
  ]);
});
