import { eq, like } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { type CartItem, cart, MAX_LINES } from '#core/contract/cart.ts';
import { type Order, orders } from '#core/contract/orders.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { readPurchaseId } from '#core/domain/purchase-id.ts';
import { deals } from '#db/schema/catalogue.ts';
import { notifications } from '#db/schema/notifications.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { carts, orderItems, orders as orderRows } from '#db/schema/shopping.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newDeals, newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db, pool } = shop;
const sessionId = newSessionId();
let people = 0;
const somebody = () => shop.as({ email: `buyer${++people}@example.al` });
const add = (client: Client, dealId: string, quantity = 1) =>
  client(cart.add, { body: { dealId, sessionId, quantity } });
const list = (client: Client) => client(cart.list, { params: { sessionId } });
const confirm = (client: Client, shown?: readonly CartItem[]) =>
  client(orders.cash, { body: { sessionId, ...(shown && { expectedItems: expectedItems(shown) }) } });

test('cash order, turns the cart into a pending order with a purchase id and an audit event', async () => {
  const ana = await somebody();
  const dealer = await newUser(db, { canPostDeals: true });
  const dealId = await newDeal(db, { userId: dealer, price: 99_950, originalPrice: 199_900 });
  await add(ana, dealId, 3);
  await add(ana, await newDeal(db, { price: 10_005, originalPrice: null }));
  const order = await confirm(ana, await list(ana));
  expect(order).toMatchObject({ totalAmount: 3098.55, status: 'pending', paymentMethod: 'cash', sessionId });
  expect(readPurchaseId(order.stripePaymentIntentId)).toBe(order.stripePaymentIntentId);
  expect(order.items).toHaveLength(2);
  expect(order.items[0]).toEqual({
    dealId,
    dealerId: dealer,
    title: 'Prerje dhe larje',
    titleEn: null,
    imageUrl: null,
    businessName: 'Salloni Mira',
    price: 999.5,
    originalPrice: 1999,
    discount: 50,
    quantity: 3,
    salon: { id: null, slug: null, address: '', city: 'tirana', location: null, phone: null, whatsapp: null },
    refund: null,
    terms: null,
    vouchers: [1, 2, 3].map(() => ({
      id: expect.any(String),
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{9}$/),
      url: expect.stringMatching(/^HTTP:\/\/LOCALHOST:0\/V\/[0-9A-Z]{9}\.[0-9A-Z]{16}$/),
      status: 'open',
      useBy: order.useBy,
      cashDue: 999.5,
      cancelReason: null,
      charged: null,
      mayClaim: true,
      mayReview: false,
      review: null,
      refund: null,
    })),
  });
  for (const { code } of order.items[0]?.vouchers ?? []) expect(readPurchaseId(code)).toBe(`BK-${code}`);
  expect(orders.cash.answer.parse(order)).toEqual(order);
  expect(await list(ana)).toEqual([]);
  expect(await ana(orders.mine)).toEqual([order]);
  const auditEvents = await db.select().from(auditLog).where(eq(auditLog.subjectId, order.id));
  expect(auditEvents).toMatchObject([{ actorId: order.userId, action: 'orders.confirmCash', subject: 'order' }]);
});

test('order, notifies the buyer and each dealer of what they sold', async () => {
  const [ana, dealer, other] = [await somebody(), await newUser(db), await newUser(db)];
  const sold = { userId: dealer, title: 'Manikyr', titleEn: 'Manicure', price: 99_950 };
  await add(ana, await newDeal(db, sold), 3);
  await add(ana, await newDeal(db, { ...sold, title: 'Pedikyr' }));
  await add(ana, await newDeal(db, { userId: other }));
  await add(ana, await newDeal(db));
  const { id: orderId, userId } = await confirm(ana);
  const found = await db
    .select()
    .from(notifications)
    .where(like(notifications.key, `%${orderId}`));
  const of = (who: string | null) =>
    found.filter((one) => one.userId === who).map(({ kind, data }) => ({ kind, data }));
  expect(of(userId)).toEqual([{ kind: 'orderPlaced', data: { orderId, paymentMethod: 'cash' } }]);
  const first = { orderId, title: 'Manikyr', titleEn: 'Manicure' };
  expect(of(dealer)).toEqual([{ kind: 'orderReceived', data: { ...first, lines: 2, quantity: 4, amount: 3998 } }]);
  expect(of(other)).toMatchObject([{ data: { lines: 1, quantity: 1, amount: 1200 } }]);
  expect(found).toHaveLength(3);
});

