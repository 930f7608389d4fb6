/** Salons: their public pages' data, and the profiles that dealers keep. */

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adminDeals } from '#core/contract/admin/deals.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { ApiError } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#core/contract/deals.ts';
import { follows } from '#core/contract/follows.ts';
import { orders } from '#core/contract/orders.ts';
import { privacy } from '#core/contract/privacy.ts';
import { SalonInput, salons } from '#core/contract/salons.ts';
import { categories } from '#db/schema/catalogue.ts';
import { mediaLibrary } from '#db/schema/media.ts';
import { salons as table } from '#db/schema/salons.ts';
import { deleteUnusedMedia } from '#server/features/media/media.store.ts';
import { type Client, newSessionId } from '#test/client.ts';
import { startDealerShop } from '#test/dealers.ts';
import { newDeal } from '#test/deals.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startDealerShop();
const { db, pool, newDealer } = shop;
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const guest = shop.guest();
const add = newDeal(db);
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });

const picture = (digit: number) => `/media/${String(digit).repeat(32)}-aabbcc-400.webp`;
const form: SalonInput = {
  name: 'Thonjtë e Çelës',
  about: 'Manikyr dhe pedikyr.',
  aboutEn: 'Manicure and pedicure.',
  logoUrl: picture(1),
  photos: [picture(2), picture(3), picture(2)],
  city: 'durres',
  address: 'Rruga Taulantia 4',
  location: '41.31234567,19.45',
  hours: [
    { weekday: 2, opens: '16:00', closes: '01:00' },
    { weekday: 2, opens: '09:00', closes: '13:00' },
  ],
  holidays: ['2099-01-02', '2099-01-01', '2000-01-01', '2099-01-01'],
  phone: '069 201 2345',
  whatsapp: '+355 69 201 2346',
  viber: '0692012347',
  instagram: 'https://www.instagram.com/thonjte.cela/?hl=en',
};
const save = (client: Client, more: object = {}) => client(salons.saveOwn, { body: { ...form, ...more } });
const get = (client: Client, slug: string) => client(salons.get, { params: { slug } });
const titlesAt = async (slug: string, query = {}) => {
  const { items, next } = await guest.page(salons.deals, { params: { slug }, query });
  return { titles: items.map(({ title }) => title), next };
};

test('poster is a PDF for the owner of a salon, and 404 for a dealer without one', async () => {
  const dealer = await shop.as({ email: 'poster@example.al', canPostDeals: true });
  expect(await refusal(dealer(salons.poster))).toBe('404 salons.notFound');
  await dealer(salons.saveOwn, { body: { name: 'Salloni i Çelës', city: 'tirana' } });
  const file = await dealer(salons.poster);
  expect(file.type).toBe('application/pdf');
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(text).toMatch(/^%PDF-[\s\S]*MediaBox \[0 0 419\.53 595\.28\]/);
});

test('profile, saved by a dealer, is created, shown to everybody and replaced as a whole; its slug stays', async () => {
  const { call, id } = await newDealer();
  expect(await call(salons.own)).toBeNull();
  const saved = await save(call);
  expect(saved).toMatchObject({
    ...{ slug: 'thonjte-e-celes', name: 'Thonjtë e Çelës', city: 'durres', location: '41.312346,19.45' },
    ...{ photos: [picture(2), picture(3)], logoUrl: picture(1), holidays: ['2099-01-01', '2099-01-02'] },
    ...{ phone: '+355 69 201 2345', whatsapp: '+355 69 201 2346', viber: '+355 69 201 2347' },
    instagram: 'thonjte.cela',
    hours: [
      { weekday: 2, opens: '09:00', closes: '13:00' },
      { weekday: 2, opens: '16:00', closes: '01:00' },
    ],
  });
  expect(await get(guest, saved.slug)).toEqual(saved);
  const emptied = await call(salons.saveOwn, { body: { name: 'Çela', city: 'tirana', phone: '' } });
  const none = { about: '', aboutEn: null, address: '', location: null, logoUrl: null, photos: [], hours: [] };
  expect(emptied).toEqual({
    ...{ id: saved.id, slug: 'thonjte-e-celes', name: 'Çela', city: 'tirana', ...none, holidays: [], version: 2 },
    ...{
      phone: null,
      whatsapp: null,
      viber: null,
      instagram: null,
      shareImage: null,
      isAvailable: true,
      ratings: [0, 0, 0, 0, 0],
    },
  });
  expect(await get(guest, saved.slug)).toEqual(emptied);
  expect(await call(salons.own)).toEqual(emptied);
  expect(await db.$count(table, eq(table.ownerId, id))).toBe(1);
});

