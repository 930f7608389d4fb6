import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { favorites } from '#core/contract/favorites.ts';
import { dealCounters, deals } from '#db/schema/catalogue.ts';
import { favorites as rows } from '#db/schema/shopping.ts';
import { inTransaction, sqlState } from '#server/kit/db/transaction.ts';
import { browserKeyOf } from '#server/kit/http/known-devices.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newDeals } from '#test/shoppers.ts';
import { adoptGuestFavorites } from './favorites.store.ts';

const shop = await startShop();
const { db } = shop;
let people = 0;
const somebody = () => shop.as({ email: `saver${++people}@example.al` });
const add = (client: Client, dealId: string, sessionId = newSessionId()) =>
  client(favorites.add, { body: { dealId, sessionId } });
const remove = (client: Client, dealId: string, sessionId = newSessionId()) =>
  client(favorites.remove, { params: { dealId, sessionId } });
const list = (client: Client) => client(favorites.list, { params: { sessionId: newSessionId() } });
const savedBy = async (client: Client) => (await list(client)).map((favorite) => favorite.dealId);
const savedHere = async (client: Client) => (await client(favorites.mine, {})).map((favorite) => favorite.dealId);

async function likesOf(dealId: string): Promise<number | undefined> {
  const [counted] = await db.select().from(dealCounters).where(eq(dealCounters.dealId, dealId));
  return counted?.likes;
}

async function idOf(email: string): Promise<string> {
  const { rows: found } = await shop.pool.query('select id from users where email = $1', [email]);
  return found[0].id;
}

/** As at a sign-in with that browser. */
const signIn = async (email: string, guest: Client) => {
  const userId = await idOf(email);
  await inTransaction(db, (tx) => adoptGuestFavorites(tx, { userId, browser: browserOf(guest) }));
};

const browserOf = (guest: Client) => browserKeyOf(guest.cookies.get('bukuri-browser') ?? '');

test('favorites are listed newest first', async () => {
  const ana = await somebody();
  const ids = [await newDeal(db), await newDeal(db), await newDeal(db)];
  for (const id of ids) await add(ana, id);
  const saved = await list(ana);
  expect(saved.map((favorite) => favorite.dealId)).toEqual(ids.reverse());
  expect(saved[0]?.deal).toMatchObject({ id: ids[0], price: 1200, originalPrice: 2000, discount: 40 });
  expect(favorites.list.answer.parse(saved)).toEqual(saved);
});

test('adding or removing a favorite again is idempotent', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const saved = await add(ana, dealId);
  expect(saved.ofAccount).toBe(true);
  expect(await add(ana, dealId)).toEqual(saved);
  expect(await likesOf(dealId)).toBe(1);
  expect(await remove(ana, dealId)).toMatchObject({ success: true });
  expect(await remove(ana, dealId)).toMatchObject({ success: true });
  expect(await likesOf(dealId)).toBe(0);
  expect(await savedBy(ana)).toEqual([]);
});

test('favorites list keeps expired deals and leaves out hidden, paused and deleted ones', async () => {
  const ana = await somebody();
  const ids = [await newDeal(db), await newDeal(db), await newDeal(db), await newDeal(db)];
  for (const id of ids) await add(ana, id);
  const [expired, hidden, paused, deleted] = ids as [string, string, string, string];
  await db
    .update(deals)
    .set({ expiresAt: new Date(0) })
    .where(eq(deals.id, expired));
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, hidden));
  await db.update(deals).set({ isActive: false }).where(eq(deals.id, paused));
  await db.update(deals).set({ deletedAt: new Date() }).where(eq(deals.id, deleted));
  expect(await savedBy(ana)).toEqual([expired]);
  expect(await refusal(add(ana, hidden))).toBe('404 deals.notFound');
  expect(await remove(ana, hidden)).toMatchObject({ success: true });
});

test('adding a deal that is not public is refused', async () => {
  const ana = await somebody();
  for (const more of [{ isHidden: true }, { isActive: false }, { deletedAt: new Date() }]) {
    expect(await refusal(add(ana, await newDeal(db, more)))).toBe('404 deals.notFound');
  }
  expect(await refusal(add(ana, '0190a5b2-0000-7000-8000-000000000000'))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, 'no-id'))).toBe('400 input.invalid');
});

test('guest favorites belong to the browser; the list of an account needs a sign-in', async () => {
  const guest = shop.guest();
  const sessionId = newSessionId();
  const dealId = await newDeal(db);
  const saved = await add(guest, dealId, sessionId);
  expect(saved.ofAccount).toBe(false);
  expect(await add(guest, dealId)).toEqual(saved);
  expect(await likesOf(dealId)).toBe(1);
  expect(await refusal(list(guest))).toBe('401 access.notAuthenticated');
  expect(await savedHere(guest)).toEqual([dealId]);
  expect(await savedHere(shop.guest())).toEqual([]);
  expect(await remove(guest, dealId)).toMatchObject({ success: true });
  expect(await likesOf(dealId)).toBe(0);
  expect(await savedHere(guest)).toEqual([]);
});