test('repeated confirmation, answers the same order until the cart changes', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const shown = await list(ana);
  const order = await confirm(ana);
  expect(await confirm(ana)).toEqual(order);
  expect(await confirm(ana, shown)).toEqual(order);
  expect(await refusal(confirm(ana, [])), 'never ordered').toBe('400 cart.empty');
  const line = await add(ana, await newDeal(db));
  await ana(cart.remove, { params: { itemId: line.id } });
  expect(await refusal(confirm(ana))).toBe('400 cart.empty');
  expect(await ana(orders.mine)).toHaveLength(1);
});

test('repeated confirmation after ten minutes, is refused as empty cart', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const order = await confirm(ana);
  await pool.query(
    `update carts set closed_at = closed_at - interval '10 minutes', touched_at = touched_at - interval '10 minutes'
     where user_id = $1`,
    [order.userId],
  );
  expect(await refusal(confirm(ana))).toBe('400 cart.empty');
});

test('cart filled again, makes another order', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const made: Order[] = [];
  for (let times = 0; times < 3; times++) {
    await add(ana, dealId);
    made.unshift(await confirm(ana));
  }
  expect(new Set(made.map((order) => order.id)).size).toBe(3);
  expect(await ana(orders.mine)).toEqual(made);
});

test('order, takes only the lines of its buyer', async () => {
  const [ana, besa] = [await somebody(), await somebody()];
  const dealId = await newDeal(db);
  await add(ana, dealId);
  await add(besa, dealId, 2);
  expect((await confirm(ana)).items).toMatchObject([{ quantity: 1 }]);
  expect(await list(besa)).toMatchObject([{ quantity: 2 }]);
});

test('cart with unavailable deals, is refused with their names and reasons', async () => {
  const ana = await somebody();
  const [expired, hidden] = [await add(ana, await newDeal(db)), await add(ana, await newDeal(db))];
  await add(ana, await newDeal(db));
  await db
    .update(deals)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(deals.id, expired.dealId));
  await db.update(deals).set({ isHidden: true, title: 'E fshehtë' }).where(eq(deals.id, hidden.dealId));
  const error = await confirm(ana).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: 'cart.unavailable' });
  expect((error as ApiError).details).toEqual({
    lines: [
      { id: expired.id, dealId: expired.dealId, title: 'Prerje dhe larje', reason: 'expired' },
      { id: hidden.id, dealId: hidden.dealId, title: '', reason: 'unavailable' },
    ],
  });
  expect(await list(ana)).toHaveLength(3);
  await ana(cart.remove, { params: { itemId: expired.id } });
  await ana(cart.remove, { params: { itemId: hidden.id } });
  expect((await confirm(ana)).items).toHaveLength(1);
});

test('deal that became the buyer’s own, is refused', async () => {
  const ana = await somebody();
  const line = await add(ana, await newDeal(db));
  const { rows } = await pool.query('select user_id from cart_items where id = $1', [line.id]);
  await db.update(deals).set({ userId: rows[0].user_id }).where(eq(deals.id, line.dealId));
  expect(await list(ana)).toMatchObject([{ id: line.id, unavailable: 'unavailable' }]);
  expect(await refusal(confirm(ana))).toBe('409 cart.unavailable');
});

test('repeated cash confirmation, does not answer a card order', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const [{ id: cash }, card] = [await confirm(ana), v7()];
  await inTransaction(db, async (tx) => {
    const [order] = await tx.select().from(orderRows).where(eq(orderRows.id, cash));
    const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, cash));
    const keys = { id: card, cartVersion: v7(), stripePaymentIntentId: `pi_${card}` };
    const charged = { chargedAmount: 1258, chargedCurrency: 'USD', exchangeRate: '95.4' };
    const by = { paymentMethod: 'card' as const, ...charged };
    await tx.insert(orderRows).values({ ...(order as NonNullable<typeof order>), ...keys, ...by });
    await tx.insert(orderItems).values(items.map((item) => ({ ...item, orderId: card })));
    await tx.update(carts).set({ lastOrderId: card }).where(eq(carts.lastOrderId, cash));
  });
  expect(await refusal(confirm(ana))).toBe('400 cart.empty');
});

