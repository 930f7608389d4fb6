import { expect, test } from 'vitest';
import { seedShop } from '#server/seed-past.ts';
import { testDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';

const { db, pool } = await testDatabase();

test('demo data, checked, satisfies all invariants', async () => {
  await seedShop(db);
  expect(await brokenInvariants(pool)).toEqual({});
});

/** Breaks what the database itself would refuse. */
const _behindTheRules = (table: string, statement: string) =>
  pool.query(`alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`);
