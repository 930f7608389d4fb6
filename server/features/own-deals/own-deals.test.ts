/** Deals as dealers post, change, delete and repost them. */

import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { adminMemberships } from '#core/contract/admin/memberships.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#core/contract/deals.ts';
import { orders } from '#core/contract/orders.ts';
import { DealEdit, DealInput, ownDeals } from '#core/contract/own-deals.ts';
import { copyTitle } from '#core/domain/copy-title.ts';
import type { PlanId } from '#core/domain/memberships.ts';
import { categories, deals as table } from '#db/schema/catalogue.ts';
import { memberships as membershipsTable } from '#db/schema/memberships.ts';
import { salons } from '#db/schema/salons.ts';
import type { Client } from '#test/client.ts';
import { newSessionId } from '#test/client.ts';
import { startDealerShop } from '#test/dealers.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { still } from '#test/media-files.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';
import { ownDealsRepost } from './own-deals.jobs.ts';

const shop = await startDealerShop();
const { db, pool, newDealer, runJobs } = shop;
const other = await shop.anotherNode();
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const guest = shop.guest();
afterAll(async () => expect(await brokenInvariants(pool)).toEqual({}));
const HOUR = 3_600_000;
await db.insert(categories).values([
  { name: 'Flokë', slug: 'hair' },
  { name: 'Spa', slug: 'spa', isActive: false },
]);

async function newMember(planId: PlanId = 'entry') {
  const dealer = await newDealer();
  await admin(adminMemberships.override, { body: { userId: dealer.id, planId } });
  return dealer;
}
const body = {
  title: 'Prerje dhe larje',
  businessName: 'Salloni Çela',
  category: 'hair',
  price: 1200,
  originalPrice: 2000,
  timeLeft: '3 days left' as const,
};
const post = (client: Client, more: object = {}) => client(ownDeals.create, { body: { ...body, ...more } });
const change = (client: Client, id: string, more: object) => client(ownDeals.update, { params: { id }, body: more });
const remove = (client: Client, id: string) => client(ownDeals.remove, { params: { id } });
const get = (client: Client, id: string) => client(deals.get, { params: { id } });
const listed = async (client: Client) => (await client(deals.list)).map(({ id }) => id);
const rowOf = async (id: string) => (await db.select().from(table).where(eq(table.id, id)))[0] ?? expect.fail(id);
const expire = (id: string) =>
  pool.query(
    "update deals set created_at = created_at - interval '4 days', expires_at = now() - interval '1 s' where id = $1",
    [id],
  );
const fieldsOf = async (call: Promise<unknown>) => {
  const error = await call.catch((reason: unknown) => reason);
  return error instanceof ApiError ? (error.details as { fields: object }).fields : error;
};

test('post, with fields that are not the form’s, computes owner, discount, expiry, counters and salon', async () => {
  const dealer = await newMember();
  const sent = { city: 'durres', phone: '069 201 2345', socialLink: 'instagram.com/cela', price: '1200.00' };
  const forged = { discount: 99, isFeatured: true, views: 7, userId: v7(), expiresAt: '2099-01-01T00:00:00Z' };
  const deal = await post(dealer.call, { ...sent, ...forged });
  expect(deal).toMatchObject({
    ...{ ...body, price: 1200, city: 'durres', phone: '+355 69 201 2345', socialLink: 'https://instagram.com/cela' },
    ...{ discount: 40, isFeatured: false, views: 0, sold: 0, isExpired: false, repostsLeft: 0, hours: '9 AM - 9 PM' },
    userId: dealer.id,
  });
  expect(Date.parse(deal.expiresAt ?? '') - Date.parse(deal.createdAt)).toBe(72 * HOUR);
  const next = await post(dealer.call, { title: copyTitle(deal.title, ' (Copy)'), timeLeft: '5 days left' });
  const salon = { slug: 'salloni-cela', name: 'Salloni Çela', city: 'durres', phone: '+355 69 201 2345' };
  const owned = await db.select().from(salons).where(eq(salons.ownerId, dealer.id));
  expect(owned).toMatchObject([salon]);
  for (const { id } of [deal, next])
    expect(await rowOf(id)).toMatchObject({ userId: dealer.id, salonId: owned[0]?.id });
  const namesake = await newMember();
  await post(namesake.call);
  const [updated] = await db.select().from(salons).where(eq(salons.ownerId, namesake.id));
  expect(updated?.slug).toBe('salloni-cela-tirana');
  expect(await dealer.own()).toMatchObject({ postsUsed: 2, postsRemaining: 1 });

  await change(dealer.call, next.id, { isActive: false });
  await pool.query('update deal_counters set views = 5, shares = 2 where deal_id = $1', [deal.id]);
  expect(await dealer.call(ownDeals.list)).toMatchObject([
    { id: next.id, userId: dealer.id, title: 'Prerje dhe larje (Copy)', isActive: false },
    { id: deal.id, views: 5 },
  ]);
  expect(await dealer.call(ownDeals.totals)).toEqual({
    ...{ posted: 2, active: 1, views: 5, likes: 0, shares: 2, sold: 0, followers: 0, hasPosted: true },
  });
});

