/** Lowest prices, discounts that are shown, raised original prices, and scheduled deals. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adminDeals } from '#core/contract/admin/deals.ts';
import { adminMemberships } from '#core/contract/admin/memberships.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { deals as catalogue } from '#core/contract/deals.ts';
import { ownDeals } from '#core/contract/own-deals.ts';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { categories, dealLimits, deals } from '#db/schema/catalogue.ts';
import { startDealerShop } from '#test/dealers.ts';
import { ownDealsRepost } from './own-deals.jobs.ts';

const shop = await startDealerShop();
const { db, pool } = shop;
await db.insert(categories).values({ name: 'Flokë', slug: 'hair' });
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const get = (id: string, call = shop.guest()) => call(catalogue.get, { params: { id } });

async function newMember() {
  const dealer = await shop.newDealer();
  await admin(adminMemberships.override, { body: { userId: dealer.id, planId: 'gold' } });
  const post = (more: object = {}) =>
    dealer.call(ownDeals.create, {
      body: { title: 'Prerje', businessName: 'Çela', category: 'hair', price: 2000, timeLeft: '3 days left', ...more },
    });
  const change = (id: string, body: object) => dealer.call(ownDeals.update, { params: { id }, body });
  return { ...dealer, post, change };
}

/** Lets all prices of the shop have begun so many days earlier. */
const age = (days: number) =>
  pool.query(`update deal_prices set valid_from = valid_from - make_interval(days => $1)`, [days]);

test('price, raised and cut after 30 days, shows the discount from the lowest price of the 30 days before', async () => {
  const { post, change } = await newMember();
  const { id } = await post({ originalPrice: 4000 });
  expect(await get(id)).toMatchObject({ discount: 50, shownDiscount: 50, lowestPrice30d: null });
  await age(40);
  expect(await change(id, { price: 3000 })).toMatchObject({ discount: 25, shownDiscount: 0, lowestPrice30d: 2000 });
  await age(5);
  expect(await change(id, { price: 1950 })).toMatchObject({ discount: 51, shownDiscount: 0, lowestPrice30d: 2000 });
  await change(id, { price: 1800 });
  expect(await get(id)).toMatchObject({ discount: 55, shownDiscount: 8, lowestPrice30d: 1950 });
});

test('deals sorted by discount stand in the order of the discount that is shown', async () => {
  const { post, change } = await newMember();
  const city = 'kruje';
  const invented = await post({ originalPrice: 4000, city });
  await age(40);
  await change(invented.id, { price: 3000 });
  await age(2);
  await change(invented.id, { price: 1999 });
  const honest = await post({ originalPrice: 2500, city });
  const sorted = await shop.guest()(catalogue.list, { query: { city, sort: 'discount' } });
  expect(sorted.map(({ id }) => id)).toEqual([honest.id, invented.id]);
  const paged = await shop.guest()(catalogue.list, { query: { city, sort: 'discount', limit: '1' } });
  expect(paged.map(({ id }) => id)).toEqual([honest.id]);
});

test('lowest price, over random changes, copies and reposts, is that of a model', async () => {
  const dealer = await newMember();
  interface Row {
    deal: string;
    price: number;
    at: number;
  }
  const now = () => day;
  let day = 0;
  for (let round = 0; round < 4; round++) {
    day = 0;
    const first = await dealer.post({ price: 2000 });
    const rows: Row[] = [{ deal: first.id, price: 2000, at: 0 }];
    const own = new Map([[first.id, { price: 2000, lowest: null as number | null }]]);
    const lineId = first.id;
    const lowest = (): number | null => {
      const begin = now() - 30;
      if (Math.min(...rows.map(({ at }) => at)) > begin) return null;
      const before = rows.filter(({ at }) => at <= begin);
      const inForce = [...own.keys()].flatMap((deal) => before.findLast((row) => row.deal === deal) ?? []);
      return Math.min(...[...rows.filter(({ at }) => at > begin), ...inForce].map(({ price }) => price));
    };
    for (let step = 0; step < 8; step++) {
      const days = 1 + Math.floor(Math.random() * 25);
      day += days;
      await pool.query(
        'update deal_prices set valid_from = valid_from - make_interval(days => $1) where line_id = $2',
        [days, lineId],
      );
      const price = 1000 + 100 * Math.floor(Math.random() * 20);
      const ids = [...own.keys()];
      const id = ids[Math.floor(Math.random() * ids.length)] ?? expect.fail();
      const kind = ['change', 'change', 'copy', 'pause', 'repost'][Math.floor(Math.random() * 5)];
      if (kind === 'pause') {
        for (const isActive of [false, true]) await dealer.change(id, { isActive });
      } else if (kind === 'repost') {
        await pool.query(`update deals set expires_at = now() - interval '1 hour', reposts_left = 1 where id = $1`, [
          id,
        ]);
        await run();
        expect((await get(id)).lowestPrice30d).toBe(own.get(id)?.lowest);
      } else if (kind === 'copy') {
        const newest = rows.at(-1) ?? expect.fail();
        const expected = newest.price === price ? (own.get(newest.deal)?.lowest ?? null) : lowest();
        const copy = await dealer.post({ price, copyOf: id });
        expect(copy.lowestPrice30d).toBe(expected);
        own.set(copy.id, { price, lowest: expected });
        rows.push({ deal: copy.id, price, at: day });
      } else if (own.get(id)?.price !== price) {
        const expected = lowest();
        expect((await dealer.change(id, { price })).lowestPrice30d).toBe(expected);
        own.set(id, { price, lowest: expected });
        rows.push({ deal: id, price, at: day });
      }
    }
  }
});

