import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { favorites } from '#core/contract/favorites.ts';
import { dealCounters, deals } from '#db/schema/catalogue.ts';
import { favorites as rows } from '#db/schema/shopping.ts';
import { inTransaction, sqlState } from '#server/kit/db/transaction.ts';
import { browserKeyOf } from '#server/kit/http/browsers.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newDeals } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { adoptGuestFavorites, removeFavorite } from './favorites.store.ts';

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

test('saved deals are listed newest first, whatever the session id', async () => {
  const ana = await somebody();
  const ids = [await newDeal(db), await newDeal(db), await newDeal(db)];
  for (const id of ids) await add(ana, id);
  const saved = await list(ana);
  expect(saved.map((favorite) => favorite.dealId)).toEqual(ids.reverse());
  expect(saved[0]?.deal).toMatchObject({ id: ids[0], price: 1200, originalPrice: 2000, discount: 40 });
  expect(favorites.list.answer.parse(saved)).toEqual(saved);
});

test('saving and forgetting tell whether they were for an account', async () => {
  const dealId = await newDeal(db);
  for (const [client, ofAccount] of [
    [await somebody(), true],
    [shop.guest(), false],
  ] as const) {
    expect((await add(client, dealId)).ofAccount).toBe(ofAccount);
    expect((await remove(client, dealId)).ofAccount).toBe(ofAccount);
  }
});

test('saving again answers the same, and so does forgetting again', async () => {
  const ana = await somebody();
  const dealId = await newDeal(db);
  const saved = await add(ana, dealId);
  expect(await add(ana, dealId)).toEqual(saved);
  expect(await likesOf(dealId)).toBe(1);
  expect(await remove(ana, dealId)).toMatchObject({ success: true });
  expect(await remove(ana, dealId)).toMatchObject({ success: true });
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
  expect(await remove(ana, hidden)).toMatchObject({ success: true });
});

test('a deal that nobody may see cannot be saved', async () => {
  const ana = await somebody();
  for (const more of [{ isHidden: true }, { isActive: false }, { deletedAt: new Date() }]) {
    expect(await refusal(add(ana, await newDeal(db, more)))).toBe('404 deals.notFound');
  }
  expect(await refusal(add(ana, '0190a5b2-0000-7000-8000-000000000000'))).toBe('404 deals.notFound');
  expect(await refusal(add(ana, 'no-id'))).toBe('400 input.invalid');
});

test('a guest saves, whatever the session id, and sees it in this browser; the list of an account takes a sign-in', async () => {
  const guest = shop.guest();
  const sessionId = newSessionId();
  const dealId = await newDeal(db);
  const saved = await add(guest, dealId, sessionId);
  expect(await add(guest, dealId)).toEqual(saved);
  expect(await likesOf(dealId)).toBe(1);
  expect(await refusal(list(guest))).toBe('401 access.notAuthenticated');
  expect(await savedHere(guest)).toEqual([dealId]);
  expect(await savedHere(shop.guest())).toEqual([]);
  expect(await remove(guest, dealId)).toMatchObject({ success: true });
  expect(await likesOf(dealId)).toBe(0);
  expect(await savedHere(guest)).toEqual([]);
});

test('what a guest saved comes in pages, the newest first, without what nobody may see', async () => {
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

test('what a guest saved joins the account at sign-in, without doubles and with every like right', async () => {
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

test("nobody touches anybody else's favourites, with or without their session id", async () => {
  const ana = await somebody();
  const sessionId = newSessionId();
  const dealId = await newDeal(db);
  await add(ana, dealId, sessionId);
  const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
  for (const other of [shop.guest(), await somebody(), admin]) {
    expect(await remove(other, dealId, sessionId)).toMatchObject({ success: true });
    expect(await savedBy(ana)).toEqual([dealId]);
  }
  expect(await savedBy(admin)).toEqual([]);
  const guest = shop.guest();
  await add(guest, dealId, sessionId);
  expect(await remove(ana, dealId, sessionId)).toMatchObject({ success: true });
  const left = await db.select().from(rows).where(eq(rows.dealId, dealId));
  expect(left).toMatchObject([{ userId: null, browser: browserOf(guest), sessionId }]);
  expect(await likesOf(dealId)).toBe(1);
});

test("who knows a guest's session id neither takes nor deletes what the guest saved", async () => {
  const [guest, thief] = [shop.guest(), shop.guest()];
  const sessionId = newSessionId();
  const [dealId, other] = [await newDeal(db), await newDeal(db)];
  await add(guest, dealId, sessionId);
  await add(thief, other, sessionId);
  for (const client of [thief, shop.guest()]) {
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

test('guests of one address are one like a day, whoever signs in is one more', async () => {
  const dealId = await newDeal(db);
  const nodes = [shop, await shop.anotherNode()];
  for (const popular of await newDeals(db, 5)) {
    await Promise.all(nodes.flatMap((node) => Array.from({ length: 5 }, () => add(node.guest(), popular))));
    expect(await likesOf(popular)).toBe(1);
  }
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

test('a favourite does not change its deal: likes would be wrong', async () => {
  const ana = await somebody();
  const [kept, other] = [await newDeal(db), await newDeal(db)];
  const { id } = await add(ana, kept);
  const changed = db.update(rows).set({ dealId: other }).where(eq(rows.id, id));
  expect(await changed.then(() => 'changed', sqlState)).toBe('23001');
});

test('a guest may save a hundred deals, a signed-in person more', async () => {
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

test('every write to favourites waits until it is alone with them', async () => {
  const email = 'alone@example.al';
  const ana = await shop.as({ email });
  const [userId, dealId, guest] = [await idOf(email), await newDeal(db), shop.guest()];
  await add(guest, await newDeal(db));
  const theirs = { userId, browser: null, dealId } as const;
  const aGuests = { userId: null, browser: browserOf(guest), dealId } as const;
  const writes = [
    { holds: theirs, write: () => add(ana, dealId) },
    { holds: theirs, write: () => remove(ana, dealId) },
    { holds: theirs, write: () => signIn(email, guest) },
    { holds: aGuests, write: () => signIn(email, guest) },
  ];
  for (const { holds, write } of writes) {
    let written: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await removeFavorite(tx, holds);
      written = write();
      await expect.poll(() => waitingFor(shop.pool)).toEqual([expect.stringContaining('pg_advisory_xact_lock')]);
    });
    await written;
  }
});
