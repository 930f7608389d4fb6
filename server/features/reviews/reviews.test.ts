/** Reviews: written once by the buyer of a redeemed voucher, answered by the salon, decided by administrators. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { adminOverview } from '#core/contract/admin/overview.ts';
import { deals } from '#core/contract/deals.ts';
import { notifications } from '#core/contract/notifications.ts';
import { orders } from '#core/contract/orders.ts';
import { privacy } from '#core/contract/privacy.ts';
import { redeem } from '#core/contract/redeem.ts';
import { adminReviews, reviews } from '#core/contract/reviews.ts';
import { salons } from '#core/contract/salons.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { type Client, startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal } from '#test/shoppers.ts';
import { askForReviews } from './reviews.jobs.ts';
import { needsApproval } from './reviews.rules.ts';
import { addReview, editReview, withdrawReview } from './reviews.service.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db, pool } = shop;
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
type Salon = Awaited<ReturnType<typeof newSalon>>;

/** A buyer with so many redeemed units of a salon. */
async function visited(salon: Salon, quantity = 1, isUsed = true) {
  const ana = await cardBuyer(shop, cards);
  const dealId = await ana.fill(100_000, quantity, salon.deal);
  await ana.call(orders.cash, { body: { sessionId } });
  const units = async () =>
    (await ana.call(orders.mine)).flatMap(({ items }) => items.flatMap((item) => item.vouchers));
  const made = await units();
  const use = async () => {
    const nonce = v7();
    for (const { code } of made) await salon.owner(redeem.redeem, { body: { code, nonce: made[1] ? v7() : nonce } });
    return nonce;
  };
  const nonce = isUsed ? await use() : '';
  const voucherId = made[0]?.id ?? '';
  const review = (stars = 5, more: { text?: string; name?: string } = {}, by: Client = ana.call) =>
    by(reviews.add, { body: { voucherId, stars, ...more } });
  return { ...ana, dealId, units, made, use, nonce, voucherId, params: { voucherId }, review };
}

const listed = (salon: Salon) => shop.guest()(reviews.ofSalon, { params: { slug: salon.salonId } });
const ratings = async (salon: Salon) => (await shop.guest()(salons.get, { params: { slug: salon.salonId } })).ratings;
/** Moves what happened into the past. */
async function ago(hours: number, voucherId: string) {
  await pool.query('alter table vouchers disable trigger user');
  await pool.query(`update vouchers set redeemed_at = redeemed_at - $1 * interval '1 hour' where id = $2`, [
    hours,
    voucherId,
  ]);
  await pool.query('alter table vouchers enable trigger user');
  await pool.query(`update reviews set created_at = created_at - $1 * interval '1 hour' where voucher_id = $2`, [
    hours,
    voucherId,
  ]);
}
const kindsOf = async (call: Client) => (await call(notifications.mine)).map(({ kind }) => kind);

test('review of a redeemed voucher is published with the name that was typed, and told to the salon', async () => {
  const mira = await newSalon(shop, 'Mira');
  const ana = await visited(mira);
  expect(await ana.call(reviews.open)).toMatchObject([{ voucherId: ana.voucherId, salon: 'Mira' }]);
  expect((await ana.units())[0]).toMatchObject({ mayReview: true, review: null });
  const own = await ana.review(4, { text: 'Shumë mirë.', name: 'Ana' });
  expect(own).toMatchObject({ stars: 4, text: 'Shumë mirë.', status: 'published', version: 1, language: 'sq' });
  expect(await ana.call(reviews.open)).toEqual([]);
  expect((await ana.units())[0]).toMatchObject({ mayReview: false, review: own });
  const month = new Date().toISOString().slice(0, 7);
  const [seen, ...others] = await listed(mira);
  expect(seen).toMatchObject({ stars: 4, name: 'Ana', month, title: 'Prerje dhe larje', isEdited: false, reply: null });
  expect([others, JSON.stringify(seen).includes(ana.userId)]).toEqual([[], false]);
  expect(await ratings(mira)).toEqual([0, 0, 0, 1, 0]);
  expect((await mira.owner(notifications.mine))[0]).toMatchObject({
    kind: 'reviewReceived',
    title: 'Një vlerësim i ri me 4 yje',
    path: '/desk?tab=sales&part=reviews',
  });
});

