import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { type CartItem, cart, MAX_LINES } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { cartItems } from '#db/schema/shopping.ts';
import { lockCart, lockLines } from '#server/features/cart/cart.store.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newDeals, newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';

const shop = await startShop();
const { db } = shop;
const sessionId = newSessionId();
let people = 0;
const somebody = () => shop.as({ email: `buyer${++people}@example.al` });
const add = (client: Client, dealId: string, quantity = 1) =>
  client(cart.add, { body: { dealId, sessionId, quantity } });
const list = (client: Client) => client(cart.list, { params: { sessionId } });
const confirm = (client: Client, shown?: readonly CartItem[]) =>
  client(orders.cash, { body: { sessionId, ...(shown && { expectedItems: expectedItems(shown) }) } });

test('a price that changed since it was shown stops the order and says the new total', async () => {
  const ana = await somebody();
  const { dealId } = await add(ana, await newDeal(db, { price: 100_000 }), 2);
  const shown = await list(ana);
  await db.update(deals).set({ price: 100_001 }).where(eq(deals.id, dealId));
  const error = await confirm(ana, shown).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 409, code: 'cart.changed', details: { total: 2000.02 } });
  expect((await confirm(ana, await list(ana))).totalAmount).toBe(2000.02);
});

const PRICES = { price: 100_000, originalPrice: null };

/** What may become of a deal that is shown in a cart, in which another of the same price stands too. */
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

test.each(Object.keys(changes))('what was shown is ordered or nothing: not %s', async (which) => {
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

test('no deal changes while it is ordered', async () => {
  const email = 'no-change@example.al';
  const userId = await newUser(db, { email, username: email });
  const { dealId } = await add(await shop.as({ email }), await newDeal(db));
  await inTransaction(db, async (tx) => {
    await lockCart(tx, userId);
    expect(await lockLines(tx, userId)).toHaveLength(1);
    const edit = inTransaction(db, async (other) => {
      await other.execute(sql`set local lock_timeout = '100ms'`);
      await other.update(deals).set({ price: 1 }).where(eq(deals.id, dealId));
    });
    expect(
      await edit.then(
        () => 'changed',
        () => 'waits',
      ),
    ).toBe('waits');
  });
});

test('deals are locked in one order, in whichever they were added', async () => {
  const email = 'in-order@example.al';
  const userId = await newUser(db, { email, username: email });
  const [first, second] = [v7(), v7()];
  const ana = await shop.as({ email });
  for (const id of [second, first]) {
    await newDeal(db, { id });
    await add(ana, id);
  }
  await db
    .update(cartItems)
    .set({ createdAt: new Date(0) })
    .where(eq(cartItems.dealId, first));
  const lock = (tx: Tx, id: string) => tx.select().from(deals).where(eq(deals.id, id)).for('update', { noWait: true });
  let ordered: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await lock(tx, first);
    ordered = inTransaction(db, async (other) => {
      // An index would happen to give them in this order, as long as it is the one that is read.
      await other.execute(sql`set local enable_indexscan = off`);
      await other.execute(sql`set local enable_bitmapscan = off`);
      return lockLines(other, userId);
    });
    await vi.waitFor(async () => expect(await waitingFor(shop.pool)).toHaveLength(1));
    await lock(tx, second);
  });
  expect(await ordered).toMatchObject([{ deal: { id: first } }, { deal: { id: second } }]);
});

/** The longest that a title can be, in letters of four bytes each. */
const LONG = '💇'.repeat(160);

test('fifty of the longest lines there can be are ordered', async () => {
  const ana = await somebody();
  for (const id of await newDeals(db, MAX_LINES)) {
    await db.update(deals).set({ title: LONG, titleEn: LONG, businessName: LONG, price: 100 }).where(eq(deals.id, id));
    await add(ana, id);
  }
  expect((await confirm(ana, await list(ana))).items).toHaveLength(MAX_LINES);
});

test('a deal is the same in whichever case its id is written', async () => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const shown = (await list(ana)).map((line) => ({ ...line, dealId: line.dealId.toUpperCase() }));
  expect(await confirm(ana, shown)).toMatchObject({ status: 'pending' });
});

const EXPECTED = { dealId: v7(), quantity: 1, price: 1200, title: 'Prerje', titleEn: null, businessName: 'Sallon' };

test.each([
  { expectedItems: '1200' },
  { expectedItems: [{}] },
  { expectedItems: [{ ...EXPECTED, price: -1 }] },
  { expectedItems: [{ ...EXPECTED, price: 1e21 }] },
  { expectedItems: [{ ...EXPECTED, price: 1200.001 }] },
  { expectedItems: [{ ...EXPECTED, quantity: 0 }] },
  { expectedItems: Array(51).fill(EXPECTED) },
  { expectedItems: null },
])('%j in a confirmation is refused', async (wrong) => {
  const ana = await somebody();
  await add(ana, await newDeal(db));
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify({ sessionId, ...wrong });
  const response = await ana.send({ method: 'POST', url: '/api/cash-payment', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(await list(ana)).toHaveLength(1);
});
