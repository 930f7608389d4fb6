import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { seedShop } from './seed-past.ts';

const { db, pool } = await testDatabase();
const count = async (what: string) => (await pool.query(`select ${what} as n`)).rows[0].n as number;

test('demo shop, seeded twice, has one past in which every salon was visited', async () => {
  await seedShop(db);
  const before = await count('(select count(*)::int from orders)');
  await seedShop(db);
  expect(await count('(select count(*)::int from orders)')).toBe(before);
  const { rows } = await pool.query(`
    select count(*)::int as salons, min(n) as least, max(n) as most, count(*) filter (where n < 3)::int as few
    from (select count(r.voucher_id)::int as n from salons s left join reviews r on r.salon_id = s.id group by s.id) x`);
  expect(rows[0]).toEqual({ salons: 60, least: 1, most: expect.any(Number), few: 2 });
  expect(rows[0].most).toBeLessThanOrEqual(90);
  const share = await count(`(select avg((payment_method = 'card')::int)::float8 from orders)`);
  expect(share).toBeCloseTo(1 / 3, 1);
  expect(await count(`(select count(*)::int from payments where is_live)`)).toBe(0);
  expect(await count(`(select count(distinct language)::int from reviews)`)).toBe(2);
  expect(await count(`(select count(*)::int from vouchers where status = 'open')`)).toBe(120);
  // The last month of every salon is closed and paid.
  expect(
    await count(`(select count(*)::int from salons s join lateral (
      select month, is_test from statements where salon_id = s.id order by month desc limit 1) l on true
      join ledger_entries p on (p.salon_id, p.is_test, p.pays) = (s.id, l.is_test, l.month)
      where l.month = to_char((now() at time zone 'Europe/Tirane') - interval '1 month', 'YYYY-MM'))`),
  ).toBe(60);
  expect(await brokenInvariants(pool)).toEqual({});
});
