/** The ledger of card takings: what redemptions, refunds and disputes write, and the closing of months. */
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { salons } from '#db/schema/salons.ts';
import { testDatabase } from '#test/database.ts';
import { paidUnits, redeemUnit, runHistories } from '#test/ledger-histories.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { checkLedger } from './ledger-checks.ts';
import { closeMonths } from './settlements.jobs.ts';

const { db, pool } = await testDatabase();
const broken = async () => Object.entries(await checkLedger(db)).filter(([, count]) => count > 0);

test('three hundred random histories, with months closed and paid meanwhile, break no rule of the ledger', async () => {
  await runHistories(db, { count: 300, seed: 46 });
  expect(await broken()).toEqual([]);
  const { rows } = await pool.query(`select kind, count(*)::int as n from ledger_entries group by kind`);
  const counts = Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  for (const kind of ['cardSale', 'refund', 'disputeLost', 'disputeWon', 'payout'])
    expect(counts[kind]).toBeGreaterThan(5);
  expect((await pool.query('select count(*)::int as n from statements')).rows[0].n).toBeGreaterThan(30);
}, 180_000);

test('month closed by two workers at once, has one statement', async () => {
  const [ownerId, salonId] = [await newUser(db), v7()];
  await db.insert(salons).values({ id: salonId, slug: salonId, ownerId, name: 'Mira', address: '', city: 'tirana' });
  const dealId = await newDeal(db, { userId: ownerId, salonId });
  const { voucherIds } = await paidUnits(db, { salonId, dealId, price: 150_000, units: 2 });
  for (const id of voucherIds) await redeemUnit(db, { salonId, ownerId }, id);
  await Promise.all(Array.from({ length: 6 }, () => closeMonths(db, '2099-01')));
  const { rows } = await pool.query('select opening, sum, closing from statements where salon_id = $1', [salonId]);
  expect(rows).toEqual([{ opening: '0.00', sum: '3000.00', closing: '3000.00' }]);
  expect(await broken()).toEqual([]);
});

test('ledger, changed or deleted, refuses; a check finds what was broken behind its rules', async () => {
  const refused = /append-only/;
  await expect(pool.query('update ledger_entries set amount = amount + 1')).rejects.toThrow(refused);
  await expect(pool.query('delete from ledger_entries')).rejects.toThrow(refused);
  await expect(pool.query("update ledger_entries set month = '2098-01' where month is not null")).rejects.toThrow(
    refused,
  );
  await expect(pool.query('update statements set closing = 0, sum = -opening')).rejects.toThrow(refused);
  await db.execute(sql`alter table ledger_entries disable trigger user`);
  await pool.query(`update ledger_entries set amount = amount + 1 where kind = 'cardSale' and month is not null`);
  await db.execute(sql`alter table ledger_entries enable trigger user`);
  expect((await broken()).length).toBeGreaterThanOrEqual(3);
});
