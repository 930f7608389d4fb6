import { and, eq, like } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { MAX_OPEN_CASH_ORDERS, orders } from '#core/contract/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { salons } from '#db/schema/salons.ts';
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

test('cancellation of an open cash order, is idempotent and writes one audit event', async () => {
  const { userId, call, cancel } = await somebody();
  const id = await newOrder(db, { userId });
  const [before] = await call(orders.mine);
  const canceled = await cancel(id);
  expect(canceled).toMatchObject({ status: 'failed', failedReason: 'canceled', paidAmount: 0 });
  expect(canceled.items[0]?.vouchers).toEqual([
    { ...before?.items[0]?.vouchers[0], status: 'canceled', cancelReason: 'buyer', mayClaim: false },
  ]);
  expect(orders.cancel.answer.parse(canceled)).toEqual(canceled);
  expect(await cancel(id), 'again').toEqual(canceled);
  expect(await call(orders.mine)).toEqual([canceled]);
  expect(await auditEventsOf(id)).toEqual([{ actorId: userId, action: 'orders.cancel' }]);
});

test.each([
  { status: 'completed' },
  { paymentMethod: 'card', status: 'refunded' },
  { status: 'failed', failedReason: 'expired' },
  { paymentMethod: 'card', status: 'failed' },
] as const)('cancellation of an order with %j, is refused', async (more) => {
  const { userId, call, cancel } = await somebody();
  const id = await newOrder(db, { userId, ...more });
  const [before] = await call(orders.mine);
  expect(await refusal(cancel(id))).toBe('409 orders.notOpen');
  expect(await call(orders.mine)).toEqual([before]);
  expect(await auditEventsOf(id)).toEqual([]);
});

test('cancellation of an unknown order or one of somebody else, is 404', async () => {
  const [ana, besa] = [await somebody(), await somebody()];
  const id = await newOrder(db, { userId: ana.userId });
  expect(await refusal(besa.cancel(id))).toBe('404 orders.notFound');
  expect(await refusal(besa.cancel(v7()))).toBe('404 orders.notFound');
  expect(await endOf(id)).toEqual({ status: 'pending', failedReason: null });
});

test('canceled, expired or partly redeemed order, does not count as open', async () => {
  const { userId, call, cancel } = await somebody();
  const order = async (quantity = 1) => {
    await call(cart.add, { body: { dealId: await newDeal(db), quantity, sessionId } });
    return call(orders.cash, { body: { sessionId } });
  };
  await until(Date.now() - 1000, userId);
  for (let open = 2; open < MAX_OPEN_CASH_ORDERS; open++) await order();
  const used = await order(2);
  const last = await order();
  expect(await refusal(order())).toBe('409 orders.tooManyOpen');
  await cancel(last.id);
  await order();
  expect(await refusal(order())).toBe('409 orders.tooManyOpen');
  const unit = used.items[0]?.vouchers[0]?.id;
  await pool.query(`update vouchers set status = 'redeemed', redeemed_at = now(), redeemed_by = $1 where id = $2`, [
    userId,
    unit,
  ]);
  expect((await order()).status).toBe('pending');
  expect(await endOf(used.id)).toEqual({ status: 'pending', failedReason: null });
});

test('open cash order after its last day, is released by the job with an audit event', async () => {
  const { userId, cancel } = await somebody();
  // Redemptions without a connection may arrive for 48 hours.
  const [over, late] = [await until(Date.now() - 2 * DAY - 1000, userId), await until(Date.now() - DAY, userId)];
  const last = await until(Date.now() + 60_000, userId);
  const paid = await newOrder(db, { userId, status: 'completed', useBy: new Date(1), createdAt: new Date(0) });
  await release();
  await release();
  expect(await endOf(over)).toEqual({ status: 'failed', failedReason: 'expired' });
  for (const id of [late, last]) expect(await endOf(id)).toEqual({ status: 'pending', failedReason: null });
  expect(await endOf(paid)).toEqual({ status: 'completed', failedReason: null });
  expect(await auditEventsOf(over)).toEqual([{ actorId: null, action: 'orders.release' }]);
  expect(await refusal(cancel(over))).toBe('409 orders.notOpen');
});

test.each([
  ['in summer', '2026-06-10T21:59:59Z', '2026-07-10T21:59:59Z'],
  ['after midnight in Albania', '2026-06-10T22:00:00Z', '2026-07-11T21:59:59Z'],
  ['when summer time ends meanwhile', '2026-10-10T12:00:00Z', '2026-11-09T22:59:59Z'],
  ['when summer time begins meanwhile', '2026-03-10T12:00:00Z', '2026-04-09T21:59:59Z'],
  ['over a leap day', '2028-01-31T12:00:00Z', '2028-03-01T22:59:59Z'],
])('order %s, can be used until the end of the thirtieth day', async (_when, ordered, expected) => {
  const { rows } = await pool.query(
    "select pg_get_expr(adbin, adrelid) as text from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum where adrelid = 'orders'::regclass and attname = 'use_by'",
  );
  const text = rows[0].text.replace('now()', `'${ordered}'::timestamptz`);
  expect((await pool.query(`select ${text} as end`)).rows[0].end).toEqual(new Date(expected));
});

