import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#db/schema/catalogue.ts';
import { carts } from '#db/schema/shopping.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';

const shop = await startShop();
const { db } = shop;
const sessionId = newSessionId();
let people = 0;
const somebody = () => shop.as({ email: `shopper${++people}@example.al` });
const add = (client: Client, dealId: string, quantity?: number) =>
  client(cart.add, { body: { dealId, sessionId, ...(quantity === undefined ? {} : { quantity }) } });
const list = (client: Client) => client(cart.list, { params: { sessionId } });

test('a deal that was added stands in the cart with what the screen shows', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { price: 99_950, originalPrice: 199_900, titleEn: 'Cut and wash' });
  const added = await add(ana, dealId);
  expect(added).toMatchObject({ dealId, quantity: 1, sessionId, unavailable: null, priceChanged: null });
  expect(added.deal).toMatchObject({ id: dealId, titleEn: 'Cut and wash', price: 999.5, originalPrice: 1999 });
  const lines = await list(ana);
  expect(lines).toEqual([added]);
  expect(cart.list.answer.parse(lines)).toEqual(lines);
});

test('the same deal again raises the quantity, to 99 at most', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const first = await add(ana, dealId, 60);
  expect(await add(ana, dealId, 30)).toMatchObject({ id: first.id, quantity: 90 });
  expect(await add(ana, dealId, 30)).toMatchObject({ id: first.id, quantity: 99 });
  expect(await list(ana)).toHaveLength(1);
});

test('lines stand in the order in which they were added', async () => {
  const ana = await somebody();
  const ids = [await newDeal(db), await newDeal(db), await newDeal(db)].reverse();
  for (const id of ids) await add(ana, id);
  await add(ana, ids[1] as string);
  expect((await list(ana)).map((line) => line.dealId)).toEqual(ids);
});

test('what cannot be bought is not added', async () => {
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
});

async function meOf(email: string): Promise<{ user: string }> {
  const { rows } = await shop.pool.query('select id from users where email = $1', [email]);
  return { user: rows[0].id };
}

test.each([0, -1, 100, 1.5, '2', null, 1e308])('a quantity of %j is refused', async (quantity) => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const payload = JSON.stringify({ dealId, sessionId, quantity });
  const headers = { 'content-type': 'application/json' };
  const response = await ana.send({ method: 'POST', url: '/api/cart', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe('input.invalid');
  expect(await list(ana)).toEqual([]);
});

test('a price in the request is ignored', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db, { price: 250_000, originalPrice: null });
  const payload = JSON.stringify({ dealId, sessionId, price: 1, addedPrice: 1, deal: { price: 1 } });
  const headers = { 'content-type': 'application/json' };
  await ana.send({ method: 'POST', url: '/api/cart', headers, payload });
  expect((await list(ana))[0]).toMatchObject({ deal: { price: 2500 }, priceChanged: null });
});

test('a cart holds fifty deals and no more', async () => {
  const ana = await somebody();
  const ids = await Promise.all(Array.from({ length: 51 }, () => newDeal(db)));
  for (const id of ids.slice(0, 50)) await add(ana, id);
  expect(await refusal(add(ana, ids[50] as string))).toBe('409 cart.full');
  expect(await add(ana, ids[0] as string)).toMatchObject({ quantity: 2 });
  expect(await list(ana)).toHaveLength(50);
});

test('the quantity of a line can be set; zero removes the line, and again', async () => {
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

test('removing a line answers the same for ten minutes, then not any more', async () => {
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

test('clearing removes every line and says how many', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  await add(ana, await newDeal(db));
  expect(await ana(cart.clear, { params: { sessionId } })).toEqual({ removed: 2 });
  expect(await ana(cart.clear, { params: { sessionId: newSessionId() } })).toEqual({ removed: 0 });
  expect(await list(ana)).toEqual([]);
});

test('a line says when its deal expired, vanished or changed its price', async () => {
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

test('every real change is later than the one before, and asking for what is gone is no change', async () => {
  const ana = await somebody();
  const email = `shopper${people}@example.al`;
  const { user } = await meOf(email);
  const touched = async () => {
    const [row] = await db.select({ at: carts.touchedAt }).from(carts).where(eq(carts.userId, user));
    return row?.at.getTime() ?? 0;
  };
  const line = await add(ana, await newDeal(db));
  const which = { params: { itemId: line.id } };
  const changes = {
    more: () => add(ana, line.dealId),
    quantity: () => ana(cart.update, { ...which, body: { quantity: 5 } }),
    removal: () => ana(cart.remove, which),
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await touched();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await change();
    expect(await touched(), what).toBeGreaterThan(before);
  }
  const removed = await touched();
  await ana(cart.remove, which);
  await ana(cart.clear, { params: { sessionId } });
  expect(await touched()).toBe(removed);
});

test('a guest sees an empty cart and may not write', async () => {
  const guest = shop.guest();
  const line = await add(await somebody(), await newDeal(db));
  expect(await list(guest)).toEqual([]);
  expect(await refusal(add(guest, line.dealId))).toBe('401 access.notAuthenticated');
  const params = { itemId: line.id };
  expect(await refusal(guest(cart.update, { params, body: { quantity: 2 } }))).toBe('401 access.notAuthenticated');
  expect(await refusal(guest(cart.remove, { params }))).toBe('401 access.notAuthenticated');
  expect(await refusal(guest(cart.clear, { params: { sessionId } }))).toBe('401 access.notAuthenticated');
});

test('whose session has ended is told so, not that the cart is empty', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  await shop.pool.query('delete from sessions');
  expect(await refusal(list(ana))).toBe('401 access.notAuthenticated');
});

test.each(['user', 'admin'] as const)(
  'another %s sees nothing of a cart and cannot tell a line from no line',
  async (role) => {
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
  },
);

test('an item id that is no id is a line that does not exist', async () => {
  const ana = await somebody();
  const response = await ana.send({ method: 'DELETE', url: '/api/cart/clear' });
  expect(response.statusCode).toBe(404);
});

test('every write to a cart waits until it is alone with it, before it looks at anything', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const { id: itemId } = await add(ana, dealId);
  const holder = await shop.pool.connect();
  const writes = [
    () => add(ana, dealId),
    () => ana(cart.update, { params: { itemId }, body: { quantity: 2 } }),
    () => ana(cart.remove, { params: { itemId } }),
    () => ana(cart.clear, { params: { sessionId } }),
  ];
  for (const write of writes) {
    await holder.query('begin');
    await holder.query('select from carts c join cart_items i using (user_id) where i.id = $1 for update of c', [
      itemId,
    ]);
    const written = write();
    await expect.poll(() => waitingFor(shop.pool)).toEqual([expect.stringContaining('for update')]);
    await holder.query('rollback');
    await written;
  }
  holder.release();
});