test('review, twice, of another buyer, of an open, old or own unit or one without a salon, is refused', async () => {
  const mira = await newSalon(shop, 'Mira');
  const [ana, besa, open] = [await visited(mira), await visited(mira), await visited(mira, 1, false)];
  expect(await refusal(ana.review(5, {}, besa.call))).toBe('404 reviews.notYours');
  expect(await refusal(open.review())).toBe('409 reviews.notRedeemed');
  expect(await Promise.all([1, 2, 3, 4].map((stars) => refusal(ana.review(stars))))).toEqual(
    expect.arrayContaining(['409 reviews.once', '409 reviews.once', '409 reviews.once', 'Error: was not refused']),
  );
  const [{ stars = 0 } = {}] = await listed(mira);
  expect(await ana.review(stars), 'a retry after a lost answer').toMatchObject({ stars, version: 1 });
  await ago(91 * 24, besa.voucherId);
  expect(await refusal(besa.review())).toBe('409 reviews.tooLate');
  for (const stars of [0, 6, 4.5]) expect(await refusal(open.review(stars))).toMatch(/^400/);
  await pool.query('update salons set owner_id = $1 where id = $2', [open.userId, mira.salonId]);
  expect(await refusal(open.review())).toBe('409 reviews.ownSalon');
  const alone = await cardBuyer(shop, cards);
  await alone.fill();
  await alone.call(orders.cash, { body: { sessionId } });
  const [order] = await alone.call(orders.mine);
  const voucherId = order?.items[0]?.vouchers[0]?.id ?? '';
  expect(await refusal(alone.call(reviews.add, { body: { voucherId, stars: 5 } }))).toBe('409 reviews.noSalon');
});

test.each([
  ['Më shkruani te 069 20 12 345', true],
  ['shihni www.shembull.al', true],
  ['ana@example.al', true],
  ['Pronarja është BUDALLAQE!', true],
  ['Kërkova 3 orë, pagova 12 500 lekë dhe mutfakun nuk e pashë.', false],
  ['Prisni deri më 28.11.2026, ia vlen.', false],
])('review “%s”, waits for approval: %s', (text, isHeld) => {
  expect(needsApproval(text, null)).toBe(isHeld);
  expect(needsApproval('', text)).toBe(isHeld);
});

test('review with a phone number is held until an administrator publishes it; edited, it is checked again', async () => {
  const mira = await newSalon(shop, 'Mira');
  const ana = await visited(mira);
  const before = await admin(adminOverview.pending);
  expect(await ana.review(5, { text: 'Merrni 069 20 12 345' })).toMatchObject({ status: 'held' });
  expect((await admin(adminOverview.pending)).reviews).toBe(before.reviews + 1);
  expect([await listed(mira), await kindsOf(mira.owner)]).toEqual([[], expect.not.arrayContaining(['reviewReceived'])]);
  const edit = (version: number, more: object, by = ana.call) =>
    by(reviews.edit, { params: ana.params, body: { version, ...more } });
  expect(await edit(1, { text: 'Merrini në telefon.' })).toMatchObject({ status: 'published', version: 2 });
  expect(await refusal(edit(1, { stars: 1 }))).toBe('409 reviews.changed');
  expect(await refusal(edit(2, { stars: 1 }, mira.owner))).toBe('404 reviews.notYours');
  const body = { decision: 'hide' as const, reason: 'Nuk lejohet.', version: 2 };
  expect(await admin(adminReviews.decide, { params: ana.params, body })).toMatchObject({
    status: 'hidden',
    version: 3,
  });
  expect(await edit(3, { text: 'Mirë.' }), 'not published by its author').toMatchObject({ status: 'held', version: 4 });
  await ago(49, ana.voucherId);
  expect(await refusal(edit(4, { stars: 1 }))).toBe('409 reviews.tooLate');
});

test('reply of the salon is public and editable, and stays when the review is edited', async () => {
  const [mira, other] = [await newSalon(shop, 'Mira'), await newSalon(shop, 'Tjetër')];
  const ana = await visited(mira);
  await ana.review(2);
  const reply = (text: string, by = mira.owner) => by(reviews.reply, { params: ana.params, body: { text } });
  expect(await refusal(reply('Faleminderit', other.owner))).toBe('404 reviews.notFound');
  expect(await reply('Na vjen keq.')).toMatchObject({ reply: { text: 'Na vjen keq.', isBeforeEdit: false } });
  await ana.call(reviews.edit, { params: ana.params, body: { version: 1, stars: 4 } });
  expect(await listed(mira)).toMatchObject([{ stars: 4, isEdited: true, reply: { isBeforeEdit: true } }]);
  expect(await reply('Faleminderit!')).toMatchObject({ reply: { text: 'Faleminderit!', isBeforeEdit: false } });
  expect((await kindsOf(ana.call)).filter((kind) => kind === 'reviewReplied')).toHaveLength(1);
});