test('copy, of a copy or a long title, has the suffix once within the limit', () => {
  expect(copyTitle('Prerje (Kopje)', ' (Copy)')).toBe('Prerje (Copy)');
  expect(copyTitle('x'.repeat(120), ' (Copy)')).toMatch(/^x{113} \(Copy\)$/);
  expect(copyTitle(`${'x'.repeat(110)}💇🏽‍♀️💇🏽‍♀️`, ' (Copy)')).toMatch(/^x{110} \(Copy\)$/);
});

test('deal, posted or edited with a picture in the call itself, has an uploaded one; a broken picture is refused', async () => {
  const dealer = await newMember();
  const dataUrl = async (format: 'jpeg' | 'png') =>
    `data:image/${format};base64,${(await still(format)).toString('base64')}`;
  const { id, imageUrl } = await post(dealer.call, { imageUrl: await dataUrl('jpeg') });
  const uploaded = /^\/media\/[0-9a-f]{32}-[0-9a-f]{6}-400\.webp$/;
  expect(imageUrl).toMatch(uploaded);
  expect((await guest.send({ url: imageUrl ?? '' })).headers['content-type']).toBe('image/webp');
  const changed = await change(dealer.call, id, { imageUrl: await dataUrl('png') });
  expect(changed.imageUrl).toMatch(uploaded);
  expect(changed.imageUrl).not.toBe(imageUrl);
  expect(await refusal(post(dealer.call, { imageUrl: 'data:image/png;base64,AAAA' }))).toBe('415 media.type');
  const tooLarge = `data:image/png;base64,${'A'.repeat(1024 ** 2)}`;
  expect(await fieldsOf(post(dealer.call, { imageUrl: tooLarge }))).toEqual({ imageUrl: 'invalidImage' });
  expect(await dealer.own()).toMatchObject({ postsUsed: 1 });
});

test('deal with a picture in the call itself, refused for another reason, stores no picture and counts as no upload; a decoded one counts', async () => {
  const imageUrl = `data:image/png;base64,${(await still('png')).toString('base64')}`;
  const stored = async () => {
    const { rows } = await shop.pool.query(`select (select count(*)::int from media_library) as pictures,
      (select coalesce(sum(count), 0)::int from rate_limits where key like 'mediaUploads:%') as uploads`);
    return { ...rows[0], files: (await readdir(join(shop.deps.config.dataDir, 'media')).catch(() => [])).length };
  };
  const [member, rival, none] = [await newMember(), await newMember(), await newDealer()];
  const { id } = await post(rival.call);
  const before = await stored();
  const refused: [() => Promise<unknown>, string][] = [
    [() => post(none.call, { imageUrl }), '403 ownDeals.noMembership'],
    [() => post(member.call, { imageUrl, category: 'spa' }), '400 input.invalid'],
    [() => change(member.call, id, { imageUrl }), '404 deals.notFound'],
    [() => change(member.call, randomUUID(), { imageUrl }), '404 deals.notFound'],
  ];
  for (const [call, answer] of refused) expect(await refusal(call())).toBe(answer);
  expect(await stored()).toEqual(before);
  const broken = `data:image/png;base64,${(await still('png')).subarray(0, 900).toString('base64')}`;
  expect(await refusal(post(member.call, { imageUrl: broken }))).toBe('400 media.damaged');
  await post(member.call, { imageUrl });
  expect(await stored()).toEqual({
    pictures: before.pictures + 1,
    uploads: before.uploads + 2,
    files: before.files + 7,
  });
  expect(await member.own()).toMatchObject({ postsUsed: 1 });
});

