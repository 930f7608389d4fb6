/** What is left of closed accounts after three years. */
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { privacy } from '#core/contract/privacy.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newPersonInEveryTable, PASSWORD } from '#test/person-in-every-table.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';
import { deleteClosedAccounts } from './closed-accounts.jobs.ts';

const shop = await startShop({ parts: { cards: fakePaymentProvider() } });
const { db, pool, deps } = shop;
const DAY_MS = 86_400_000;

const rowsOf = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
const count = async (table: string, column: string, id: string) =>
  (await pool.query(`select from ${table} where ${column} = $1`, [id])).rowCount;
/** Two years ago, which the audit log may have forgotten. */
const closed = (userId: string) =>
  pool.query("update users set is_active = false, closed_at = now() - interval '2 years' where id = $1", [userId]);
/** The clock of the server is what tells the time. */
async function cleanUpAfter(days: number) {
  shop.clock.move(days * DAY_MS);
  await deleteClosedAccounts.perform(deps, {});
  shop.clock.move(-days * DAY_MS);
}

test('shopper, closed for three years, leaves nothing but payments by card without a buyer', async () => {
  const userId = await newUser(db);
  const canceled = { status: 'failed', failedReason: 'canceled' } as const;
  const cash = await newOrder(db, { userId, ...canceled });
  const card = await newOrder(db, {
    userId,
    paymentMethod: 'card',
    status: 'completed',
    stripePaymentIntentId: 'pi_kept',
  });
  const others = await newOrder(db, { userId: await newUser(db), ...canceled });
  await closed(userId);
  await cleanUpAfter(363);
  expect(await count('orders', 'user_id', userId)).toBe(2);
  await cleanUpAfter(367);
  expect(await count('users', 'id', userId)).toBe(0);
  expect(await count('orders', 'id', cash)).toBe(0);
  expect(await count('order_items', 'order_id', cash)).toBe(0);
  expect(await rowsOf('select user_id, status from orders where id = $1', [card])).toEqual([
    { user_id: null, status: 'completed' },
  ]);
  expect(await count('order_items', 'order_id', others)).toBe(1);
  await expect(pool.query('delete from order_items')).rejects.toMatchObject({ code: '42501' });
});

test('person with a row in every table, closed for three years, is an anonymous row with what the books need', async () => {
  const { userId, email, orderId } = await newPersonInEveryTable(db);
  const sold = await newDeal(db, { userId });
  const buyer = await shop.as({ email: 'bleresi@example.al' });
  await buyer(cart.add, { body: { dealId: sold, sessionId: newSessionId() } });
  await buyer(orders.cash, { body: { sessionId: newSessionId() } });
  await (await shop.as({ email }))(privacy.close, { body: { password: PASSWORD, givesUp: true } });
  expect(await rowsOf('select closed_at is not null as said from users where id = $1', [userId])).toEqual([
    { said: true },
  ]);
  await closed(userId);
  await cleanUpAfter(367);
  expect(await rowsOf('select id from deals where user_id = $1', [userId])).toEqual([{ id: sold }]);
  for (const [table, column] of [
    ['salons', 'owner_id'],
    ['orders', 'user_id'],
    ['payments', 'user_id'],
    ['refunds', 'requested_by'],
  ])
    expect([table, await count(`${table}`, `${column}`, userId)]).toEqual([table, 0]);
  expect(await count('payments', 'order_id', orderId)).toBe(1);
  expect(await count('membership_periods', 'user_id', userId)).toBe(1);
  const row = 'select email, records_deleted_at is not null as is_done from users where id = $1';
  expect(await rowsOf(row, [userId])).toEqual([{ email: userId, is_done: true }]);
  const [before] = await rowsOf('select records_deleted_at from users where id = $1', [userId]);
  await cleanUpAfter(400);
  expect(await rowsOf('select records_deleted_at from users where id = $1', [userId])).toEqual([before]);
});

test('suspended account, is kept', async () => {
  const id = await newUser(db);
  await pool.query("insert into account_suspensions (user_id, reason, paused_deals) values ($1, 'Provë', '{}')", [id]);
  await pool.query('update users set is_active = false where id = $1', [id]);
  await cleanUpAfter(0);
  expect(await rowsOf('select closed_at from users where id = $1', [id])).toEqual([{ closed_at: null }]);
});