test('report hides nothing; the first decision counts, is told to author and salon, and can be taken back', async () => {
  const mira = await newSalon(shop, 'Mira');
  const [ana, besa] = [await visited(mira), await visited(mira)];
  await ana.review(1, { text: 'Mashtrim.' });
  const report = () => besa.call(reviews.report, { params: ana.params, body: { reason: 'offensive', text: 'Fyes' } });
  await report();
  expect(await refusal(report())).toBe('409 reviews.reported');
  expect(await listed(mira)).toHaveLength(1);
  const [reported] = await admin(adminReviews.list, { query: { state: 'reported', q: 'mira' } });
  expect(reported).toMatchObject({ voucherId: ana.voucherId, reports: [{ reason: 'offensive', text: 'Fyes' }] });
  const decide = (decision: 'hide' | 'publish', version: number, by = admin) =>
    by(adminReviews.decide, { params: ana.params, body: { decision, reason: 'Kështu vendosëm.', version } });
  const second = await shop.as({ email: 'dritan@example.al', role: 'admin' });
  expect(await decide('hide', 1)).toMatchObject({ status: 'hidden', decidedBy: 'arta@example.al', reports: [] });
  expect(await refusal(decide('publish', 1, second))).toBe('409 reviews.decided');
  expect([await listed(mira), await ratings(mira)]).toEqual([[], [0, 0, 0, 0, 0]]);
  expect((await ana.units())[0]?.review).toMatchObject({ status: 'hidden', reason: 'Kështu vendosëm.' });
  for (const call of [ana.call, mira.owner])
    expect((await call(notifications.mine))[0]).toMatchObject({ kind: 'reviewDecided' });
  expect(await decide('publish', 2, second)).toMatchObject({ status: 'published' });
  expect(await listed(mira)).toHaveLength(1);
  const audited = await pool.query(`select action from audit_log where subject_id = $1 order by at`, [ana.voucherId]);
  expect(audited.rows.map(({ action }) => action)).toEqual(['reviews.hide', 'reviews.publish']);
});

test('review of a redemption that is undone, is hidden until the voucher is redeemed again; withdrawn, it is gone', async () => {
  const mira = await newSalon(shop, 'Mira');
  const ana = await visited(mira);
  await ana.review(5, { text: 'Mirë', name: 'Ana' });
  await mira.owner(redeem.undo, { body: { nonce: ana.nonce } });
  expect([await listed(mira), await ratings(mira)]).toEqual([[], [0, 0, 0, 0, 0]]);
  expect((await ana.units())[0]?.review).toMatchObject({ status: 'hidden', reason: null });
  await ana.use();
  expect(await listed(mira)).toHaveLength(1);
  for (let time = 0; time < 2; time++) await ana.call(reviews.withdraw, { params: ana.params });
  expect([await listed(mira), await ratings(mira)]).toEqual([[], [0, 0, 0, 0, 0]]);
  expect((await ana.units())[0]?.review).toMatchObject({ status: 'withdrawn', text: '', name: null });
  expect(await refusal(ana.review())).toBe('409 reviews.once');
});

test('rating of a salon is shown by its deals from three reviews on, and by deals that are posted later', async () => {
  const mira = await newSalon(shop, 'Mira');
  const buyers = [await visited(mira), await visited(mira), await visited(mira)];
  const shown = async (id: string) => {
    const { rating, reviewCount } = await shop.guest()(deals.get, { params: { id } });
    return [rating, reviewCount];
  };
  await buyers[0]?.review(5);
  await buyers[1]?.review(5);
  expect(await shown(buyers[0]?.dealId ?? '')).toEqual([null, 0]);
  await buyers[2]?.review(4);
  expect(await shown(buyers[0]?.dealId ?? '')).toEqual([4.7, 3]);
  expect(await shown(await newDeal(db, mira.deal))).toEqual([4.7, 3]);
});

test('reviews of a salon come in pages, newest first', async () => {
  const mira = await newSalon(shop, 'Mira');
  const ana = await visited(mira, 5);
  for (const [index, { id }] of ana.made.entries())
    await ana.call(reviews.add, { body: { voucherId: id, stars: index + 1 } });
  const stars: number[] = [];
  const query = { limit: '2' };
  for await (const page of shop.guest().pages(reviews.ofSalon, { params: { slug: mira.salonId }, query }))
    stars.push(...page.map((review) => review.stars));
  expect(stars).toEqual([5, 4, 3, 2, 1]);
});