const flags = async (id: string) =>
  (await admin(adminDeals.reports)).filter(({ deal }) => deal.id === id).flatMap(({ reports }) => reports);

test('original price raised by more than a tenth, by which the price does not rise, is reported once; dismissed prices stay quiet', async () => {
  const { post, change } = await newMember();
  const { id } = await post({ originalPrice: 3000 });
  await change(id, { originalPrice: 3200 });
  expect(await flags(id)).toEqual([]);
  await change(id, { originalPrice: 4000 });
  expect(await flags(id)).toMatchObject([
    { reason: 'priceRaised', username: null, text: expect.stringMatching(/3.200.*4.000/) },
  ]);
  await admin(adminDeals.decideReports, { params: { id }, body: { decision: 'dismissed' } });
  await change(id, { originalPrice: 3200 });
  await change(id, { originalPrice: 4000 });
  expect(await flags(id)).toEqual([]);
  await change(id, { originalPrice: 5000 });
  expect(await flags(id)).toHaveLength(1);
});

test('original and price raised together are reported once a cut follows; so is a copy with a higher original', async () => {
  const { post, change } = await newMember();
  const { id } = await post({ originalPrice: 2200 });
  await change(id, { originalPrice: 3300, price: 3000 });
  expect(await flags(id)).toEqual([]);
  await change(id, { price: 2500 });
  expect(await flags(id)).toHaveLength(1);
  const same = await post({ originalPrice: 3300, copyOf: id });
  const higher = await post({ originalPrice: 3400, copyOf: id });
  expect(await flags(same.id)).toEqual([]);
  expect(await flags(higher.id)).toHaveLength(1);
});

const inDays = (days: number) => dayInTirane(Date.now() + days * 86_400_000);
const run = () => ownDealsRepost.perform(shop.deps as never, {});
const come = (id: string) =>
  pool.query(`update deals set starts_on = (now() at time zone 'Europe/Tirane')::date where id = $1`, [id]);

test('scheduled deal is seen by its owner only, and is for sale from its day on with its whole run', async () => {
  const { post, call } = await newMember();
  const { id, ...deal } = await post({ startsOn: inDays(3) });
  expect(deal).toMatchObject({ startsOn: inDays(3), isActive: false, isExpired: false, timeLeft: '3 days left' });
  await expect(get(id)).rejects.toMatchObject({ status: 404, code: 'deals.notFound' });
  expect(await get(id, call)).toMatchObject({ startsOn: inDays(3) });
  await run();
  await expect(get(id)).rejects.toMatchObject({ status: 404 });
  await come(id);
  await run();
  const started = await get(id);
  expect(started).toMatchObject({ startsOn: null, isActive: true, timeLeft: '3 days left' });
  expect(Date.parse(started.expiresAt ?? '') - Date.now()).toBeGreaterThan(71 * 3_600_000);
});

test('price of a scheduled deal, never seen, is no price from which a discount is shown', async () => {
  const { post, change } = await newMember();
  const { id } = await post({ startsOn: inDays(3), price: 5000 });
  await change(id, { price: 2000, originalPrice: 5000, startsOn: null });
  await age(40);
  await change(id, { price: 1500 });
  expect(await get(id)).toMatchObject({ shownDiscount: 25, lowestPrice30d: 2000 });
});

test('scheduled deal can be moved, started at once or deleted; a started one cannot be scheduled', async () => {
  const { post, change, call } = await newMember();
  const { id } = await post({ startsOn: inDays(3) });
  expect(await change(id, { startsOn: inDays(5), title: 'Tjetër' })).toMatchObject({ startsOn: inDays(5) });
  expect(await change(id, { startsOn: null })).toMatchObject({ startsOn: null, isActive: true });
  await expect(change(id, { startsOn: inDays(2) })).rejects.toMatchObject({ status: 400 });
  const other = await post({ startsOn: inDays(3) });
  await call(ownDeals.remove, { params: { id: other.id } });
  await come(other.id);
  await run();
  await expect(get(other.id)).rejects.toMatchObject({ status: 404 });
  for (const startsOn of [inDays(0), inDays(31), 'nesër'])
    await expect(post({ startsOn })).rejects.toMatchObject({ status: 400 });
});

test('scheduled start is canceled when the account may not post any more', async () => {
  const { post, id: userId } = await newMember();
  const { id } = await post({ startsOn: inDays(3) });
  await admin(adminUsers.setPermission, { params: { id: userId }, body: { canPostDeals: false } });
  expect((await db.select().from(deals).where(eq(deals.id, id)))[0]).toMatchObject({ startsOn: null, isActive: false });
});

test('sold-out deal is not posted again when it expires', async () => {
  const { post } = await newMember();
  const { id } = await post({ repostsLeft: 3, units: 2 });
  await db.update(dealLimits).set({ units: 1, taken: 1 }).where(eq(dealLimits.dealId, id));
  await pool.query(
    `update deals set created_at = created_at - interval '4 days', expires_at = now() - interval '1 hour' where id = $1`,
    [id],
  );
  await run();
  expect((await db.select().from(deals).where(eq(deals.id, id)))[0]).toMatchObject({ repostsLeft: 0 });
});