test('guest favorites are paged, newest first, public deals only', async () => {
  const guest = shop.guest();
  const ids = [await newDeal(db), await newDeal(db), await newDeal(db), await newDeal(db)];
  for (const id of ids) await add(guest, id);
  await db
    .update(deals)
    .set({ isHidden: true })
    .where(eq(deals.id, ids[1] as string));
  const pages: string[][] = [];
  for await (const page of guest.pages(favorites.mine, { query: { limit: '2' } })) {
    expect(favorites.mine.answer.parse(page)).toEqual(page);
    pages.push(page.map((favorite) => favorite.dealId));
  }
  expect(pages).toEqual([[ids[3], ids[2]], [ids[0]]]);
});

test('guest favorites join the account without duplicates, and likes stay right', async () => {
  const guest = shop.guest();
  const ana = await somebody();
  const sessionId = newSessionId();
  const [both, fresh] = [await newDeal(db), await newDeal(db)];
  await add(ana, both);
  await add(guest, both, sessionId);
  await add(guest, fresh, sessionId);
  expect([await likesOf(both), await likesOf(fresh)]).toEqual([2, 1]);
  await signIn(`saver${people}@example.al`, guest);
  await signIn(`saver${people}@example.al`, guest);
  expect(new Set(await savedBy(ana))).toEqual(new Set([both, fresh]));
  expect(await savedHere(ana)).toEqual(await savedBy(ana));
  expect(await savedHere(guest)).toEqual([]);
  expect([await likesOf(both), await likesOf(fresh)]).toEqual([1, 1]);
  await remove(guest, fresh, sessionId);
  expect(new Set(await savedBy(ana))).toEqual(new Set([both, fresh]));
});

test('favorites of another browser or account, session id known, are neither shown nor removed', async () => {
  const [guest, thief] = [shop.guest(), shop.guest()];
  const sessionId = newSessionId();
  const [dealId, other] = [await newDeal(db), await newDeal(db)];
  await add(guest, dealId, sessionId);
  await add(thief, other, sessionId);
  const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
  for (const client of [thief, shop.guest(), await somebody(), admin]) {
    expect(await remove(client, dealId, sessionId)).toMatchObject({ success: true });
    expect(await likesOf(dealId)).toBe(1);
    expect(await savedHere(client)).not.toContain(dealId);
  }
  thief.cookies.set('sessionId', sessionId);
  const headers = { 'x-session-id': sessionId };
  const payload = { email: 'thief@example.al', passwordHash: 'një gotë me ujë' };
  await thief.send({ method: 'POST', url: '/api/auth/register', headers, payload });
  expect(await savedBy(thief)).toEqual([other]);
  expect(await remove(guest, dealId, sessionId)).toMatchObject({ success: true });
  expect(await likesOf(dealId)).toBe(0);
});

test('guests of one address count as one like a day, each account as one', async () => {
  const dealId = await newDeal(db);
  const nodes = [shop, await shop.anotherNode()];
  const [popular = ''] = await newDeals(db, 1);
  await Promise.all(nodes.flatMap((node) => Array.from({ length: 5 }, () => add(node.guest(), popular))));
  expect(await likesOf(popular)).toBe(1);
  const guests = [shop.guest(), shop.guest(), shop.guest()] as const;
  await Promise.all(guests.map((guest) => add(guest, dealId)));
  expect(await likesOf(dealId)).toBe(1);
  await add(await somebody(), dealId);
  expect(await likesOf(dealId)).toBe(2);
  for (const guest of guests) {
    await somebody();
    await signIn(`saver${people}@example.al`, guest);
  }
  expect(await likesOf(dealId)).toBe(4);
  await add(shop.guest(), dealId);
  shop.clock.move(24 * 3600_000);
  await add(shop.guest(), dealId);
  expect(await likesOf(dealId)).toBe(6);
});

test('changing the deal of a favorite is refused', async () => {
  const ana = await somebody();
  const [kept, other] = [await newDeal(db), await newDeal(db)];
  const { id } = await add(ana, kept);
  const changed = db.update(rows).set({ dealId: other }).where(eq(rows.id, id));
  expect(await changed.then(() => 'changed', sqlState)).toBe('23001');
});

test('guest favorites, more than a hundred, are refused; accounts have no limit', async () => {
  const guest = shop.guest();
  const ana = await somebody();
  const sessionId = newSessionId();
  const ids = await newDeals(db, 101);
  for (const id of ids.slice(0, 100)) await add(guest, id, sessionId);
  expect(await refusal(add(guest, ids[100] as string, sessionId))).toBe('409 favorites.full');
  expect(await add(guest, ids[0] as string, sessionId)).toMatchObject({ dealId: ids[0] });
  await signIn(`saver${people}@example.al`, guest);
  await add(ana, ids[100] as string);
  const saved: unknown[] = [];
  for await (const page of ana.pages(favorites.list, { params: { sessionId }, query: {} })) saved.push(...page);
  expect(saved).toHaveLength(101);
});
