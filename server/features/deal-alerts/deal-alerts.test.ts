import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { ownDeals } from '#core/contract/own-deals.ts';
import { salonFollows } from '#db/schema/notifications.ts';
import { favorites } from '#db/schema/shopping.ts';
import { insertSalon } from '#server/features/salons/salons.store.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startDealerShop } from '#test/dealers.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { dealAlertsEnding, dealAlertsNew } from './deal-alerts.jobs.ts';

const shop = await startDealerShop();
const { db } = shop;
const HOUR = 3_600_000;
/** The digest is due: 9:30 in Albania, in summer 10:30; of today, because the database compares deals with its own time. */
const DUE = new Date().setUTCHours(8, 30, 0, 0);
const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

const run = (job: typeof dealAlertsNew, now: number) =>
  job.perform({ ...shop.deps, clock: { now: () => now, elapsed: () => now } }, {});
const save = (userId: string, dealId: string, createdAt = new Date(DUE - 90 * HOUR)) =>
  db.insert(favorites).values({ userId, dealId, createdAt, sessionId: 's' });
const postedAt = (before: number) => ({ createdAt: new Date(DUE - before), expiresAt: new Date(DUE + 72 * HOUR) });

async function notified(userId: string, kind: string) {
  const { rows } = await shop.pool.query(
    'select key, data from notifications where user_id = $1 and kind = $2 order by id',
    [userId, kind],
  );
  return rows;
}

async function newSalon(): Promise<string> {
  const texts = { name: v7(), about: '', address: 'Rruga', city: 'tirana' };
  return inTransaction(db, (tx) => insertSalon(tx, { ownerId: null, ...texts }));
}

test('digest names new deals of followed salons and of saved categories in the city, once a day', async () => {
  const [ana, dealer] = [await newUser(db), await newUser(db)];
  const salonId = await newSalon();
  await db.insert(salonFollows).values({ userId: ana, salonId, createdAt: new Date(DUE - 30 * HOUR) });
  await save(ana, await newDeal(db, { city: 'durres', ...postedAt(100 * HOUR) }));
  const followed = await newDeal(db, { salonId, city: 'vlore', title: 'E ndjekur', ...postedAt(23 * HOUR) });
  const liked = await newDeal(db, { city: 'durres', userId: dealer, title: 'E pëlqyer', ...postedAt(HOUR) });
  await save(dealer, liked);
  // Not for her: another city, her own, hidden, before and after the day of the digest, posted again by itself.
  await newDeal(db, { city: 'korce', ...postedAt(HOUR) });
  await newDeal(db, { city: 'durres', userId: ana, ...postedAt(HOUR) });
  await newDeal(db, { city: 'durres', isHidden: true, ...postedAt(HOUR) });
  await newDeal(db, { city: 'durres', ...postedAt(24 * HOUR + 1) });
  await newDeal(db, { city: 'durres', ...postedAt(0) });
  await save(ana, await newDeal(db, { city: 'durres', title: 'E ruajtur', ...postedAt(HOUR) }), new Date(DUE - HOUR));
  const again = await newDeal(db, { city: 'durres', ...postedAt(HOUR) });
  await shop.pool.query(
    `insert into audit_log (id, action, subject, subject_id, at) values (gen_random_uuid(), 'deals.repost', 'deal', $1, $2)`,
    [again, new Date(DUE - HOUR)],
  );
  for (const now of [DUE + 5 * HOUR, DUE + 6 * HOUR]) await run(dealAlertsNew, now);
  const deal = { titleEn: null, salon: 'Salloni Mira' };
  expect(await notified(ana, 'newDeals')).toEqual([
    {
      key: `newDeals.${iso(DUE).slice(0, 10)}`,
      data: {
        count: 2,
        isFollowed: true,
        deals: [
          { dealId: followed, title: 'E ndjekur', ...deal },
          { dealId: liked, title: 'E pëlqyer', ...deal },
        ],
      },
    },
  ]);
  // Two, besides his own.
  expect(await notified(dealer, 'newDeals')).toMatchObject([{ data: { count: 2, isFollowed: false } }]);
});

test('saved deal that ends within a day is announced once, unless it was saved or posted within its last day', async () => {
  const [ana, ilir] = [await newUser(db), await newUser(db)];
  const ends = (hours: number, more = {}) =>
    newDeal(db, { ...postedAt(48 * HOUR), expiresAt: new Date(DUE + hours * HOUR), ...more });
  const ending = await ends(23);
  await save(ana, ending);
  await save(ilir, ending, new Date(DUE - 30 * 60_000));
  await save(ana, await ends(25));
  await save(ana, await ends(-1));
  await save(ana, await ends(12, { createdAt: new Date(DUE - 12 * HOUR) }));
  await save(ana, await ends(12, { isActive: false }));
  for (const now of [DUE, DUE + HOUR / 4]) await run(dealAlertsEnding, now);
  expect(await notified(ana, 'dealEnding')).toMatchObject([
    { data: { dealId: ending, title: 'Prerje dhe larje', expiresAt: iso(DUE + 23 * HOUR) } },
  ]);
  expect(await notified(ilir, 'dealEnding')).toEqual([]);
});

test('lower price is announced to whoever saved the deal, once a day', async () => {
  const dealer = await shop.newDealer();
  const [ana, ilir] = [await newUser(db), await newUser(db)];
  const id = await newDeal(db, { userId: dealer.id, expiresAt: new Date(Date.now() + 72 * HOUR) });
  for (const userId of [ana, dealer.id]) await save(userId, id);
  await save(ilir, await newDeal(db));
  const price = async (lek: number) => {
    await dealer.call(ownDeals.update, { params: { id }, body: { price: lek } });
    await shop.runJobs();
  };
  for (const lek of [1300, 1100, 1300, 1100]) await price(lek);
  expect(await notified(ana, 'priceDrop')).toMatchObject([
    { key: expect.stringContaining(`priceDrop.${id}.2`), data: { dealId: id, price: 1100, before: 1300 } },
  ]);
  for (const other of [ilir, dealer.id]) expect(await notified(other, 'priceDrop')).toEqual([]);
});
