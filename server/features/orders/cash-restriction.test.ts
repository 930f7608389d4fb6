/** Cash orders that expired restrict their buyer to cards for a time. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adminUsers } from '#core/contract/admin/users.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { users } from '#db/schema/users.ts';
import { claims } from '#db/schema/vouchers.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { testDatabase } from '#test/database.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal } from '#test/shoppers.ts';
import { releaseOrders } from './orders.service.ts';

const { url, pool, db } = await testDatabase();
const cards = fakePaymentProvider(db);
const shop = await startShop({ ...takingCards(cards), url });
const withoutCards = await startShop({ url });
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });

/** Somebody with an order in cash for each of these numbers of days since it expired. */
async function late(days: number[], salon?: Awaited<ReturnType<typeof newSalon>>) {
  const ana = await cardBuyer(shop, cards);
  const order = async (call = ana.call) => {
    await call(cart.add, { body: { dealId: await newDeal(db, salon?.deal), sessionId } });
    return call(orders.cash, { body: { sessionId } });
  };
  for (const ago of days) {
    const { id } = await order();
    await pool.query('alter table orders disable trigger user; alter table vouchers disable trigger user');
    await pool.query(
      `update orders set created_at = created_at - interval '33 days', use_by = use_by - interval '33 days' where id = $1`,
      [id],
    );
    await pool.query(
      `update vouchers set created_at = created_at - interval '33 days', use_by = use_by - interval '33 days' where order_id = $1`,
      [id],
    );
    await pool.query('alter table orders enable trigger user; alter table vouchers enable trigger user');
    await releaseOrders(db);
    await pool.query('alter table vouchers disable trigger user');
    await pool.query('update vouchers set canceled_at = canceled_at - make_interval(days => $2) where order_id = $1', [
      id,
      ago,
    ]);
    await pool.query('update vouchers set use_by = use_by - make_interval(days => $2) where order_id = $1', [id, ago]);
    await pool.query('alter table vouchers enable trigger user');
  }
  return { ...ana, order, restriction: () => ana.call(orders.cashRestriction) };
}

test('second cash order that expired within 90 days restricts to cards for 60 days, until an administrator lifts it', async () => {
  const ana = await late([50, 5]);
  const { until, isRefused } = await ana.restriction();
  expect(isRefused).toBe(true);
  expect(Math.round((Date.parse(until ?? '') - Date.now()) / 86_400_000)).toBe(55);
  await expect(ana.order()).rejects.toMatchObject({ status: 409, code: 'orders.cashRestricted', details: { until } });
  const listed = async () => (await admin(adminUsers.list, { query: { q: ana.userId } }))[0];
  expect(await listed()).toMatchObject({ cashRestrictedUntil: until });
  for (const _ of [1, 2])
    await admin(adminUsers.liftCashRestriction, { params: { id: ana.userId }, body: { isRestricted: false } });
  expect(await listed()).toMatchObject({ cashRestrictedUntil: null });
  await ana.order();
});

test('one expired order, or two long ago or far apart, restrict nobody', async () => {
  for (const days of [[5], [95, 61], [97, 5]]) {
    const ana = await late(days);
    expect(await ana.restriction()).toEqual({ until: null, isRefused: false });
    await ana.order();
  }
});

test('orders at a suspended salon and those with a claim do not count', async () => {
  const [closed, open] = [await newSalon(shop, 'Mira'), await newSalon(shop, 'Bora')];
  const [ana, ben] = [await late([5, 5], closed), await late([5, 5], open)];
  await db.update(users).set({ isActive: false }).where(eq(users.id, closed.ownerId));
  const { rows } = await pool.query('select id from vouchers where user_id = $1 limit 1', [ben.userId]);
  await db
    .insert(claims)
    .values({ voucherId: rows[0].id, userId: ben.userId, salonId: open.salonId, kind: 'salonClosed' });
  expect((await ana.restriction()).until).toBeNull();
  expect((await ben.restriction()).until).toBeNull();
});

test('restricted buyer, where cards are off, has one open cash order at a time', async () => {
  const ana = await late([5, 5]);
  const { email } = (await db.select().from(users).where(eq(users.id, ana.userId)))[0] ?? expect.fail();
  const call = await withoutCards.as({ email });
  expect(await call(orders.cashRestriction)).toMatchObject({ isRefused: false });
  const { id } = await ana.order(call);
  await expect(ana.order(call)).rejects.toMatchObject({ code: 'orders.cashRestricted' });
  await call(orders.cancel, { params: { id } });
  await ana.order(call);
});
