import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { createPool } from './pool.ts';
import { inTransaction, sqlState } from './transaction.ts';

const { db, pool, url } = await testDatabase();
await pool.query('create table tally (id int primary key, n int not null)');
await pool.query('insert into tally values (1, 0), (2, 0)');

test('transactions in a deadlock, retried, both succeed', async () => {
  let holding = 0;
  const bothHold = Promise.withResolvers<void>();
  const add = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`update tally set n = n + 1 where id = ${first}`);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await tx.execute(sql`update tally set n = n + 1 where id = ${second}`);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  const { rows } = await pool.query('select n from tally order by id');
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('transaction, throwing, is rolled back', async () => {
  let times = 0;
  const work = inTransaction(db, async (tx) => {
    times += 1;
    await tx.execute(sql`insert into tally values (9, 9)`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(times).toBe(1);
  const { rowCount } = await pool.query('select from tally where id = 9');
  expect(rowCount).toBe(0);
});

test('statement, longer than the timeout, is cancelled', async () => {
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '3s' }]);
  const impatient = createPool({ url, statementTimeoutMs: 20 });
  const error = await impatient.query('select pg_sleep(10)').catch((thrown: unknown) => thrown);
  expect(sqlState(error)).toBe('57014');
  await impatient.end();
});

test('idle connection, broken, is reported and replaced', async () => {
  const broken = Promise.withResolvers<Error>();
  // Twice, by the connection and by the pool: an unhandled `error` event ends the process.
  let times = 0;
  const other = createPool({ url, max: 1, onError: (error) => ++times === 2 && broken.resolve(error) });
  const { rows } = await other.query('select pg_backend_pid() as pid');
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  expect((await broken.promise).message).toContain('terminat');
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.end();
});

/** Stops the process behind a connection, which then neither answers nor closes. */
async function _freeze(connection: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(rows[0].pid, 'SIGCONT'));
}
