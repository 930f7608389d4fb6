import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { favorites } from '#core/contract/favorites.ts';
import { deals, favorites as rows } from '#db/schema.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';
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

async function likesOf(dealId: string): Promise<number | undefined> {
  const [deal] = await db.select({ likes: deals.likes }).from(deals).where(eq(deals.id, dealId));
  return deal?.likes;
}

async function idOf(email: string): Promise<string> {
  const { rows: found } = await shop.pool.query('select id from users where email = $1', [email]);
  return found[0].id;
}

const signIn = async (email: string, sessionId: string) => {
  const userId = await idOf(email);
  await inTransaction(db, (tx) => adoptGuestFavorites(tx, { userId, sessionId }));
};

test('saved deals are listed newest first, whatever the session id', async () => {
  const ana = await somebody();
  const ids = [await newDeal(db), await newDeal(db), await newDeal(db)];
  for (const id of ids) await add(ana, id);
  const saved = await list(ana);
  expect(saved.map((favorite) => favorite.dealId)).toEqual(ids.reverse());
  expect(saved[0]?.deal).toMatchObject({ id: ids[0], price: 1200, originalPrice: 2000, discount: 40 });
  expect(favorites.list.answer.parse(saved)).toEqual(saved);
});

test('saving again answers the same, and so does forgetting again', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const saved = await add(ana, dealId);
  expect(await add(ana, dealId)).toEqual(saved);
  expect(await likesOf(dealId)).toBe(1);
  expect(await remove(ana, dealId)).toEqual({ success: true });
  expect(await remove(ana, dealId)).toEqual({ success: true });
  expect(await likesOf(dealId)).toBe(0);
  expect(await savedBy(ana)).toEqual([]);
});

test('an expired deal stays in the list; a hidden, paused or deleted one leaves it', async () => {
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
  expect(await remove(ana, hidden)).toEqual({ success: true });
});

test('a deal that nobody may see cannot be saved', async () => {
  const ana = await somebody();
  for (const more of [{ isHidden: true }, { isActive: false }, { deletedAt: new Date() }]) {
    expect(await refusal(add(ana, await newDeal(db, more)))).toBe('404 deals.notFound');
  }
  expect(await refusal(add(ana, '0190a5b2-0000-7000-8000-000000000000'))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, 'no-id'))).toBe('400 input.invalid');
});

test('a guest saves under the session id but has to sign in to see the list', async () => {
  const guest = shop.guest();
  const sessionId = newSessionId();
  const dealId = await newDeal(db);
  const saved = await add(guest, dealId, sessionId);
  expect(await add(guest, dealId, sessionId)).toEqual(saved);
  expect(await likesOf(dealId)).toBe(1);
  expect(await refusal(list(guest))).toBe('401 access.notAuthenticated');
  expect(await remove(guest, dealId, newSessionId())).toEqual({ success: true });
  expect(await likesOf(dealId)).toBe(1);
  expect(await remove(guest, dealId, sessionId)).toEqual({ success: true });
  expect(await likesOf(dealId)).toBe(0);
});

test('what a guest saved joins the account at sign-in, without doubles and with every like right', async () => {
  const guest = shop.guest();
  const ana = await somebody();
  const sessionId = newSessionId();
  const [both, fresh] = [await newDeal(db), await newDeal(db)];
  await add(ana, both);
  await add(guest, both, sessionId);
  await add(guest, fresh, sessionId);
  expect([await likesOf(both), await likesOf(fresh)]).toEqual([2, 1]);
  await signIn(`saver${people}@example.al`, sessionId);
  await signIn(`saver${people}@example.al`, sessionId);
  expect(new Set(await savedBy(ana))).toEqual(new Set([both, fresh]));
  expect([await likesOf(both), await likesOf(fresh)]).toEqual([1, 1]);
  await remove(guest, fresh, sessionId);
  expect(new Set(await savedBy(ana))).toEqual(new Set([both, fresh]));
});

test("nobody touches anybody else's favourites, with or without their session id", async () => {
  const ana = await somebody();
  const sessionId = newSessionId();
  const dealId = await newDeal(db);
  await add(ana, dealId, sessionId);
  const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
  for (const other of [shop.guest(), await somebody(), admin]) {
    expect(await remove(other, dealId, sessionId)).toEqual({ success: true });
    expect(await savedBy(ana)).toEqual([dealId]);
  }
  expect(await savedBy(admin)).toEqual([]);
  const guest = shop.guest();
  await add(guest, dealId, sessionId);
  expect(await remove(ana, dealId, sessionId)).toEqual({ success: true });
  const left = await db.select().from(rows).where(eq(rows.dealId, dealId));
  expect(left).toMatchObject([{ userId: null, sessionId }]);
  expect(await likesOf(dealId)).toBe(1);
});

test('a guest may save a hundred deals, a signed-in person more', async () => {
  const guest = shop.guest();
  const ana = await somebody();
  const sessionId = newSessionId();
  const ids = await Promise.all(Array.from({ length: 101 }, () => newDeal(db)));
  for (const id of ids.slice(0, 100)) await add(guest, id, sessionId);
  expect(await refusal(add(guest, ids[100] as string, sessionId))).toBe('409 favorites.full');
  expect(await add(guest, ids[0] as string, sessionId)).toMatchObject({ dealId: ids[0] });
  await signIn(`saver${people}@example.al`, sessionId);
  await add(ana, ids[100] as string);
  expect(await savedBy(ana)).toHaveLength(101);
});
