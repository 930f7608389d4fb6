/** A browser is known to an account by the password it signed in with, and by no other. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { devices } from '#db/schema/sign-in.ts';
import { type Client, startShop } from '#test/client.ts';
import { makeLink } from './mailed-links.store.ts';

const OLD = 'një gotë me ujë';
const NEW = 'dy gota me verë';
const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1 } });
const { db, pool } = shop;

/** Somebody with an account, and two browsers that it knows. */
async function member() {
  const email = `${v7()}@example.al`;
  const [desk, other] = [shop.guest(), shop.guest()];
  const { user } = await desk(accounts.register, { body: { email, passwordHash: OLD } });
  await other(accounts.login, { body: { username: email, password: OLD } });
  return { email, userId: user.id, desk, other };
}

/** What a browser is answered while nobody but known ones may guess. */
async function whileGuessed(email: string, client: Client, password: string): Promise<number> {
  await pool.query("delete from rate_limits where key !~ '^home:'");
  await pool.query(
    `insert into rate_limits (key, window_start, count, expires_at)
     select 'guesses:' || $1, to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 70, now() + interval '1 day'`,
    [shop.deps.actors.ofAccount(email)],
  );
  const payload = { username: email, password };
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  return (await client.send({ method: 'POST', url: '/api/auth/login', payload, headers })).statusCode;
}

async function reset({ email, userId }: { email: string; userId: string }, client: Client): Promise<void> {
  const { token } = await makeLink(db, { userId, email, purpose: 'reset' });
  await client(accounts.reset, { body: { token, password: NEW } });
}

const devicesOf = (userId: string) => db.$count(devices, eq(devices.userId, userId));

test('a password that is set by mail leaves no browser known but that in which it was set', async () => {
  const { other, ...one } = await member();
  expect(await whileGuessed(one.email, other, 'wrong')).toBe(401);
  const phone = shop.guest();
  await reset(one, phone);
  expect(await whileGuessed(one.email, other, 'wrong')).toBe(429);
  expect(await whileGuessed(one.email, one.desk, NEW)).toBe(429);
  expect(await whileGuessed(one.email, phone, NEW)).toBe(200);
});

test('a changed password leaves no browser known but that in which it was changed', async () => {
  const { email, desk, other } = await member();
  await desk(accounts.changePassword, { body: { current: OLD, password: NEW } });
  expect(await whileGuessed(email, other, 'wrong')).toBe(429);
  expect(await whileGuessed(email, desk, NEW)).toBe(200);
});

test('whoever signs in with the new password is known by it', async () => {
  const { email, userId, desk, other } = await member();
  await reset({ email, userId }, desk);
  await pool.query('delete from rate_limits');
  await other(accounts.login, { body: { username: email, password: NEW } });
  expect(await whileGuessed(email, other, NEW)).toBe(200);
});

test('another password forgets the devices of those who are signed out by it', async () => {
  const [one, two] = [await member(), await member()];
  await pool.query('update users set email_verified_at = now()');
  expect([await devicesOf(one.userId), await devicesOf(two.userId)]).toEqual([2, 2]);
  await reset(one, one.desk);
  await two.desk(accounts.changePassword, { body: { current: OLD, password: NEW } });
  expect([await devicesOf(one.userId), await devicesOf(two.userId)]).toEqual([1, 1]);
});

test('what others ask for in a browser that was known keeps nobody from a link', async () => {
  const { other, ...one } = await member();
  await reset(one, one.desk);
  await pool.query('delete from rate_limits');
  const ask = async (client: Client) =>
    (
      await client.send({
        method: 'POST',
        url: '/api/auth/reset-request',
        payload: `email=${encodeURIComponent(one.email)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).statusCode;
  for (let times = 0; times < 3; times++) expect(await ask(other)).toBe(200);
  expect(await ask(other)).toBe(429);
  expect(await ask(one.desk)).toBe(200);
});