test.each([
  [{ title: ' x ' }, { title: 'tooShort' }],
  [{ title: 'x'.repeat(121) }, { title: 'tooLong' }],
  [{ price: 2500 }, { price: 'priceAboveOriginal' }],
  [
    { price: 0, businessName: ' ' },
    { price: 'tooSmall', businessName: 'required' },
  ],
  [{ price: 1.234 }, { price: 'invalidNumber' }],
  [{ price: '1.200' }, { price: 'invalidNumber' }],
  [
    { price: undefined, timeLeft: undefined },
    { price: 'required', timeLeft: 'required' },
  ],
  [{ originalPrice: 1e9 }, { originalPrice: 'tooLarge' }],
  [{ timeLeft: '30 days left' }, { timeLeft: 'unknownChoice' }],
  [{ city: 'roma' }, { city: 'unknownChoice' }],
  [{ category: '' }, { category: 'required' }],
  [{ category: 'paint' }, { category: 'unknownChoice' }],
  [{ category: 'spa' }, { category: 'unknownChoice' }],
  [{ socialLink: 'javascript:alert(1)' }, { socialLink: 'invalidUrl' }],
  [{ socialLink: 'https://salloni@evil.example' }, { socialLink: 'invalidUrl' }],
  [{ phone: '069 12' }, { phone: 'invalidPhone' }],
  [{ imageUrl: '//evil.example/x.png' }, { imageUrl: 'invalidImage' }],
  [{ imageUrl: '/media/../api/user/deals' }, { imageUrl: 'invalidImage' }],
  [{ imageUrl: 'data:text/html;base64,AAAA' }, { imageUrl: 'invalidImage' }],
  [{ distance: '0,0' }, { distance: 'invalidPlace' }],
  [{ distance: 'Tirana' }, { distance: 'invalidPlace' }],
  [
    { description: 'x'.repeat(5001), businessInfo: 'x'.repeat(2001) },
    { description: 'tooLong', businessInfo: 'tooLong' },
  ],
  [
    { repostsLeft: 11, unitCount: 100, durationMinutes: 601 },
    { repostsLeft: 'tooLarge', unitCount: 'tooLarge', durationMinutes: 'tooLarge' },
  ],
  [
    { originalPrice: '1.200', priceUnit: 'hour', unitCount: 'two', repostsLeft: '1' },
    {
      originalPrice: 'invalidNumber',
      priceUnit: 'unknownChoice',
      unitCount: 'invalidNumber',
      repostsLeft: 'invalidNumber',
    },
  ],
])('post of %j, is refused with %j', async (more, fields) => {
  expect(await fieldsOf(post(admin, more))).toEqual(fields);
});

test('post, with optional fields empty or null, is that of a deal without them', async () => {
  const optional = Object.keys(DealInput.shape).filter(
    (name) => DealInput.shape[name as 'city'].safeParse(null).success,
  );
  expect(optional).toHaveLength(23);
  const none = { originalPrice: null, discount: 0, city: 'tirana', unitCount: 1, repostsLeft: 0, priceUnit: null };
  for (const nothing of ['', null]) {
    const empty = Object.fromEntries(optional.map((name) => [name, nothing]));
    expect(await post(admin, empty)).toMatchObject(none);
  }
});

test('form, with spaces, empty texts and many decimals, is cleaned', () => {
  const typed = { title: ' Prerje \n dhe\u200b larje ', distance: '41.32750049, 19.8187', socialLink: '', phone: '' };
  const cleaned = { title: 'Prerje dhe larje', distance: '41.3275,19.8187', socialLink: '', phone: '' };
  expect(DealInput.parse({ ...body, ...typed })).toEqual({ ...body, ...cleaned });
  const { timeLeft, ...edited } = { ...body, ...cleaned };
  expect(DealEdit.parse({ ...edited, timeLeft })).toEqual(edited);
});