test('profile, edited in two places, is saved once: the other is refused with it; without a version the last one wins', async () => {
  const { call } = await newDealer();
  const first = await save(call, { version: 0, holidays: [] });
  expect(first.version).toBe(1);
  const outcomes = await Promise.all(
    ['Rruga A', 'Rruga B'].map((address) => save(call, { ...first, address }).catch((error: unknown) => error)),
  );
  const saved = await call(salons.own);
  expect(outcomes).toContainEqual(saved);
  const refused = outcomes.find((outcome) => outcome instanceof ApiError);
  expect(refused).toMatchObject({ status: 409, code: 'salons.changed', details: { saved } });
  expect(await save(call, { ...saved, version: 1 })).toEqual(saved);
  expect(await refusal(save(call, { version: 0 }))).toBe('409 salons.changed');
  expect(await save(call)).toMatchObject({ address: form.address, version: 3 });
});

test('salons of one name, have addresses with the city and then with random letters', async () => {
  const slugs: string[] = [];
  for (let count = 0; count < 3; count++)
    slugs.push((await save((await newDealer()).call, { name: '“Bukuria”' })).slug);
  expect(slugs.slice(0, 2)).toEqual(['bukuria', 'bukuria-durres']);
  expect(slugs[2]).toMatch(/^bukuria-durres-[0-9a-f]{4}$/);
});

test('profile, saved twice at once by a new dealer, creates one salon', async () => {
  const { call, id } = await newDealer();
  await Promise.all([save(call), save(call)]);
  expect(await db.$count(table, eq(table.ownerId, id))).toBe(1);
});

test('profile, of another dealer, can be changed by administrators only; of an unknown salon by nobody', async () => {
  const [owner, stranger] = [await newDealer(), await newDealer()];
  const { id, slug } = await save(owner.call);
  const change = (client: Client, wanted: string) =>
    client(salons.save, { params: { id: wanted }, body: { name: 'Tjetër', city: 'vlore' } });
  expect(await refusal(change(guest, id))).toBe('401 access.notAuthenticated');
  expect(await refusal(change(stranger.call, id))).toBe('403 access.forbidden');
  expect(await refusal(change(admin, crypto.randomUUID()))).toBe('404 salons.notFound');
  await save(stranger.call, { name: 'I huaji' });
  expect((await owner.call(salons.own))?.name).toBe(form.name);
  await change(admin, id);
  expect(await owner.call(salons.own)).toMatchObject({ slug, name: 'Tjetër', city: 'vlore' });
});

test('own profile, of guests and users without permission, is refused', async () => {
  const user = await shop.as({ email: 'ana@example.al' });
  expect([await refusal(guest(salons.own)), await refusal(save(guest))]).toEqual([
    '401 access.notAuthenticated',
    '401 access.notAuthenticated',
  ]);
  expect([await refusal(user(salons.own)), await refusal(save(user))]).toEqual([
    '403 access.forbidden',
    '403 access.forbidden',
  ]);
  const { call, id } = await newDealer();
  await admin(adminUsers.setPermission, { params: { id }, body: { canPostDeals: false } });
  expect(await refusal(save(call))).toMatch(/^40[13] access/);
});

