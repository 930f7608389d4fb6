import { and, eq, like } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { MAX_OPEN_CASH_ORDERS, orders } from '#core/contract/orders.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { orders as orderRows } from '#db/schema/shopping.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';
import { ordersRelease } from './orders.jobs.ts';

const DAY = 86_400_000;
const shop = await startShop();
const { db, pool } = shop;
const sessionId = newSessionId();

async function somebody() {
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email });
  const call = await shop.as({ email });
  return { userId, call, cancel: (id: string) => call(orders.cancel, { params: { id } }) };
}

const release = () => ordersRelease.perform(shop.deps, {});
const until = (useBy: number, userId: string) =>
  newOrder(db, { userId, useBy: new Date(useBy), createdAt: new Date(useBy - 31 * DAY) });
/** What became of an order, as the audit log tells it. */
const auditEventsOf = (id: string) =>
  db
    .select({ actorId: auditLog.actorId, action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), like(auditLog.action, 'orders.%')));
const endOf = async (id: string) =>
  (
    await db
      .select({ status: orderRows.status, failedReason: orderRows.failedReason })
      .from(orderRows)
      .where(eq(orderRows.id, id))
  )[0];

test('an open order is taken back by its buyer, once, and says so', async () => {
  const { userId, call, cancel } = await somebody();
  const id = await newOrder(db, { userId });
  const [before] = await call(orders.mine);
  const canceled = await cancel(id);
  expect(canceled).toEqual({ ...before, status: 'failed', failedReason: 'canceled' });
  expect(orders.cancel.answer.parse(canceled)).toEqual(canceled);
  expect(await cancel(id), 'again').toEqual(canceled);
  expect(await call(orders.mine)).toEqual([canceled]);
  expect(await auditEventsOf(id)).toEqual([{ actorId: userId, action: 'orders.cancel' }]);
});

test.each([
  { status: 'completed' },
  { status: 'refunded' },
  { status: 'failed', failedReason: 'expired' },
  { paymentMethod: 'card' },
  { paymentMethod: 'card', status: 'failed' },
] as const)('an order that is %j is not taken back', async (more) => {
  const { userId, call, cancel } = await somebody();
  const id = await newOrder(db, { userId, ...more });
  const [before] = await call(orders.mine);
  expect(await refusal(cancel(id))).toBe('409 orders.notOpen');
  expect(await call(orders.mine)).toEqual([before]);
  expect(await auditEventsOf(id)).toEqual([]);
});

test('an order of somebody else, and one that never was, are not there', async () => {
  const [ana, besa] = [await somebody(), await somebody()];
  const id = await newOrder(db, { userId: ana.userId });
  expect(await refusal(besa.cancel(id))).toBe('404 orders.notFound');
  expect(await refusal(besa.cancel(v7()))).toBe('404 orders.notFound');
  expect(await endOf(id)).toEqual({ status: 'pending', failedReason: null });
});

test('whoever takes one of five open orders back, or lets one pass, may order again', async () => {
  const { userId, call, cancel } = await somebody();
  const order = async () => {
    await call(cart.add, { body: { dealId: await newDeal(db), sessionId } });
    return call(orders.cash, { body: { sessionId } });
  };
  await until(Date.now() - 1000, userId);
  for (let open = 2; open < MAX_OPEN_CASH_ORDERS; open++) await order();
  const last = await order();
  expect(await refusal(order())).toBe('409 orders.tooManyOpen');
  await cancel(last.id);
  await order();
  expect(await refusal(order())).toBe('409 orders.tooManyOpen');
  await release();
  expect((await order()).status).toBe('pending');
});

test('an order is released once its last second is over, not before, and the log says the shop did it', async () => {
  const { userId, cancel } = await somebody();
  const [over, last] = [await until(Date.now() - 1000, userId), await until(Date.now() + 60_000, userId)];
  const paid = await newOrder(db, { userId, status: 'completed', useBy: new Date(1), createdAt: new Date(0) });
  await release();
  await release();
  expect(await endOf(over)).toEqual({ status: 'failed', failedReason: 'expired' });
  expect(await endOf(last)).toEqual({ status: 'pending', failedReason: null });
  expect(await endOf(paid)).toEqual({ status: 'completed', failedReason: null });
  expect(await auditEventsOf(over)).toEqual([{ actorId: null, action: 'orders.release' }]);
  expect(await refusal(cancel(over))).toBe('409 orders.notOpen');
});

test('one run releases all there are, and waits for none that somebody holds', async () => {
  const { userId } = await somebody();
  const held = await until(Date.now() - 1000, userId);
  const late = await Promise.all(Array.from({ length: 101 }, () => until(Date.now() - 1000, userId)));
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('select from orders where id = $1 for update', [held]);
    await release();
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await endOf(held)).toMatchObject({ status: 'pending' });
  const { rows } = await pool.query("select from orders where id = any($1) and failed_reason = 'expired'", [late]);
  expect(rows).toHaveLength(101);
});

test.each([
  ['in summer', '2026-06-10T21:59:59Z', '2026-07-10T21:59:59Z'],
  ['after midnight in Albania', '2026-06-10T22:00:00Z', '2026-07-11T21:59:59Z'],
  ['when summer time ends meanwhile', '2026-10-10T12:00:00Z', '2026-11-09T22:59:59Z'],
  ['when summer time begins meanwhile', '2026-03-10T12:00:00Z', '2026-04-09T21:59:59Z'],
  ['over a leap day', '2028-01-31T12:00:00Z', '2028-03-01T22:59:59Z'],
])('what is ordered can be used until the end of the thirtieth day: %s', async (_when, ordered, expected) => {
  const { rows } = await pool.query(
    "select pg_get_expr(adbin, adrelid) as text from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum where adrelid = 'orders'::regclass and attname = 'use_by'",
  );
  const text = rows[0].text.replace('now()', `'${ordered}'::timestamptz`);
  expect((await pool.query(`select ${text} as end`)).rows[0].end).toEqual(new Date(expected));
});