test('post, without membership, without posts left or after its end, is refused; in the grace period it is not', async () => {
  const besa = await newDealer();
  await expect(post(besa.call)).rejects.toMatchObject({ code: 'ownDeals.noMembership', details: { page: '/profile' } });
  const dea = await newMember();
  await dea.age('31 days');
  await post(dea.call);
  await pool.query('update memberships set posts_used = 3 where user_id = $1', [dea.id]);
  expect(await refusal(post(dea.call))).toBe('403 ownDeals.noPosts');
  await dea.age('3 days');
  expect(await refusal(post(dea.call))).toBe('403 ownDeals.noMembership');
  expect(await dea.call(ownDeals.list)).toHaveLength(1);
  expect(await post(admin, { isFeatured: true })).toMatchObject({ isFeatured: true });
});

test('60 posts at once on two nodes, with three posts left, post three deals', async () => {
  const dealer = await newMember();
  const second = await other.as({ email: dealer.email });
  const posts = Array.from({ length: 60 }, (_, index) => refusal(post(index % 2 ? second : dealer.call)));
  const outcomes = await Promise.all(posts);
  expect(outcomes.filter((said) => said === 'Error: was not refused')).toHaveLength(3);
  // On a busy machine some are refused because they wait for too long.
  expect(outcomes.filter((said) => said.startsWith('403 ownDeals.noPosts')).length).toBeGreaterThan(30);
  expect(await dealer.own()).toMatchObject({ postsUsed: 3 });
  expect(await dealer.call(ownDeals.list)).toHaveLength(3);
});

test('post, repeated with one key at once and later, posts one deal for one post', async () => {
  const dealer = await newMember();
  const key = v7();
  const posted = await Promise.all(Array.from({ length: 8 }, () => post(dealer.call, { key })));
  posted.push(await post(dealer.call, { key }));
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
  expect(await dealer.own()).toMatchObject({ postsUsed: 1 });
});

test('post, with a used key and other content, is refused with the deal that was posted; a picture in the call is content', async () => {
  const dealer = await newMember();
  const sent = { key: v7(), imageUrl: `data:image/png;base64,${(await still('png')).toString('base64')}` };
  const { id, title } = await post(dealer.call, sent);
  expect(await post(dealer.call, sent)).toMatchObject({ id });
  await change(dealer.call, id, { price: 1100 });
  for (const other of [{ title: 'Larje' }, { price: 900 }, { imageUrl: null }, { timeLeft: '5 days left' }]) {
    const error = await post(dealer.call, { ...sent, ...other }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 409, code: 'ownDeals.keyReused' });
    expect(error).toMatchObject({ details: { posted: { id, title, price: 1100 } } });
  }
  expect(await dealer.own()).toMatchObject({ postsUsed: 1 });
});

test('edit, of some fields, keeps the others and the run; null empties; it is free', async () => {
  const dealer = await newMember();
  const { id, expiresAt } = await post(dealer.call, {
    phone: '0692012345',
    priceUnit: 'person',
    unitCount: 2,
    durationMinutes: 90,
  });
  const ignored = { timeLeft: '5 days left', expiresAt: '2099-01-01T00:00:00Z', isFeatured: true, views: 9 };
  expect(await change(dealer.call, id, { price: 1000, ...ignored })).toMatchObject({
    ...{ price: 1000, discount: 50, expiresAt, timeLeft: '3 days left', isFeatured: false, views: 0 },
    ...{ phone: '+355 69 201 2345', unitCount: 2, durationMinutes: 90, title: body.title },
  });
  const emptied = await change(dealer.call, id, { phone: '', priceUnit: null, city: null, originalPrice: null });
  expect(emptied).toMatchObject({ phone: null, priceUnit: null, unitCount: 1, city: 'tirana', discount: 0 });
  await change(dealer.call, id, { originalPrice: 1500 });
  expect(await fieldsOf(change(dealer.call, id, { price: 1600 }))).toEqual({ price: 'priceAboveOriginal' });
  expect(await dealer.own()).toMatchObject({ postsUsed: 1 });
});