test.each([
  [{ name: ' ' }, { name: 'required' }],
  [{ city: 'roma' }, { city: 'unknownChoice' }],
  [{ about: 'x'.repeat(2001) }, { about: 'tooLong' }],
  [{ location: '41.3' }, { location: 'invalidPlace' }],
  [{ viber: '069 12' }, { viber: 'invalidPhone' }],
  [{ whatsapp: '069 000 0000 000' }, { whatsapp: 'invalidPhone' }],
  [{ instagram: 'thonjtë' }, { instagram: 'invalid' }],
  [{ instagram: 'https://www.instagram.com/p/C1x/?igsh=1' }, { instagram: 'invalid' }],
  [{ instagram: 'instagram.com/stories/highlights/17/' }, { instagram: 'invalid' }],
  [{ logoUrl: 'https://example.al/logo.png' }, { logoUrl: 'invalidImage' }],
  [{ logoUrl: `/media/${'1'.repeat(32)}-aabbcc.mp4` }, { logoUrl: 'invalidImage' }],
  [{ photos: Array.from({ length: 9 }, (_, digit) => picture(digit)) }, { photos: 'tooLarge' }],
  [{ hours: ['09:59', '10:00'].map((opens) => ({ weekday: 1, opens, closes: '09:59' })) }, { hours: 'invalid' }],
  [{ hours: [{ weekday: 1, opens: '9', closes: '10:00' }] }, { hours: 'invalid' }],
  [{ holidays: ['2026-02-30'] }, { 'holidays.0': 'invalid' }],
  [{ holidays: ['0000-01-01'] }, { 'holidays.0': 'invalid' }],
])('profile with %j, is refused with %j', async (more, fields) => {
  const error = await save(admin, more).catch((reason: unknown) => reason);
  expect(error instanceof ApiError && (error.details as { fields: object }).fields).toEqual(fields);
});

test('Instagram, as a name with @ or as an address, is the name', () => {
  const addresses = [
    'instagram.com/me.1/',
    'HTTPS://instagram.com/me.1?x=1',
    'instagram.com/stories/me.1/33/',
    'm.instagram.com/me.1/reel/C1/',
  ];
  for (const instagram of ['@me.1', 'me.1', ...addresses])
    expect(SalonInput.parse({ ...form, instagram }).instagram).toBe('me.1');
});

test('deals of a salon, are its live ones, newest first in pages, and link to it from lists and their pages', async () => {
  const { call } = await newDealer();
  const { id: salonId, slug } = await save(call, { name: 'Me oferta' });
  const common = { salonId, city: 'kruje' };
  for (const title of ['A', 'B', 'C']) await add({ title, ...common });
  await add({ title: 'E fshehur', ...common, isHidden: true });
  await add({ title: 'E skaduar', ...common, expiresAt: new Date(Date.now() - 1000) });
  await add({ title: 'E të tjerëve', city: 'kruje' });
  const first = await titlesAt(slug, { limit: '2' });
  expect(first.titles).toEqual(['C', 'B']);
  expect(await titlesAt(slug, { limit: '2', cursor: first.next })).toEqual({ titles: ['A'], next: null });
  const listed = await guest(deals.list, { query: { city: 'kruje' } });
  expect(listed.map(({ salonSlug }) => salonSlug)).toEqual([null, slug, slug, slug]);
  const deal = await guest(deals.get, { params: { id: listed[1]?.id ?? '' } });
  expect(deal.salon).toMatchObject({ slug, viber: '+355 69 201 2347', holidays: ['2099-01-01', '2099-01-02'] });
  expect(await titlesAt('nuk-ka')).toEqual({ titles: [], next: null });
  expect(await refusal(get(guest, 'nuk-ka'))).toBe('404 salons.notFound');
  expect(await refusal(get(guest, 'A b'))).toBe('404 route.absent');
});

