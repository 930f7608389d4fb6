/** The cleanup job deletes what the retention declared in db/schema no longer keeps. */

import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tablePolicies } from '#db/schema.ts';
import { testDatabase } from '#test/database.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { deleteExpiredRows } from './delete-expired-rows.ts';

const { pool, db } = await testDatabase();
const DENIED = { code: '42501' };
const cleanUp = () => deleteExpiredRows.perform({ db }, {});
const userId = await newUser(db, {});
const dealId = await newDeal(db);
await pool.query('insert into carts (user_id, version) values ($1, gen_random_uuid())', [userId]);

/** Columns and values of a row; `since` is when its retention began, `key` is unique. */
const rows: Record<string, (since: string, key: string) => string> = {
  deal_views: (since, key) => `(deal_id, visitor, day) values ('${dealId}', '${key}', (${since})::date::text)`,
  deal_shares: (since, key) => `(deal_id, visitor, day) values ('${dealId}', '${key}', (${since})::date::text)`,
  deal_days: (since) => `(deal_id, day) values ('${dealId}', (${since})::date::text)`,
  external_events: (since, key) =>
    `(source, external_id, type, received_at) values ('stripe', '${key}', 'charge.updated', ${since})`,
  support_messages: (since, key) => `(id, message, created_at) values (gen_random_uuid(), '${key}', ${since})`,
  closed_account_notices: (since, key) =>
    `(id, email, language, created_at) values (gen_random_uuid(), '${key}', 'sq', ${since})`,
  audit_log: (since, key) =>
    `(id, action, subject, subject_id, at) values (gen_random_uuid(), 'orders.cancel', 'order', '${key}', ${since})`,
  rate_limits: (since, key) => `(key, window_start, count, expires_at) values ('${key}', now(), 1, ${since})`,
  cart_items: (since, key) =>
    `(id, user_id, session_id, deal_id, added_price, removed_at) values (gen_random_uuid(), '${userId}', '${key}', '${dealId}', 1, ${since})`,
  cart_additions: (since) => `(user_id, key, created_at) values ('${userId}', gen_random_uuid(), ${since})`,
  favorites: (since, key) =>
    `(id, browser, session_id, deal_id, created_at) values (gen_random_uuid(), '${key}', '${key}', '${dealId}', ${since})`,
  search_counts: (since, key) =>
    `(day, city, said, stems, has_found) values ((${since})::date::text, 'all', '${key}', '{}', true)`,
  devices: (since, key) =>
    `(id, user_id, browser, name, last_sign_in_at) values (gen_random_uuid(), '${userId}', '${key}', '${key}', ${since})`,
  sessions: (since, key) =>
    `(sid, sess, user_id, expire) values ('${key}', '{"rememberMe":true}', '${userId}', ${since})`,
  used_assertions: (since, key) => `(hash, browser, expires_at) values ('${key}', '', ${since})`,
  tokens: (since, key) =>
    `(id, user_id, purpose, hash, email, expires_at) values (gen_random_uuid(), '${userId}', 'reset', '${key}', 'a@example.al', ${since})`,
  sandbox_objects: (since, key) =>
    `(id, kind, data, created_at) values ('${key}', 'payment', '{"state":"open"}', ${since})`,
  sandbox_mails: (since, key) =>
    `(id, recipient, subject, text, html, created_at) values ('${key}', '', '', '', '', ${since})`,
};
const retained = tablePolicies.flatMap(({ table, retention }) =>
  retention ? [{ name: getTableName(table), ...retention }] : [],
);
const count = async (table: string) => (await pool.query(`select from ${table}`)).rowCount;

test('cleanup job, rows before and after the end of their retention, deletes the expired ones', async () => {
  const kept = [];
  for (const { name, keep, since } of retained.filter(({ name }) => name in rows)) {
    const margin = since.dataType === 'date' ? '1 minute' : '1 day';
    const ages = [`interval '${keep}' + interval '${margin}'`, `interval '${keep}' - interval '${margin}'`];
    for (const [i, age] of ages.entries())
      await pool.query(`insert into ${name} ${rows[name]?.(`now() - (${age})`, `key ${i}`)}`);
    kept.push([name, 1]);
  }
  await cleanUp();
  expect(await Promise.all(kept.map(async ([name]) => [name, await count(`${name}`)]))).toEqual(kept);
});

test('favorite of an account and device with a session, expired, are kept', async () => {
  await pool.query(`delete from sessions; delete from devices; delete from favorites;
    insert into devices (id, user_id, browser, name, last_sign_in_at)
      values (gen_random_uuid(), '${userId}', 'b', 'in use', now() - interval '1 year');
    insert into sessions (sid, sess, user_id, device_id, expire)
      select 'sid', '{"rememberMe":true}', '${userId}', id, now() + interval '1 day' from devices;
    insert into favorites (id, user_id, session_id, deal_id, created_at)
      values (gen_random_uuid(), '${userId}', 's', '${dealId}', now() - interval '1 year')`);
  await cleanUp();
  expect([await count('devices'), await count('favorites')]).toEqual([1, 1]);
});

test('cleanup job, one table fails, still cleans up the others and fails', async () => {
  await pool.query(`insert into rate_limits ${rows.rate_limits?.("now() - interval '1 hour'", 'old')}`);
  await pool.query('alter function audit_log_delete_expired rename to elsewhere');
  await expect(cleanUp()).rejects.toThrow('expired rows were not deleted');
  await pool.query('alter function elsewhere rename to audit_log_delete_expired');
  expect((await pool.query("select from rate_limits where key = 'old'")).rowCount).toBe(0);
});

test('dead jobs are deleted 90 days after their last attempt', async () => {
  await pool.query(`select graphile_worker.add_job('x', max_attempts => 1) from generate_series(1, 2)`);
  await pool.query(`update graphile_worker._private_jobs set attempts = 1,
    updated_at = now() - case when id % 2 = 0 then interval '91 days' else interval '89 days' end`);
  await cleanUp();
  expect(await count('graphile_worker._private_jobs')).toBe(1);
});

test.each(["update audit_log set action = 'y'", 'delete from audit_log', 'truncate audit_log'])(
  'audit log, %s, is refused',
  async (change) => {
    await expect(pool.query(change)).rejects.toMatchObject(DENIED);
  },
);

test('audit log, cleanup of events younger than a year, is refused, and plain deletes are still refused after a cleanup', async () => {
  await expect(pool.query("select audit_log_delete_expired('364 days', 1)")).rejects.toMatchObject(DENIED);
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select audit_log_delete_expired('2 years', 1)");
  await expect(client.query('delete from audit_log')).rejects.toMatchObject(DENIED);
  await client.query('rollback');
  client.release();
});
