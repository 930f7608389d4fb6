import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#db/schema/catalogue.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;
const sessionId = newSessionId();
let people = 0;
const somebody = () => shop.as({ email: `shopper${++people}@example.al` });
const add = (client: Client, dealId: string, quantity?: number) =>
  client(cart.add, { body: { dealId, sessionId, ...(quantity === undefined ? {} : { quantity }) } });
const list = (client: Client) => client(cart.list, { params: { sessionId } });

test('added deal, is in the cart with its data', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { price: 99_950, originalPrice: 199_900, titleEn: 'Cut and wash' });
  const added = await add(ana, dealId);
  expect(added).toMatchObject({ dealId, quantity: 1, sessionId, unavailable: null, priceChanged: null });
  expect(added.deal).toMatchObject({ id: dealId, titleEn: 'Cut and wash', price: 999.5, originalPrice: 1999 });
  const lines = await list(ana);
  expect(lines).toEqual([added]);
  expect(cart.list.answer.parse(lines)).toEqual(lines);
});

test('deal added again, raises the quantity up to 99', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const first = await add(ana, dealId, 60);
  expect(await add(ana, dealId, 30)).toMatchObject({ id: first.id, quantity: 90 });
  expect(await add(ana, dealId, 30)).toMatchObject({ id: first.id, quantity: 99 });
  expect(await list(ana)).toHaveLength(1);
});

test('hidden, inactive, deleted, expired or own deal, cannot be added', async () => {
  const ana = await somebody();
  const dealer = await shop.as({ email: 'dealer@example.al', canPostDeals: true });
  const { user } = await meOf('dealer@example.al');
  const past = new Date(Date.now() - 1000);
  expect(await refusal(add(ana, '0190a5b2-0000-7000-8000-000000000000'))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, await newDeal(db, { isHidden: true })))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, await newDeal(db, { isActive: false })))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, await newDeal(db, { deletedAt: past })))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, await newDeal(db, { expiresAt: past })))).toBe('409 deals.expired');
  const own = await newDeal(db, { userId: user });
  expect(await refusal(add(dealer, own))).toBe('409 deals.own');
  expect(await add(ana, own)).toMatchObject({ dealId: own });
  expect(await refusal(add(ana, await newDeal(db, { userId: user, isActive: false })))).toBe('409 deals.notForSale');
});

async function meOf(email: string): Promise<{ user: string }> {
  const { rows } = await shop.pool.query('select id from users where email = $1', [email]);
  return { user: rows[0].id };
}

test.each([0, -1, 100, 1.5, '2', null, 1e308])('quantity %j, is refused', async (quantity) => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const payload = JSON.stringify({ dealId, sessionId, quantity });
  const headers = { 'content-type': 'application/json' };
  const response = await ana.send({ method: 'POST', url: '/api/cart', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe('input.invalid');
  expect(await list(ana)).toEqual([]);
});

test('price in the request, is ignored', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { price: 250_000, originalPrice: null });
  const payload = JSON.stringify({ dealId, sessionId, price: 1, addedPrice: 1, deal: { price: 1 } });
  const headers = { 'content-type': 'application/json' };
  await ana.send({ method: 'POST', url: '/api/cart', headers, payload });
  expect((await list(ana))[0]).toMatchObject({ deal: { price: 2500 }, priceChanged: null });
});

test('cart with 50 deals, another one is refused', async () => {
  const ana = await somebody();
  const ids = await Promise.all(Array.from({ length: 51 }, () => newDeal(db)));
  for (const id of ids.slice(0, 50)) await add(ana, id);
  expect(await refusal(add(ana, ids[50] as string))).toBe('409 cart.full');
  expect(await add(ana, ids[0] as string)).toMatchObject({ quantity: 2 });
  expect(await list(ana)).toHaveLength(50);
});

test('quantity, is set; zero removes the line and is idempotent', async () => {
  const ana = await somebody();
  const line = await add(ana, await newDeal(db));
  const set = (quantity: number) => ana(cart.update, { params: { itemId: line.id }, body: { quantity } });
  expect(await set(7)).toEqual({ id: line.id, quantity: 7 });
  expect((await list(ana))[0]?.quantity).toBe(7);
  expect(await refusal(set(100))).toBe('400 input.invalid');
  expect(await refusal(set(-1))).toBe('400 input.invalid');
  expect(await set(0)).toEqual({ id: line.id, quantity: 0 });
  expect(await set(0)).toEqual({ id: line.id, quantity: 0 });
  expect(await refusal(set(3))).toBe('404 cart.lineNotFound');
  expect(await list(ana)).toEqual([]);
});

test('removal of a line, is idempotent for ten minutes', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const line = await add(ana, dealId);
  const remove = () => ana(cart.remove, { params: { itemId: line.id } });
  expect(await remove()).toEqual({ id: line.id, quantity: 0 });
  expect(await remove()).toEqual({ id: line.id, quantity: 0 });
  expect((await add(ana, dealId)).id).not.toBe(line.id);
  await shop.pool.query(`update cart_items set removed_at = removed_at - interval '10 minutes' where id = $1`, [
    line.id,
  ]);
  expect(await refusal(remove())).toBe('404 cart.lineNotFound');
  expect(await list(ana)).toHaveLength(1);
});

test('clearing, removes all lines and returns their number', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  await add(ana, await newDeal(db));
  expect(await ana(cart.clear, { params: { sessionId } })).toEqual({ removed: 2 });
  expect(await ana(cart.clear, { params: { sessionId: newSessionId() } })).toEqual({ removed: 0 });
  expect(await list(ana)).toEqual([]);
});

