import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { inTransaction, sqlState } from './transaction.ts';

const { db, pool } = await testDatabase();
await pool.query('create table tally (id int primary key, n int not null)');
await pool.query('insert into tally values (1, 0), (2, 0)');

test('two transactions that lock the same rows in opposite order both succeed', async () => {
  const add = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`update tally set n = n + 1 where id = ${first}`);
      await tx.execute(sql`select pg_sleep(0.1)`);
      await tx.execute(sql`update tally set n = n + 1 where id = ${second}`);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  const { rows } = await pool.query('select n from tally order by id');
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
}, 20_000);

test('a transaction that throws leaves nothing behind', async () => {
  const work = inTransaction(db, async (tx) => {
    await tx.execute(sql`insert into tally values (9, 9)`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  const { rowCount } = await pool.query('select from tally where id = 9');
  expect(rowCount).toBe(0);
});

test('a statement that takes longer than three seconds is broken off', async () => {
  const error = await db.execute(sql`select pg_sleep(10)`).catch((thrown: unknown) => thrown);
  expect(sqlState(error)).toBe('57014');
});

test('the audit log takes rows and gives none back', async () => {
  await pool.query(
    "insert into audit_log (id, action, subject, subject_id) values (gen_random_uuid(), 'order.place', 'order', 'x')",
  );
  for (const change of ["update audit_log set action = 'y'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(pool.query(change)).rejects.toMatchObject({ code: '42501' });
  }
});