test('five open cash orders, another one is refused', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  for (let open = 0; open < 5; open++) {
    await add(ana, dealId);
    await confirm(ana);
  }
  await add(ana, dealId);
  expect(await refusal(confirm(ana))).toBe('409 orders.tooManyOpen');
  const [one] = await ana(orders.mine);
  await db
    .update(orderRows)
    .set({ status: 'completed' })
    .where(eq(orderRows.id, one?.id as string));
  expect((await confirm(ana)).status).toBe('pending');
});

test('cash order over 500,000 lek, is refused', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db, { price: 50_000_000, originalPrice: null }));
  const line = await add(ana, await newDeal(db, { price: 1, originalPrice: null }));
  expect(await refusal(confirm(ana))).toBe('409 orders.overCashLimit');
  await ana(cart.remove, { params: { itemId: line.id } });
  expect((await confirm(ana)).totalAmount).toBe(500_000);
});

test('largest possible total, is refused without overflow', async () => {
  const ana = await somebody();
  for (let lines = 0; lines < 5; lines++) {
    await add(ana, await newDeal(db, { price: 9_999_999_999, originalPrice: null }), 99);
  }
  expect(await refusal(confirm(ana, await list(ana)))).toBe('409 orders.overCashLimit');
});

test('status, method, price and owner in the request, are ignored', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const headers = { 'content-type': 'application/json' };
  const forged = { status: 'completed', paymentMethod: 'card', totalAmount: 1, userId: await newUser(db), items: [] };
  const payload = JSON.stringify({ sessionId, ...forged });
  const response = await ana.send({ method: 'POST', url: '/api/cash-payment', headers, payload });
  expect(response.json()).toMatchObject({ status: 'pending', paymentMethod: 'cash', totalAmount: 1200 });
  expect(await ana(orders.mine)).toHaveLength(1);
});

test('later change of the deal, does not change the order', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  await add(ana, dealId);
  const order = await confirm(ana);
  await db.update(deals).set({ title: 'Tjetër', price: 1, deletedAt: new Date() }).where(eq(deals.id, dealId));
  expect(await ana(orders.mine)).toEqual([order]);
});

test.each(['user', 'admin'] as const)(
  "another %s with the buyer's session id, cannot order or see orders",
  async (role) => {
    const ana = await somebody();
    const other = await shop.as({ email: `other-${role}@example.al`, role });
    await add(ana, await newDeal(db));
    expect(await refusal(confirm(other))).toBe('400 cart.empty');
    const order = await confirm(ana);
    expect(await refusal(confirm(other))).toBe('400 cart.empty');
    const response = await other.send({ method: 'GET', url: '/api/orders/my', headers: { 'x-session-id': sessionId } });
    expect(response.json()).toEqual([]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await ana(orders.mine)).toEqual([order]);
  },
);

test('cash order, price changed since displayed, is refused with the new total', async () => {
  const ana = await somebody();
  const { dealId } = await add(ana, await newDeal(db, { price: 100_000 }), 2);
  const shown = await list(ana);
  await db.update(deals).set({ price: 100_001 }).where(eq(deals.id, dealId));
  const error = await confirm(ana, shown).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 409, code: 'cart.changed', details: { total: 2000.02 } });
  expect((await confirm(ana, await list(ana))).totalAmount).toBe(2000.02);
});

const PRICES = { price: 100_000, originalPrice: null };