test('one order, is the same as in the list of orders', async () => {
  const { userId, call } = await somebody();
  await newOrder(db, { userId });
  const id = await newOrder(db, { userId, paymentMethod: 'card', status: 'completed' });
  const order = await call(orders.one, { params: { id } });
  expect(orders.one.answer.parse(order)).toEqual(order);
  expect((await call(orders.mine)).find((mine) => mine.id === id)).toEqual(order);
  expect(order.charge).toMatchObject({ refunded: 0, refunding: 0, dispute: null });
});

test('one order of somebody else or unknown, is 404; for a guest, 401', async () => {
  const [ana, besa] = [await somebody(), await somebody()];
  const params = { id: await newOrder(db, { userId: ana.userId }) };
  expect(await refusal(besa.call(orders.one, { params }))).toBe('404 orders.notFound');
  expect(await refusal(besa.call(orders.one, { params: { id: v7() } }))).toBe('404 orders.notFound');
  expect(await refusal(shop.guest()(orders.one, { params }))).toBe('401 access.notAuthenticated');
});

/** Several at the same time, ordered by id. */
const createdAt = new Date('2026-02-03T04:05:06.789Z');

const order = (userId: string) => newOrder(db, { userId, sessionId, createdAt });

async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[][]> {
  const read: T[][] = [];
  for await (const page of pages) read.push(page);
  return read;
}

test('list of orders, is paginated, newest first', async () => {
  const { userId, call } = await somebody();
  const made = await many(5, () => order(userId));
  await order((await somebody()).userId);
  const pages = await all(call.pages(orders.mine, { query: { limit: '2' } }));
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[made[4], made[3]], [made[2], made[1]], [made[0]]]);
  expect((await call(orders.mine)).map(({ id }) => id)).toEqual(made.toReversed());
});

test('list of orders with a status, contains only those', async () => {
  const { userId, call } = await somebody();
  const open = await many(2, () => order(userId));
  const paid = await newOrder(db, { userId, status: 'completed' });
  const pages = await all(call.pages(orders.mine, { query: { status: 'pending', limit: '1' } }));
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[open[1]], [open[0]]]);
  expect((await call(orders.mine, { query: { status: 'completed' } })).map(({ id }) => id)).toEqual([paid]);
  expect(await refusal(call(orders.mine, { query: { usable: 'no' as 'true' } }))).toBe('400 input.invalid');
  expect(await refusal(call(orders.mine, { query: { status: 'open' as 'pending' } }))).toBe('400 input.invalid');
});

test('list of orders without a limit, has at most 100', async () => {
  const { userId, call } = await somebody();
  await many(101, () => order(userId));
  const { items, next } = await call.page(orders.mine, { query: {} });
  expect([items.length, next === null]).toEqual([100, false]);
});

test('list of orders with an invalid cursor, is refused', async () => {
  const { call } = await somebody();
  const nonsense = Buffer.from('[1,"x"]').toString('base64url');
  expect(await refusal(call.page(orders.mine, { query: { cursor: nonsense } }))).toBe('400 input.invalid');
});

test('usable orders, are open cash orders and valid card orders', async () => {
  const { call, userId } = await somebody();
  const card = { userId, paymentMethod: 'card', status: 'completed' } as const;
  const usable = [await newOrder(db, { userId }), await newOrder(db, card)];
  await newOrder(db, { userId, status: 'completed' });
  await newOrder(db, { ...card, status: 'refunded' });
  await newOrder(db, { ...card, status: 'pending' });
  await newOrder(db, { ...card, disputedAt: new Date() });
  await newOrder(db, { ...card, createdAt: new Date(0), useBy: new Date(1) });
  const found = await call(orders.mine, { query: { usable: 'true' } });
  expect(found.map(({ id }) => id).toSorted()).toEqual(usable.toSorted());
});

const salonId = v7();
const mira = {
  id: salonId,
  slug: 'mira',
  address: 'Rruga e Limonave 7',
  city: 'tirana',
  location: '41.327500,19.818900',
  phone: '+355 67 111 5327',
  whatsapp: '+355 67 111 5328',
};
const own = { address: 'Rruga e Agimit 22', distance: '41.300000,19.800000', phone: '+355 68 148 6336' };
await db.insert(salons).values({ name: 'Salloni Mira', ...mira });

test('cart line and order, have the contact of the deal, completed by the salon', async () => {
  const ana = await shop.as({ email: 'ana@example.al' });
  const [silent, says] = [await newDeal(db, { salonId }), await newDeal(db, { salonId, ...own })];
  const hidden = await newDeal(db, { salonId });
  for (const dealId of [silent, says, hidden]) await ana(cart.add, { body: { dealId, sessionId } });
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, hidden));
  const lines = await ana(cart.list, { params: { sessionId } });
  const itsOwn = { ...mira, address: own.address, location: own.distance, phone: own.phone };
  expect(lines.map(({ salon }) => salon)).toEqual([mira, itsOwn, null]);

  await ana(cart.remove, { params: { itemId: lines[2]?.id as string } });
  await ana(orders.cash, { body: { sessionId } });
  const moved = { phone: '+355 69 000 0000', address: 'Rruga e Re 1' };
  await db.update(deals).set(moved).where(eq(deals.id, says));
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, silent));
  await db.update(salons).set(moved).where(eq(salons.id, salonId));
  const [order] = await ana(orders.mine);
  expect(order?.items.map(({ salon }) => salon)).toEqual([{ ...mira, ...moved }, itsOwn]);
});