test('edit and deletion, of somebody else’s, a deleted or an expired deal, are refused; administrators may', async () => {
  const [dealer, stranger] = [await newMember(), await newMember()];
  const [{ id }, gone, over] = [await post(dealer.call), await post(dealer.call), await post(dealer.call)];
  expect(await refusal(change(stranger.call, id, { price: 1 }))).toBe('404 deals.notFound');
  expect(await refusal(remove(stranger.call, id))).toBe('404 deals.notFound');
  expect(await refusal(change(stranger.call, v7(), {}))).toBe('404 deals.notFound');
  expect(await change(admin, id, { isFeatured: true, isHidden: true })).toMatchObject({ isFeatured: true });
  await remove(dealer.call, gone.id);
  await remove(dealer.call, gone.id);
  expect(await refusal(change(dealer.call, gone.id, { price: 1 }))).toBe('404 deals.notFound');
  await expire(over.id);
  const headers = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' };
  const url = urlOf(ownDeals.remove, { params: { id: over.id } });
  const refused = await dealer.call.send({ method: 'PUT', url, headers, payload: { price: 1 } });
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Cannot edit expired deals']);
  expect(await dealer.call(ownDeals.list)).toMatchObject([
    { id, isExpired: false },
    { id: over.id, isExpired: true },
  ]);
});

test('deal, posted, edited, hidden, shown, paused or deleted, is seen so by everybody at once and on other nodes soon', async () => {
  const dealer = await newMember();
  const elsewhere = other.guest();
  await Promise.all([listed(guest), listed(elsewhere)]);
  const { id } = await post(dealer.call);
  expect(await listed(guest)).toContain(id);
  await expect.poll(() => listed(elsewhere), { timeout: 500, interval: 20 }).toContain(id);
  await get(guest, id);
  await change(dealer.call, id, { title: 'Larje' });
  expect((await get(guest, id)).title).toBe('Larje');
  const isSeen = async () => [(await listed(guest)).includes(id), (await refusal(get(guest, id))).startsWith('404')];
  await change(dealer.call, id, { isHidden: true });
  expect(await isSeen()).toEqual([false, true]);
  expect((await get(dealer.call, id)).isHidden).toBe(true);
  await change(dealer.call, id, { isHidden: false });
  expect(await isSeen()).toEqual([true, false]);
  await change(dealer.call, id, { isActive: false });
  expect(await isSeen()).toEqual([false, false]);
  expect((await get(guest, id)).notForSale).toBe(true);
  await change(dealer.call, id, { isActive: true });
  expect(await isSeen()).toEqual([true, false]);
  await remove(dealer.call, id);
  expect(await isSeen()).toEqual([false, true]);
});

test('deleted deal, stays in orders, is unavailable in carts and returns no post', async () => {
  const dealer = await newMember();
  const { id } = await post(dealer.call);
  const [besa, drita] = [await shop.as({ email: 'besa@example.al' }), await shop.as({ email: 'drita@example.al' })];
  const sessionId = newSessionId();
  for (const client of [besa, drita]) await client(cart.add, { body: { dealId: id, sessionId } });
  await besa(orders.cash, { body: { sessionId } });
  await remove(dealer.call, id);
  expect((await besa(orders.mine))[0]?.items).toMatchObject([{ dealId: id, title: body.title, price: 1200 }]);
  expect(await refusal(drita(orders.cash, { body: { sessionId } }))).toMatch(/^409/);
  expect(await dealer.own()).toMatchObject({ postsUsed: 1 });
  expect(await dealer.call(ownDeals.list)).toEqual([]);
});

test('permission, revoked while deals are posted and resumed, leaves none of them on sale', async () => {
  const dealer = await newMember('gold');
  const { id } = await post(dealer.call);
  const revoke = () => admin(adminUsers.setPermission, { params: { id: dealer.id }, body: { canPostDeals: false } });
  const posts = Array.from({ length: 6 }, () => refusal(post(dealer.call)));
  await Promise.all([...posts, revoke(), refusal(change(dealer.call, id, { isActive: true }))]);
  expect(await refusal(change(admin, id, { isActive: true }))).toBe('403 access.forbidden');
  const { rows } = await pool.query('select from deals where user_id = $1 and is_active', [dealer.id]);
  expect(rows).toHaveLength(0);
});

