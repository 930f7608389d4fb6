/** Deals as administrators list, post, hide, assign and delete them, and reports about them. */
import { asc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { adminDeals } from '#core/contract/admin/deals.ts';
import { dealReports } from '#core/contract/deal-reports.ts';
import { deals } from '#core/contract/deals.ts';
import { notifications } from '#core/contract/notifications.ts';
import { ownDeals } from '#core/contract/own-deals.ts';
import { categories, deals as table } from '#db/schema/catalogue.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { salons } from '#db/schema/salons.ts';
import type { Client } from '#test/client.ts';
import { startDealerShop } from '#test/dealers.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startDealerShop();
const { db, pool, newDealer, runJobs } = shop;
const arta = await shop.as({ email: 'arta@example.al', role: 'admin' });
const genti = await shop.as({ email: 'genti@example.al', role: 'admin' });
const guest = shop.guest();
afterAll(async () => expect(await brokenInvariants(pool)).toEqual({}));
await db.insert(categories).values([
  { name: 'Flokë', slug: 'hair' },
  { name: 'Thonj', slug: 'nails' },
]);

const body = {
  title: 'Manikyr me xhel',
  businessName: 'Studio Ëndrra',
  category: 'nails',
  price: 1500,
  originalPrice: 2000,
  timeLeft: '3 days left' as const,
};
const post = (more: object = {}) => arta(adminDeals.create, { body: { ...body, ...more } });
const list = (query: object) => arta(adminDeals.list, { query });
const titles = async (query: object) => (await list(query)).map(({ title }) => title);
const hide = (client: Client, id: string, reason: string | null = 'Foto e rreme') =>
  client(adminDeals.setVisibility, { params: { id }, body: { isHidden: true, reason } });
const show = (client: Client, id: string) =>
  client(adminDeals.setVisibility, { params: { id }, body: { isHidden: false } });
const isPublic = async (id: string) => (await refusal(guest(deals.get, { params: { id } }))) !== '404 deals.notFound';
const eventsOf = async (subjectId: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(asc(auditLog.at));
const actionsOf = async (subjectId: string) => (await eventsOf(subjectId)).map(({ action }) => action);

test('deal, posted by an administrator, needs no membership and belongs to nobody or to a dealer', async () => {
  const key = v7();
  const forged = { discount: 99, views: 7, userId: v7() };
  const [one, again] = await Promise.all([post({ key, isFeatured: true, ...forged }), post({ key, isFeatured: true })]);
  expect(again.id).toBe(one.id);
  expect(one).toMatchObject({ owner: null, salon: null, discount: 25, isFeatured: true, views: 0, imageUrl: null });
  expect(await actionsOf(one.id)).toEqual(['deals.post']);
  expect(await isPublic(one.id)).toBe(true);

  const { id, email, call } = await newDealer();
  expect(await refusal(post({ key, isFeatured: true, ownerEmail: email }))).toBe('409 ownDeals.keyReused');
  const owned = await post({ ownerEmail: email, imageUrl: 'https://example.com/a.jpg' });
  expect(owned).toMatchObject({ owner: { id, email }, salon: { name: 'Studio Ëndrra' } });
  expect(await call(ownDeals.list)).toMatchObject([{ id: owned.id }]);
  await shop.as({ email: 'buyer@example.al' });
  expect(await refusal(post({ ownerEmail: 'buyer@example.al' }))).toBe('400 input.invalid');
  expect(await refusal(post({ price: 3000 }))).toBe('400 input.invalid');
  expect(await refusal(post({ category: 'paint' }))).toBe('400 input.invalid');
});

test('list, filtered by words, owner, id, state, category and salon, is newest first in pages', async () => {
  await pool.query('update deals set deleted_at = now()');
  const { id: userId, email } = await newDealer();
  const salonId = v7();
  await db.insert(salons).values({ id: salonId, slug: 'tek-eni', name: 'Tek Eni', address: '', city: 'tirana' });
  const past = new Date(Date.now() - 1000);
  const ids = [
    await newDeal(db, { title: 'Thonj akrilikë', category: 'nails', userId, isFeatured: true }),
    await newDeal(db, { title: 'E skaduar', expiresAt: past }),
    await newDeal(db, { title: 'E ndalur', isActive: false, city: 'durres' }),
    await newDeal(db, { title: 'E fshehur', isHidden: true, salonId }),
    await newDeal(db, { title: 'E fshirë', deletedAt: past }),
  ];
  expect(await titles({})).toEqual(['E fshehur', 'E ndalur', 'E skaduar', 'Thonj akrilikë']);
  expect(await titles({ q: 'akrilik thonj' })).toEqual(['Thonj akrilikë']);
  expect(await titles({ q: email.toUpperCase() })).toEqual(['Thonj akrilikë']);
  expect(await titles({ q: ids[2] })).toEqual(['E ndalur']);
  expect(await titles({ q: 'asgjë%' })).toEqual([]);
  expect(await titles({ q: "' | ! (" })).toEqual([]);
  for (const [state, title] of [
    ['featured', 'Thonj akrilikë'],
    ['live', 'Thonj akrilikë'],
    ['expired', 'E skaduar'],
    ['paused', 'E ndalur'],
    ['hidden', 'E fshehur'],
  ])
    expect(await titles({ state })).toEqual([title]);
  expect(await titles({ state: 'ownerless', category: 'hair', city: 'durres' })).toEqual(['E ndalur']);
  expect(await titles({ salon: salonId })).toEqual(['E fshehur']);
  const first = await arta.page(adminDeals.list, { query: { limit: '3' } });
  expect(await titles({ limit: '3', cursor: first.next })).toEqual(['Thonj akrilikë']);
  expect(await refusal(list({ state: 'all' }))).toBe('400 input.invalid');
});

test('review of a hidden deal, is one open request with what was changed since; dismissed with a reason or shown, its owner is told', async () => {
  const [dealer, other] = [await newDealer(), await newDealer()];
  const id = await newDeal(db, { userId: dealer.id, title: 'Prerje', price: 1500_00, originalPrice: null });
  const ask = (client = dealer.call) => client(ownDeals.requestReview, { params: { id } });
  const change = (more: object) => dealer.call(ownDeals.update, { params: { id }, body: more });
  const open = async () => (await arta(adminDeals.reports)).find(({ deal }) => deal.id === id)?.reports;
  const decide = (more: object) => arta(adminDeals.decideReports, { params: { id }, body: more as never });
  expect(await refusal(ask())).toBe('409 ownDeals.notHidden');
  await change({ title: 'Prerje para fshehjes' });
  await hide(arta, id);
  await change({ title: 'Prerje e re', price: 1400 });
  await change({ title: 'Prerje me larje' });
  expect(await refusal(ask(other.call))).toBe('404 deals.notFound');
  const asked = await ask();
  expect(asked.reviewRequestedAt).not.toBeNull();
  expect(await ask()).toEqual(asked);
  const changes = [
    { field: 'price', before: 1500, after: 1400 },
    { field: 'title', before: 'Prerje para fshehjes', after: 'Prerje me larje' },
  ];
  expect(await open()).toMatchObject([{ reason: 'review', username: null, text: null, changes }]);
  expect(await refusal(decide({ decision: 'dismissed' }))).toBe('400 input.invalid');
  await decide({ decision: 'dismissed', reason: 'Fotoja është ende e huaj' });
  expect(await open()).toBeUndefined();
  expect((await ask()).reviewRequestedAt).not.toBeNull();
  expect(await show(arta, id)).toMatchObject({ isHidden: false, reviewRequestedAt: null });
  expect(await open()).toBeUndefined();
  expect((await dealer.call(notifications.mine)).map(({ kind, text }) => [kind, text])).toEqual([
    ['dealReviewed', 'Rishikimi përfundoi.'],
    ['dealReviewed', 'Fotoja është ende e huaj'],
    ['dealHidden', 'Foto e rreme'],
  ]);
});

test('deal, hidden by an administrator, is shown by administrators only; its dealer is mailed', async () => {
  const dealer = await newDealer();
  const id = await newDeal(db, { userId: dealer.id });
  expect(await refusal(hide(arta, id, null))).toBe('400 input.invalid');
  expect(await hide(arta, id)).toMatchObject({ isHidden: true, moderationReason: 'Foto e rreme' });
  await hide(arta, id);
  expect(await isPublic(id)).toBe(false);
  expect(await dealer.call(notifications.mine)).toMatchObject([
    { kind: 'dealHidden', text: 'Foto e rreme', path: `/profile#deal-${id}` },
  ]);
  const change = (more: object) => dealer.call(ownDeals.update, { params: { id }, body: more });
  expect(await refusal(change({ isHidden: false }))).toBe('409 ownDeals.hiddenByAdmin');
  expect(await change({ title: 'Prerje e re' })).toMatchObject({ moderationReason: 'Foto e rreme', isHidden: true });
  expect(await show(genti, id)).toMatchObject({ isHidden: false, hiddenByAdminAt: null, moderationReason: null });
  expect(await isPublic(id)).toBe(true);
  await arta(ownDeals.remove, { params: { id }, query: { reason: 'Mashtrim' } });
  expect(await refusal(show(arta, id))).toBe('404 deals.notFound');
  expect(await refusal(arta(adminDeals.get, { params: { id } }))).toBe('404 deals.notFound');
  const events = await eventsOf(id);
  expect(events.map(({ action }) => action)).toEqual(['deals.hide', 'deals.edit', 'deals.show', 'deals.delete']);
  expect(events[0]?.detail).toEqual({
    before: { isHidden: false, moderationReason: null },
    after: { isHidden: true, moderationReason: 'Foto e rreme' },
    ownerId: dealer.id,
  });
  expect(events[1]?.detail).toMatchObject({ before: { title: 'Prerje dhe larje' }, after: { title: 'Prerje e re' } });
  await runJobs();
  const { rows } = await pool.query(
    'select subject, text from sandbox_mails where recipient = $1 order by created_at',
    [dealer.email],
  );
  expect(rows).toHaveLength(3);
  expect(rows[2]?.text).toContain('Mashtrim');
});

test('deal, hidden by two administrators at once for different reasons, has one decision; the other is told', async () => {
  const id = await newDeal(db);
  const answers = await Promise.all([refusal(hide(arta, id, 'Një')), refusal(hide(genti, id, 'Dy'))]);
  expect(answers.toSorted()).toEqual(['409 adminDeals.alreadyHidden', 'Error: was not refused']);
  expect(await actionsOf(id)).toEqual(['deals.hide']);
});

test('deal and salon without an owner, are given to a dealer once', async () => {
  const [dealer, other] = [await newDealer(), await newDealer()];
  const salonId = v7();
  await db.insert(salons).values({ id: salonId, slug: 'pa-pronar', name: 'Pa Pronar', address: '', city: 'tirana' });
  const [inSalon, single] = [await newDeal(db, { salonId }), await newDeal(db)];
  const assignSalon = (email: string) => arta(adminDeals.assignSalon, { params: { id: salonId }, body: { email } });
  const assign = (email: string) => arta(adminDeals.assign, { params: { id: single }, body: { email } });
  expect(await arta(adminDeals.salons, { query: { q: 'pa pro' } })).toMatchObject([{ owner: null, dealCount: 1 }]);
  expect(await assignSalon(dealer.email)).toMatchObject({ owner: { id: dealer.id } });
  expect(await refusal(assignSalon(other.email))).toBe('409 adminDeals.hasOwner');
  expect(await assign(dealer.email)).toMatchObject({ owner: { id: dealer.id }, salon: { id: salonId } });
  expect(await refusal(assign(other.email))).toBe('409 adminDeals.hasOwner');
  expect(await refusal(assign('askush@example.al'))).toBe('400 input.invalid');
  for (const name of ['a\u0000', '\ud800']) {
    const cursor = Buffer.from(JSON.stringify([true, name, salonId])).toString('base64url');
    expect(await refusal(arta(adminDeals.salons, { query: { cursor } }))).toBe('400 input.invalid');
  }
  expect((await dealer.call(ownDeals.list)).map(({ id }) => id).toSorted()).toEqual([inSalon, single].toSorted());
  expect([...(await actionsOf(salonId)), ...(await actionsOf(single))]).toEqual(['salons.assign', 'deals.assign']);
});

test('two salons, given to one dealer at once, are one given and one refused with the name of the other', async () => {
  const dealer = await newDealer();
  const names = ['I Pari', 'I Dyti'];
  const made = names.map((name) => ({ id: v7(), slug: v7(), name, address: '', city: 'tirana' as const }));
  await db.insert(salons).values(made);
  const give = ({ id }: { id: string }) =>
    arta(adminDeals.assignSalon, { params: { id }, body: { email: dealer.email } });
  const outcomes = await Promise.allSettled(made.map(give));
  const given = outcomes.findIndex(({ status }) => status === 'fulfilled');
  const said = `Ky biznes ka tashmë sallonin “${names[given]}”.`;
  const reason = expect.objectContaining({ status: 409, code: 'salons.ownerHasOne', said });
  expect(outcomes[1 - given]).toEqual({ status: 'rejected', reason });
});

test('deal in a salon without an owner, given to a dealer, is in the salon of the dealer, which is created if needed', async () => {
  const [owner, without] = [await newDealer(), await newDealer()];
  const [own, other] = ['I Vet', 'I Huaj'].map((name) => ({ id: v7(), slug: v7(), name, address: '', city: 'tirana' }));
  if (!own || !other) throw new Error('two salons');
  await db.insert(salons).values([{ ...own, ownerId: owner.id }, other]);
  const assign = async (email: string) => {
    const id = await newDeal(db, { salonId: other.id, businessName: 'Studio e Re' });
    return (await arta(adminDeals.assign, { params: { id }, body: { email } })).salon;
  };
  expect([await assign(owner.email), await assign(without.email)]).toMatchObject([
    { id: own.id },
    { name: 'Studio e Re' },
  ]);
});

test('reports of a deal, are decided once: the deal is hidden or they are dismissed', async () => {
  const dealer = await newDealer();
  const [first, second] = [await newDeal(db, { userId: dealer.id }), await newDeal(db)];
  const report = (dealId: string, who = shop.guest()) =>
    who(dealReports.add, { params: { id: dealId }, body: { reason: 'price', text: 'Nuk pranohet' } });
  await report(first);
  await report(first, await shop.as({ email: 'ben@example.al' }));
  await report(second);
  const decide = (client: Client, id: string, decision: 'hidden' | 'dismissed', reason?: string) =>
    client(adminDeals.decideReports, { params: { id }, body: { decision, reason } });
  const queue = async () => (await arta(adminDeals.reports)).map(({ deal, reports }) => [deal.id, reports.length]);
  expect(await queue()).toEqual([
    [first, 2],
    [second, 1],
  ]);
  const page = await arta.page(adminDeals.reports, { query: { limit: '1' } });
  const rest = await arta.page(adminDeals.reports, { query: { limit: '1', cursor: page.next ?? '' } });
  expect([page.items, rest.items, rest.next]).toMatchObject([
    [{ deal: { id: first } }],
    [{ deal: { id: second } }],
    null,
  ]);
  expect(await arta(adminDeals.reports, { query: { q: second } })).toMatchObject([{ deal: { id: second } }]);
  expect(await titles({ state: 'reported' })).toHaveLength(2);
  expect(await refusal(decide(arta, first, 'hidden'))).toBe('400 input.invalid');

  const both = await Promise.all([
    refusal(decide(arta, first, 'hidden', 'Çmim i rremë')),
    refusal(decide(genti, first, 'dismissed')),
  ]);
  expect(both.toSorted()).toEqual(['409 adminDeals.reportsDecided', 'Error: was not refused']);
  expect(await actionsOf(first)).toHaveLength(1);
  await decide(arta, second, 'dismissed');
  expect(await isPublic(second)).toBe(true);
  expect(await queue()).toEqual([]);
  await report(second);
  expect(await queue()).toEqual([[second, 1]]);
  await decide(arta, second, 'hidden', 'Vërtet');
  expect(await isPublic(second)).toBe(false);
  expect(await actionsOf(second)).toEqual(['dealReports.dismiss', 'dealReports.hide']);
});

test('rows hidden by an administrator but visible, are refused by the database', async () => {
  const id = await newDeal(db);
  await hide(arta, id);
  await expect(db.update(table).set({ isHidden: false }).where(eq(table.id, id))).rejects.toThrow();
});