test('line, shows that its deal expired, was hidden or changed its price', async () => {
  const ana = await somebody();
  const [expired, hidden, dearer] = [await newDeal(db), await newDeal(db), await newDeal(db, { price: 100_000 })];
  for (const id of [expired, hidden, dearer]) await add(ana, id);
  await db.update(deals).set({ expiresAt: sql`now()` }).where(eq(deals.id, expired));
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, hidden));
  await db.update(deals).set({ price: 110_050 }).where(eq(deals.id, dearer));
  const lines = await list(ana);
  expect(lines.map((line) => line.unavailable)).toEqual(['expired', 'unavailable', null]);
  expect(lines[2]).toMatchObject({ deal: { price: 1100.5 }, priceChanged: { old: 1000, new: 1100.5 } });
});

test('guest, sees an empty cart and cannot change one', async () => {
  const guest = shop.guest();
  const line = await add(await somebody(), await newDeal(db));
  expect(await list(guest)).toEqual([]);
  expect(await refusal(add(guest, line.dealId))).toBe('401 access.notAuthenticated');
  const params = { itemId: line.id };
  expect(await refusal(guest(cart.update, { params, body: { quantity: 2 } }))).toBe('401 access.notAuthenticated');
  expect(await refusal(guest(cart.remove, { params }))).toBe('401 access.notAuthenticated');
  expect(await refusal(guest(cart.clear, { params: { sessionId } }))).toBe('401 access.notAuthenticated');
});

test('ended session, listing the cart is 401', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  await shop.pool.query('delete from sessions');
  expect(await refusal(list(ana))).toBe('401 access.notAuthenticated');
});

test.each(['user', 'admin'] as const)('another %s, cannot see, change or probe a cart', async (role) => {
  const ana = await somebody();
  const other = await shop.as({ email: `other-${role}@example.al`, role });
  const line = await add(ana, await newDeal(db), 3);
  expect(await list(other)).toEqual([]);
  for (const [method, payload] of [
    ['PATCH', '{"quantity":1}'],
    ['PATCH', '{"quantity":0}'],
    ['DELETE', ''],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'x-session-id': sessionId };
    const [foreign, unknown] = [line.id, await newUser(db)].map((id) =>
      other.send({ method, url: `/api/cart/${id}`, headers, payload }),
    );
    const answers = [await foreign, await unknown].map((answer) => [answer?.statusCode, answer?.body]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
  }
  expect(await other(cart.clear, { params: { sessionId } })).toEqual({ removed: 0 });
  expect(await list(ana)).toEqual([line]);
});

test('addition repeated with its idempotency key, is made once per user', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const key = randomUUID();
  const once = () => ana(cart.add, { body: { dealId, sessionId, quantity: 2, key } });
  const first = await once();
  expect(await once()).toEqual(first);
  await ana(cart.update, { params: { itemId: first.id }, body: { quantity: 5 } });
  expect(await once(), 'the line as it is').toMatchObject({ id: first.id, quantity: 5 });
  expect(await ana(cart.add, { body: { dealId, sessionId } }), 'another addition').toMatchObject({
    id: first.id,
    quantity: 6,
  });
  await ana(cart.remove, { params: { itemId: first.id } });
  expect(await refusal(once()), 'what was removed stays so').toBe('404 cart.lineNotFound');
  const besa = await somebody();
  expect(await besa(cart.add, { body: { dealId, sessionId, key } }), "another's key").toMatchObject({ quantity: 1 });
});

test('ten concurrent additions with one key, are made once', async () => {
  const ana = await somebody();
  const key = randomUUID();
  const body = { dealId: await newDeal(db), sessionId, key };
  await Promise.all(Array.from({ length: 10 }, () => ana(cart.add, { body })));
  expect(await ana(cart.list, { params: { sessionId } })).toMatchObject([{ quantity: 1 }]);
});

test('refused addition, can be retried with its key', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { isHidden: true });
  const body = { dealId, sessionId, key: randomUUID() };
  expect(await refusal(ana(cart.add, { body }))).toBe('404 deals.notFound');
  await db.update(deals).set({ isHidden: false }).where(eq(deals.id, dealId));
  expect(await ana(cart.add, { body })).toMatchObject({ quantity: 1 });
});

test('hidden deal, later changes are not shown in carts', async () => {
  const ana = await somebody();
  const body = { dealId: await newDeal(db, { price: 100_000 }), sessionId, key: randomUUID() };
  await ana(cart.add, { body });
  const secret = 'Ende e fshehtë';
  const news = { title: secret, titleEn: secret, businessName: secret, price: 90_000, originalPrice: 190_000 };
  await db
    .update(deals)
    .set({ isHidden: true, imageUrl: '/pictures/deals/hair-2-320.avif', ...news })
    .where(eq(deals.id, body.dealId));
  const lines = [...(await ana(cart.list, { params: { sessionId } })), await ana(cart.add, { body })];
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatchObject({ unavailable: 'unavailable', priceChanged: null });
    expect(line.deal).toMatchObject({ title: '', titleEn: null, businessName: '', imageUrl: null });
    expect(line.deal).toMatchObject({ price: 1000, originalPrice: null, discount: 0 });
  }
});

test('hidden deal, has the price at which it was added last', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { price: 100_000 });
  const set = (values: Partial<typeof deals.$inferInsert>) => db.update(deals).set(values).where(eq(deals.id, dealId));
  await ana(cart.add, { body: { dealId, sessionId, quantity: 1 } });
  await set({ price: 90_000 });
  await ana(cart.add, { body: { dealId, sessionId, quantity: 1 } });
  await set({ isHidden: true });
  expect(await ana(cart.list, { params: { sessionId } })).toMatchObject([{ quantity: 2, deal: { price: 900 } }]);
});
