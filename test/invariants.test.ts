import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { seedDemo } from '#server/seed.ts';
import { testDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { newDeal, newDeals, newUser } from './shoppers.ts';

const { db, pool } = await testDatabase();

test('the demo shop breaks no invariant', async () => {
  await seedDemo(db);
  expect(await brokenInvariants(pool)).toEqual({});
});

/** Breaks what the database itself would refuse. */
const behindTheRules = (table: string, statement: string) =>
  pool.query(`alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`);

test('an order with a wrong total, no audit row, a strange id and too much money is named for each', async () => {
  const userId = await newUser(db);
  const id = v7();
  await behindTheRules(
    'orders',
    `insert into orders (id, user_id, session_id, stripe_payment_intent_id, cart_generation, total_amount, status, payment_method)
     values ('${id}', '${userId}', 'session_1', 'BK-U', '${v7()}', 600000, 'pending', 'cash')`,
  );
  await behindTheRules(
    'order_items',
    `insert into order_items (order_id, position, deal_id, title, business_name, price, discount, quantity)
     values ('${id}', 2, '${await newDeal(db)}', 'Manikyr', 'Mira', 1, 7, 1)`,
  );
  const broken = await brokenInvariants(pool);
  expect(Object.entries(broken).map(([name, rows]) => [name.split(/[:,]/)[0], rows])).toEqual([
    ["an order's total is the sum of its items", [{ id }]],
    ["an order's items stand in the order of the cart", [{ order_id: id }]],
    ['an order item has the discount that its prices make', [{ order_id: id }]],
    ['a cash order has a purchase id and no card charge; a card order has a payment of the provider', [{ id }]],
    ['at most five cash orders are open per person', [{ user_id: id }]],
    ['every cash order was confirmed by its buyer exactly once', [{ id }]],
  ]);
  await behindTheRules('order_items', 'delete from order_items');
  await pool.query('delete from orders where id = $1', [id]);
});

test('a closed cart with lines in it, a lost like and a greedy guest are named', async () => {
  const userId = await newUser(db);
  const ids = await newDeals(db, 101);
  await pool.query('insert into carts (user_id, generation, closed_at) values ($1, $2, now())', [userId, v7()]);
  await pool.query(
    `insert into cart_items (id, user_id, session_id, deal_id, added_price)
     select gen_random_uuid(), $1, 'session_1', deal, 1 from unnest($2::uuid[]) deal`,
    [userId, ids],
  );
  await pool.query(
    `insert into favorites (id, session_id, browser, deal_id) select gen_random_uuid(), 'session_1', 'browser:1', deal from unnest($1::uuid[]) deal`,
    [ids],
  );
  await pool.query('update deal_counters set likes = likes + 1 where deal_id = $1', [ids[0]]);
  const broken = await brokenInvariants(pool);
  expect(Object.keys(broken).map((name) => name.slice(0, 30))).toEqual([
    'a closed cart names the order ',
    'nothing touched a cart after i',
    'one line per deal and person, ',
    'a deal has counters, and as ma',
    'a guest has at most a hundred ',
  ]);
});
