/** What is kept to let people in goes when it is worth nothing any more. */
import { expect, test } from 'vitest';
import { createDb } from '#server/kit/db/db.ts';
import { testDatabase } from '#test/database.ts';
import { newUser } from '#test/shoppers.ts';
import { forgetDevices } from './devices.store.ts';
import { forgetTokens } from './mailed-links.store.ts';

const { pool } = await testDatabase();
const db = createDb(pool);
const userId = await newUser(db, {});

async function left(table: string): Promise<string[]> {
  const { rows } = await pool.query(`select ${table === 'devices' ? 'name' : 'hash'} as said from ${table} order by 1`);
  return rows.map(({ said }) => said);
}

test('a mailed link is forgotten a day after it is worth nothing', async () => {
  await pool.query(
    `insert into tokens (id, user_id, purpose, hash, email, expires_at)
     select gen_random_uuid(), $1, 'reset', hours::text, 'a@example.al', now() - make_interval(hours => hours)
     from unnest(array[-1, 23, 25]) hours`,
    [userId],
  );
  await forgetTokens(db, '1 day');
  expect(await left('tokens')).toEqual(['-1', '23']);
});

test('a browser is forgotten half a year after the last sign-in, but not while somebody is signed in with it', async () => {
  await pool.query(
    `insert into devices (id, user_id, browser, name, last_sign_in_at)
     select gen_random_uuid(), $1, name, name, now() - make_interval(days => days)
     from (values ('new', 179), ('old', 181), ('old, in use', 181)) as d (name, days)`,
    [userId],
  );
  await pool.query(
    `insert into sessions (sid, sess, user_id, device_id, expire)
     select 'sid', '{"rememberMe":true}', $1, id, now() + interval '1 day' from devices where name = 'old, in use'`,
    [userId],
  );
  await forgetDevices(db, '180 days');
  expect(await left('devices')).toEqual(['new', 'old, in use']);
});