test('change of a salon or its deals, is seen at once here and soon on other nodes', async () => {
  const { call } = await newDealer();
  const { id: salonId, slug } = await save(call, { name: 'Ndryshon' });
  const elsewhere = (await shop.anotherNode()).guest();
  const namesThere = async () => (await get(elsewhere, slug)).name;
  expect([await namesThere(), (await titlesAt(slug)).titles]).toEqual(['Ndryshon', []]);
  await save(call, { name: 'E re', hours: [] });
  expect(await get(guest, slug)).toMatchObject({ name: 'E re', hours: [] });
  await expect.poll(namesThere, { timeout: 500, interval: 20 }).toBe('E re');
  await add({ title: 'Shtuar', salonId });
  await expect.poll(async () => (await titlesAt(slug)).titles, { timeout: 500, interval: 20 }).toEqual(['Shtuar']);
});

test('pictures of a salon or category, removed from the library, are kept; others are deleted', async () => {
  const { call } = await newDealer();
  await save(call);
  await db
    .update(categories)
    .set({ imageUrl: picture(5) })
    .where(eq(categories.slug, 'nails'));
  const rows = [1, 3, 5, 7].map((digit) => ({
    ...{ filename: picture(digit).slice('/media/'.length), url: picture(digit), mimeType: 'image/webp', size: 1 },
    ...{ originalName: '', isActive: false, updatedAt: new Date(Date.now() - 48 * 3_600_000) },
  }));
  await db.insert(mediaLibrary).values(rows);
  await deleteUnusedMedia(db);
  const left = await db.select({ url: mediaLibrary.url }).from(mediaLibrary);
  expect(left.map(({ url }) => url)).toEqual([picture(1), picture(3), picture(5)]);
});

/** What a buyer of a deal of this salon, which says nothing of its place, is shown of it. */
async function buyAt({ id: salonId }: { id: string }, dealer: { id: string }) {
  const dealId = await add({ title: 'E blerë', salonId, userId: dealer.id, address: '', phone: '+355 69 999 9999' });
  const buyer = await shop.as({ email: `bleres${dealId}@example.al` });
  const sessionId = newSessionId();
  await buyer(cart.add, { body: { dealId, sessionId } });
  await buyer(orders.cash, { body: { sessionId } });
  return async () => (await buyer(orders.mine))[0]?.items[0]?.salon;
}

const nothing = { about: '', address: '', location: null, phone: null, whatsapp: null, viber: null, instagram: null };

test('salon of a suspended dealer, is not available and not followed until reinstated; orders keep place and phone', async () => {
  const dealer = await newDealer();
  const { id, slug } = await save(dealer.call, { name: 'Pezullohet' });
  const shownToBuyer = await buyAt({ id }, dealer);
  await admin(adminUsers.suspend, { params: { id: dealer.id }, body: { reason: 'Provë' } });
  await expect.poll(() => get(guest, slug)).toMatchObject({ ...nothing, name: 'Pezullohet', isAvailable: false });
  const [listed] = await admin(adminDeals.salons, { query: { q: id } });
  expect(listed?.profile).toMatchObject({ id, phone: '+355 69 201 2345' });
  expect(await refusal(admin(follows.add, { params: { salonId: id } }))).toBe('404 salons.notFound');
  expect(await shownToBuyer()).toMatchObject({ address: form.address, phone: '+355 69 999 9999' });
  await admin(adminUsers.reinstate, { params: { id: dealer.id } });
  await expect.poll(() => get(guest, slug)).toMatchObject({ phone: '+355 69 201 2345', isAvailable: true });
});

test('closing the account, removes contacts and texts of the salon; what is still to be used keeps its place', async () => {
  const dealer = await newDealer();
  const { id, slug } = await save(dealer.call, { name: 'Mbyllet' });
  await pool.query("update salons set nipt = 'L12345678A' where slug = $1", [slug]);
  const shownToBuyer = await buyAt({ id }, dealer);
  await dealer.call(privacy.close, { body: { givesUp: true } });
  const [row] = await db.select().from(table).where(eq(table.slug, slug));
  expect(row).toMatchObject({ ...nothing, nipt: null, aboutEn: null });
  await expect.poll(() => get(guest, slug)).toMatchObject({ name: 'Mbyllet', isAvailable: false });
  expect(await shownToBuyer()).toMatchObject({ address: form.address, location: '41.312346,19.45' });
});