test('expired deals, to be reposted, run again for one post each until none is left; then the dealer gets one email', async () => {
  const dealer = await newMember();
  const [first, second, paused] = [
    await post(dealer.call, { repostsLeft: 2, timeLeft: '1 day left' }),
    await post(dealer.call, { repostsLeft: 1 }),
    await newDeal(db, { userId: dealer.id, isActive: false, repostsLeft: 1 }),
  ];
  for (const id of [paused, first.id, second.id]) await expire(id);
  // So that the first is the longest expired.
  await pool.query(
    "update deals set expires_at = expires_at - interval '1 min', created_at = expires_at - interval '1 day 1 min' where id = $1",
    [first.id],
  );
  await ownDealsRepost.perform(shop.deps, {});
  const [one, two] = [await rowOf(first.id), await rowOf(second.id)];
  expect([one.repostsLeft, one.timeLeft, one.isOver]).toEqual([1, '1 day left', false]);
  expect(Number(one.expiresAt) - Number(one.createdAt)).toBe(24 * HOUR);
  expect(await get(guest, first.id)).toMatchObject({ id: first.id });
  expect([two.repostsLeft, Number(two.expiresAt) < Date.now()]).toEqual([0, true]);
  expect((await rowOf(paused)).repostsLeft).toBe(1);
  const [row] = await db.select().from(membershipsTable).where(eq(membershipsTable.userId, dealer.id));
  expect(row?.postsUsed).toBe(3);
  await ownDealsRepost.perform(shop.deps, {});
  await runJobs();
  const mails = await pool.query("select id from sandbox_mails where recipient = $1 and id like 'reposts.%'", [
    dealer.email,
  ]);
  expect(mails.rows).toEqual([{ id: `reposts.${second.id}` }]);
});

test('expired deal that cannot be posted again, does not keep others from it', async () => {
  const { call } = await newMember();
  const [broken, whole] = [await post(call, { repostsLeft: 1 }), await post(call, { repostsLeft: 1 })];
  for (const { id } of [broken, whole]) await expire(id);
  await pool.query("update deals set expires_at = expires_at - interval '1 min' where id = $1", [broken.id]);
  const other = await pool.connect();
  await other.query(`begin; select from deals where id = '${broken.id}' for update`);
  await expect(ownDealsRepost.perform(shop.deps, {})).rejects.toThrow('deals could not be posted again');
  await other.query('rollback');
  other.release();
  expect([(await rowOf(broken.id)).repostsLeft, (await rowOf(whole.id)).repostsLeft]).toEqual([1, 0]);
});

test('paused deal, is shown as not for sale while its owner may post and it runs; hidden, ended or of a suspended owner, is absent', async () => {
  const { id: userId, call } = await newDealer();
  const [id, hidden, ended] = [
    await newDeal(db, { userId }),
    await newDeal(db, { userId, isActive: false, isHidden: true }),
    await newDeal(db, { userId, isActive: false, expiresAt: new Date(Date.now() - 1000) }),
  ];
  await change(call, id, { isActive: false });
  await expect.poll(() => get(guest, id)).toMatchObject({ id, notForSale: true, isActive: false });
  expect((await guest(deals.related, { params: { id } })).length).toBeGreaterThan(0);
  expect(await listed(guest)).not.toContain(id);
  for (const absent of [hidden, ended]) expect(await refusal(get(guest, absent))).toBe('404 deals.notFound');
  await pool.query('update users set is_active = false where id = $1', [userId]);
  expect(await refusal(get(guest, id))).toBe('404 deals.notFound');
  await pool.query('update users set is_active = true, can_post_deals = false where id = $1', [userId]);
  expect(await refusal(get(guest, id))).toBe('404 deals.notFound');
});

test('story of a deal, is a JPEG of 1080 × 1920 for its owner only', async () => {
  const [dealer, stranger] = [await newDealer(), await newDealer()];
  const id = await newDeal(db, { userId: dealer.id, imageUrl: '/pictures/deals/hair-1-640.jpg' });
  const params = { id };
  const { payload, headers } = await dealer.call.send({ url: urlOf(ownDeals.story, { params }) });
  expect(headers['content-type']).toBe('image/jpeg');
  expect(payload.length).toBeGreaterThan(10_000);
  const file = await dealer.call(ownDeals.story, { params });
  expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ width: 1080, height: 1920 });
  expect(await refusal(stranger.call(ownDeals.story, { params }))).toBe('404 deals.notFound');
});