/** Changes of a displayed cart that keep its total. */
const changes: Record<string, (ana: Client, line: CartItem) => Promise<unknown>> = {
  'another deal at the same price': async (ana, { id }) => {
    await ana(cart.remove, { params: { itemId: id } });
    return add(ana, await newDeal(db, PRICES), 2);
  },
  'more of one and less of the other': async (ana, { id, dealId }) => {
    await ana(cart.update, { params: { itemId: id }, body: { quantity: 1 } });
    const other = (await list(ana)).find((line) => line.dealId !== dealId);
    return ana(cart.update, { params: { itemId: other?.id as string }, body: { quantity: 2 } });
  },
  'what is left of it': (ana, { id }) => ana(cart.remove, { params: { itemId: id } }),
  'something more': async (ana) => add(ana, await newDeal(db, PRICES)),
  'what has another name': (_, { dealId }) =>
    db.update(deals).set({ title: 'Vetëm larje' }).where(eq(deals.id, dealId)),
  'what has another name in English': (_, { dealId }) =>
    db.update(deals).set({ titleEn: 'Only a wash' }).where(eq(deals.id, dealId)),
  'what another salon offers': (_, { dealId }) =>
    db.update(deals).set({ businessName: 'Salloni tjetër' }).where(eq(deals.id, dealId)),
};

test.each(Object.keys(changes))('cash order, cart changed since displayed (%s), is refused', async (which) => {
  const ana = await somebody();
  await add(ana, await newDeal(db, PRICES));
  const line = await add(ana, await newDeal(db, PRICES), 2);
  const shown = await list(ana);
  await changes[which]?.(ana, line);
  expect(await refusal(confirm(ana, shown))).toBe('409 cart.changed');
  expect(await ana(orders.mine)).toEqual([]);
  expect(await confirm(ana, (await list(ana)).reverse())).toMatchObject({ status: 'pending' });
  expect(await refusal(confirm(ana, shown)), 'repeats no other').toBe('400 cart.empty');
});

/** The longest title, in characters of four bytes. */
const LONG = '💇'.repeat(160);

test('cash order with 50 lines of maximum length, is accepted', async () => {
  const ana = await somebody();
  for (const id of await newDeals(db, MAX_LINES)) {
    await db.update(deals).set({ title: LONG, titleEn: LONG, businessName: LONG, price: 100 }).where(eq(deals.id, id));
    await add(ana, id);
  }
  expect((await confirm(ana, await list(ana))).items).toHaveLength(MAX_LINES);
});

test('displayed cart with upper-case ids, is accepted', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const shown = (await list(ana)).map((line) => ({ ...line, dealId: line.dealId.toUpperCase() }));
  expect(await confirm(ana, shown)).toMatchObject({ status: 'pending' });
});

const EXPECTED = { dealId: v7(), quantity: 1, price: 1200, title: 'Prerje', titleEn: null, businessName: 'Sallon' };

test.each([
  { sessionId: 'guess' },
  { sessionId: 7 },
  { expectedItems: '1200' },
  { expectedItems: [{}] },
  { expectedItems: [{ ...EXPECTED, price: -1 }] },
  { expectedItems: [{ ...EXPECTED, price: 1e21 }] },
  { expectedItems: [{ ...EXPECTED, price: 1200.001 }] },
  { expectedItems: [{ ...EXPECTED, quantity: 0 }] },
  { expectedItems: Array(51).fill(EXPECTED) },
  { expectedItems: null },
])('confirmation with %j, is refused without an order', async (wrong) => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify({ sessionId, ...wrong });
  const response = await ana.send({ method: 'POST', url: '/api/cash-payment', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(await list(ana)).toHaveLength(1);
});

test('repeated confirmation with its idempotency key, answers the same order even with a new cart', async () => {
  const [ana, besa] = [await somebody(), await somebody()];
  const dealId = await newDeal(shop.db);
  const body = { sessionId, key: v7() };
  await ana(cart.add, { body: { dealId, sessionId } });
  const order = await ana(orders.cash, { body });
  await ana(cart.add, { body: { dealId, sessionId } });
  expect(await ana(orders.cash, { body: { ...body, expectedItems: [] } })).toEqual(order);
  expect(await ana(cart.list, { params: { sessionId } })).toHaveLength(1);
  expect(await ana(orders.mine, { query: { key: body.key } }), 'asked what it made').toEqual([order]);
  expect(await ana(orders.mine, { query: { key: v7() } }), 'what another made').toEqual([]);
  expect(await besa(orders.mine, { query: { key: body.key } }), 'what somebody else made').toEqual([]);
  await besa(cart.add, { body: { dealId, sessionId } });
  expect((await besa(orders.cash, { body })).id, 'of somebody else').not.toBe(order.id);
});