test('buyers are asked for a review once, a day after the redemption, unless they have written one', async () => {
  const mira = await newSalon(shop, 'Mira');
  const [ana, besa, dita] = [await visited(mira, 2), await visited(mira), await visited(mira)];
  await besa.review();
  for (const { id } of [...ana.made, ...besa.made]) await ago(25, id);
  for (let time = 0; time < 2; time++) await askForReviews(db);
  const asked = async ({ call }: { call: Client }) =>
    (await call(notifications.mine)).filter(({ kind }) => kind === 'reviewAsked');
  expect(await asked(ana)).toMatchObject([{ path: `/orders/${(await ana.call(orders.mine))[0]?.id}#reviews` }]);
  expect([await asked(besa), await asked(dita)]).toEqual([[], []]);
});

test('closed account, keeps its reviews without the name, or deletes them', async () => {
  const mira = await newSalon(shop, 'Mira');
  const [ana, besa] = [await visited(mira), await visited(mira)];
  await ana.review(5, { text: 'Mirë', name: 'Ana' });
  await besa.review(1, { text: 'Keq', name: 'Besa' });
  expect(await ana.call(privacy.closurePreview)).toMatchObject({ reviews: 1 });
  await ana.call(privacy.close, { body: {} });
  await besa.call(privacy.close, { body: { reviews: 'delete' } });
  expect(await listed(mira)).toMatchObject([{ text: 'Mirë', name: null }]);
  expect(await ratings(mira)).toEqual([0, 0, 0, 0, 1]);
});

test('ratings equal a recount after 1,000 random changes in parallel', { timeout: 120_000 }, async () => {
  const shops = [await newSalon(shop, 'A'), await newSalon(shop, 'B')];
  const visits = await Promise.all(shops.map((salon) => visited(salon, 20)));
  const targets = visits.flatMap(({ made, userId }) => made.map(({ id: voucherId }) => ({ voucherId, userId })));
  const versionOf = async (id: string) =>
    (await pool.query('select version from reviews where voucher_id = $1', [id])).rows[0]?.version ?? 1;
  const dice = (sides: number) => Math.floor(Math.random() * sides);
  const act = async () => {
    const target = targets[dice(targets.length)] ?? expect.fail();
    const { voucherId } = target;
    const text = dice(3) === 0 ? 'Merrni 069 20 12 345' : `Mirë ${dice(9)}`;
    const its = { ...target, stars: 1 + dice(5), text, version: await versionOf(voucherId) };
    const change = dice(10);
    if (change < 3) return inTransaction(db, (tx) => addReview(tx, { ...its, language: 'sq' }));
    if (change < 6) return inTransaction(db, (tx) => editReview(tx, its));
    if (change < 7 && dice(5) === 0) return inTransaction(db, (tx) => withdrawReview(tx, its));
    if (change < 8)
      return pool.query(
        `update reviews set status = case $2 when 'hide' then 'hidden' else 'published' end, decision = $2, reason = 'x',
           decided_at = now(), version = version + 1 where voucher_id = $1 and status <> 'withdrawn'`,
        [voucherId, dice(3) === 0 ? 'hide' : 'publish'],
      );
    const undo = `update vouchers set status = 'open', redeemed_at = null, redeemed_by = null where id = $1 and status = 'redeemed'`;
    const redo = `update vouchers set status = 'redeemed', redeemed_at = now(), redeemed_by = $2 where id = $1 and status = 'open'`;
    return change < 9 ? pool.query(undo, [voucherId]) : pool.query(redo, [voucherId, shops[0]?.ownerId]);
  };
  const refused: unknown[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let time = 0; time < 100; time++) await act().catch((error) => refused.push(error));
    }),
  );
  expect(refused.filter((error) => !(error as { code?: string }).code?.startsWith('reviews.'))).toEqual([]);
  const { rows } = await pool.query('select count(*)::int as n from reviews where is_shown and salon_id = any($1)', [
    shops.map(({ salonId }) => salonId),
  ]);
  expect(rows[0].n).toBeGreaterThan(0);
  const broken = Object.keys(await brokenInvariants(pool)).filter((name) => name.includes('rating'));
  expect(broken).toEqual([]);
});
