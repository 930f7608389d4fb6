import { expect, test } from 'vitest';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { newSecondFactor } from '#test/second-factors.ts';
import { rememberDevice } from './devices.store.ts';
import { ensureAdmin } from './first-admin.ts';
import { makeLink } from './mailed-links.store.ts';
import { verifyHash } from './passwords.ts';

const { db, pool } = await testDatabase();
const email = 'shefja@bukuri.example';

const account = async () =>
  (
    await pool.query<{ id: string; role: string; password_hash: string }>('select * from users where email = $1', [
      email,
    ])
  ).rows[0];

test('configured admin takes over an account with that address, without its sessions, links and identities', async () => {
  await pool.query(
    "insert into users (id, username, email, password_hash) values (gen_random_uuid(), $1, $1, 'theirs')",
    [email],
  );
  const id = (await account())?.id;
  await pool.query("insert into sessions (sid, sess, user_id, expire) values ('x', '{}', $1, now())", [id]);
  const userId = id ?? '';
  await newSecondFactor(db, { userId });
  await makeLink(db, { userId, email, purpose: 'reset' });
  await inTransaction(db, (tx) => rememberDevice(tx, { userId, browser: 'i tyre', name: 'Chrome' }));
  await pool.query(
    "insert into identities (id, user_id, provider, subject, email) values (gen_random_uuid(), $1, 'google', 'x', $2)",
    [id, email],
  );
  await ensureAdmin(db, { email, password: 'e para e shefes' });
  const admin = await account();
  expect(admin).toMatchObject({ id, role: 'admin', email_verified_at: expect.any(Date) });
  expect(await verifyHash('e para e shefes', admin?.password_hash ?? null)).toBeTruthy();
  for (const table of ['sessions', 'second_factors', 'identities', 'tokens', 'devices'])
    expect((await pool.query(`select from ${table}`)).rowCount, table).toBe(0);
});

test('configured admin, already an admin, keeps the password', async () => {
  await ensureAdmin(db, { email, password: 'tjetra e shefes' });
  expect(await verifyHash('e para e shefes', (await account())?.password_hash ?? null)).toBeTruthy();
  expect((await pool.query('select from audit_log')).rowCount).toBe(1);
});

test('ADMIN_PASSWORD too easy to guess, admin exists, is ignored', async () => {
  await ensureAdmin(db, { email, password: 'password123' });
  expect(await verifyHash('e para e shefes', (await account())?.password_hash ?? null)).toBeTruthy();
});

test('ADMIN_PASSWORD too easy to guess, no admin yet, prevents the start', async () => {
  const start = (password: string) => ensureAdmin(db, { email: 'tjetra@bukuri.example', password });
  for (const password of ['password123', 'Bukuri2026!', 'tjetra-1234'])
    await expect(start(password)).rejects.toThrow('ADMIN_PASSWORD is too easy to guess');
  expect((await pool.query("select from users where email = 'tjetra@bukuri.example'")).rowCount).toBe(0);
});
