import { expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { forgetDeeds } from './audit.ts';

const { db, pool } = await testDatabase();
const DENIED = { code: '42501' };

await pool.query(`
  insert into audit_log (id, at, action, subject, subject_id)
  select gen_random_uuid(), now() - age::interval, 'orders.confirmCash', 'order', age
  from unnest(array['1 minute', '1 year', '23 months', '25 months', '3 years']) age`);

const ages = async () => (await pool.query('select subject_id as age from audit_log order by at desc')).rows;

test.each(["update audit_log set action = 'y'", 'delete from audit_log', 'truncate audit_log'])(
  'nothing else changes the audit log: %s',
  async (change) => {
    await expect(pool.query(change)).rejects.toMatchObject(DENIED);
    expect(await ages()).toHaveLength(5);
  },
);

test('audit events, younger than a year, cannot be deleted', async () => {
  await expect(forgetDeeds(db, '364 days')).rejects.toMatchObject({ cause: DENIED });
  expect(await ages()).toHaveLength(5);
});

test('audit cleanup job, run, deletes expired events only', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select audit_log_forget('2 years', 1)");
  await expect(client.query('delete from audit_log')).rejects.toMatchObject(DENIED);
  await client.query('rollback');
  client.release();
  await forgetDeeds(db, '2 years');
  expect(await ages()).toEqual([{ age: '1 minute' }, { age: '1 year' }, { age: '23 months' }]);
  await expect(pool.query('delete from audit_log')).rejects.toMatchObject(DENIED);
});
