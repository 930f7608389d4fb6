/** Login throttling slows down guessing and keeps owners from no sign-in. */
import { hash } from '@node-rs/argon2';
import { v7 } from 'uuid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { saltOf } from '#server/kit/http/known-devices.ts';
import { type Client, startShop } from '#test/client.ts';
import { newUser } from '#test/shoppers.ts';
import { accountsLimits } from './accounts.routes.ts';
import { makeLink } from './mailed-links.store.ts';
import { hashPassword } from './passwords.ts';

const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1 } });
const { db, pool } = shop;
const PASSWORD = 'një gotë me ujë';
const NEW = 'dy gota me verë';
const passwordHash = await hashPassword(PASSWORD);

/** An account, and two browsers that it knows. */
async function member() {
  const username = `${v7()}@example.al`;
  const [browser, other] = [shop.guest(), shop.guest()];
  const { user } = await browser(accounts.register, { body: { email: username, passwordHash: PASSWORD } });
  await other(accounts.login, { body: { username, password: PASSWORD } });
  return { username, userId: user.id, browser, other };
}

const post = async (client: Client, from: string, [url, payload]: [string, object]) =>
  (await client.send({ method: 'POST', url, headers: { 'x-forwarded-for': from }, payload })).statusCode;
const signIn = (client: Client, from: string, username: string, password = PASSWORD) =>
  post(client, from, ['/api/auth/login', { username, password }]);
const register = (from: string, email = `${v7()}@example.al`) =>
  post(shop.guest(), from, ['/api/auth/register', { email, passwordHash: PASSWORD }]);
const resetCounts = () => pool.query("delete from rate_limits where key !~ '^home:'");
const countOf = async (like: string) =>
  (await pool.query('select coalesce(sum(count), 0)::int as sum from rate_limits where key like $1', [like])).rows[0]
    .sum;

/** As if so many wrong passwords had come from an address or a network. */
async function exhaust(limit: 'logins' | 'networkLogins', from: string): Promise<void> {
  await pool.query('delete from rate_limits where key like $1', [`${limit}:%`]);
  expect(await signIn(shop.guest(), from, 'nobody@example.al', 'wrong')).toBe(401);
  await pool.query('update rate_limits set count = $2 where key like $1', [`${limit}:%`, accountsLimits[limit].max]);
}

/** As if more networks had guessed than an account allows. */
async function exhaustAccount(username: string): Promise<void> {
  await resetCounts();
  await pool.query(
    `insert into rate_limits (key, window_start, count, expires_at)
     select 'guesses:' || $1, to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 70, now() + interval '1 day'`,
    [shop.deps.actors.ofAccount(username)],
  );
}
/** Known browsers still sign in then. */
async function whileGuessed(username: string, client: Client, password: string): Promise<number> {
  await exhaustAccount(username);
  return signIn(client, '203.0.113.77', username, password);
}

test('wrong passwords, more than five from an address, wait; the owner signs in from elsewhere', async () => {
  const { username } = await member();
  const guess = () => signIn(shop.guest(), '203.0.113.1', username, 'wrong');
  for (let times = 0; times < 5; times++) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);
  expect(await signIn(shop.guest(), '198.51.100.7', username)).toBe(200);
});

test('known browser, its address is throttled, signs in to its accounts; its cookie is of no use elsewhere', async () => {
  const [ana, era] = [await member(), await member()];
  await exhaust('logins', '203.0.113.10');
  expect(await signIn(shop.guest(), '203.0.113.10', ana.username)).toBe(429);
  expect(await signIn(ana.browser, '203.0.113.10', era.username)).toBe(429);
  expect(await signIn(ana.browser, '203.0.113.10', ana.username)).toBe(200);
  const [, mark] = ana.browser.cookies.get('bukuri-browser')?.split('.') ?? [];
  const thief = shop.guest();
  thief.cookies.set('bukuri-browser', `${'A'.repeat(22)}.${mark}`);
  expect(await signIn(thief, '203.0.113.10', ana.username)).toBe(429);
});

test('new browser, account is throttled, signs in from a trusted network only', async () => {
  const { username } = await member();
  await exhaustAccount(username);
  expect(await signIn(shop.guest(), '198.51.100.20', username)).toBe(429);
  // The network in which the account was made.
  expect(await signIn(shop.guest(), '127.0.0.200', username)).toBe(200);
});

test('network, too many wrong passwords for any accounts, is throttled except for browsers and owners it knows', async () => {
  const { username, browser } = await member();
  const stranger = await member();
  expect(await signIn(browser, '192.0.2.9', username)).toBe(200);
  await exhaust('networkLogins', '192.0.2.1');
  expect(await signIn(shop.guest(), '192.0.2.2', 'other@example.al', 'wrong')).toBe(429);
  expect(await signIn(shop.guest(), '192.0.2.2', stranger.username)).toBe(429);
  expect(await signIn(stranger.browser, '192.0.2.3', stranger.username)).toBe(200);
  expect(await signIn(shop.guest(), '192.0.2.2', username)).toBe(200);
});

test('only wrong passwords are counted: not right ones, errors, or attempts that were refused', async () => {
  const { username } = await member();
  await resetCounts();
  expect(await signIn(shop.guest(), '192.0.2.20', username)).toBe(200);
  await pool.query('alter table users rename to users_away');
  expect(await signIn(shop.guest(), '192.0.2.20', username)).toBe(500);
  await pool.query('alter table users_away rename to users');
  expect(await countOf('logins:%')).toBe(0);
  expect(await signIn(shop.guest(), '192.0.2.20', username, 'wrong')).toBe(401);
  await pool.query("update rate_limits set count = 9 where key like 'account:%'");
  expect(await signIn(shop.guest(), '192.0.2.20', username)).toBe(429);
  expect([await countOf('logins:%'), await countOf('networkLogins:%')]).toEqual([1, 1]);
  const keys = JSON.stringify((await pool.query('select key from rate_limits')).rows);
  expect(keys).not.toMatch(/example\.al|192\.0/);
});

test('right password, more than 30 times an hour, is refused', async () => {
  const { username, userId, browser } = await member();
  await resetCounts();
  expect(await signIn(browser, '198.51.100.8', username)).toBe(200);
  await pool.query("update rate_limits set count = 30 where key like 'signIns:%'");
  expect(await signIn(browser, '198.51.100.8', username)).toBe(429);
  expect((await pool.query('select from sessions where user_id = $1', [userId])).rowCount).toBeGreaterThan(0);
});

test('password set by email, only the browser in which it was set stays known', async () => {
  const { username, userId, browser, other } = await member();
  expect(await whileGuessed(username, other, 'wrong')).toBe(401);
  const phone = shop.guest();
  const { token } = await makeLink(db, { userId, email: username, purpose: 'reset' });
  await phone(accounts.reset, { body: { token, password: NEW } });
  expect(await whileGuessed(username, other, 'wrong')).toBe(429);
  expect(await whileGuessed(username, browser, NEW)).toBe(429);
  expect(await whileGuessed(username, phone, NEW)).toBe(200);
});

test('changed password, only the browser in which it was changed stays known, others after signing in with it', async () => {
  const { username, browser, other } = await member();
  await browser(accounts.changePassword, { body: { current: PASSWORD, password: NEW } });
  expect(await whileGuessed(username, other, 'wrong')).toBe(429);
  expect(await whileGuessed(username, browser, NEW)).toBe(200);
  await resetCounts();
  await other(accounts.login, { body: { username, password: NEW } });
  expect(await whileGuessed(username, other, NEW)).toBe(200);
});

test.each([
  ['turning on the second factor', 'ownPasswords', '/api/auth/second-factor', {}],
  ['unlinking an identity', 'linkings', '/api/auth/identities/unlink', { provider: 'google' }],
  ['closing the account', 'closings', '/api/user/close', {}],
])(
  'wrong password for %s, in a stolen session, does not count against the limit of the owner',
  async (_what, limit, url, more) => {
    const email = `${v7()}@example.al`;
    await newUser(db, { email, username: email, passwordHash, emailVerifiedAt: new Date() });
    const thief = await shop.as({ email });
    expect(await post(thief, '203.0.113.2', [url, { ...more, password: 'wrong' }])).toBe(403);
    expect(await countOf(`${limit}:%`)).toBe(0);
    expect(await post(await shop.as({ email }), '127.0.0.1', [url, { ...more, password: PASSWORD }])).toBe(200);
  },
);

test('registrations of a network and of an address, over their limit, are refused; others go on', async () => {
  await pool.query('delete from rate_limits');
  expect(await register('2001:db8:8:1::1')).toBe(200);
  const { networkRegistrations, registrations } = accountsLimits;
  await pool.query("update rate_limits set count = $1 where key like 'networkRegistrations:%'", [
    networkRegistrations.max,
  ]);
  expect(await register('2001:db8:8:2::1')).toBe(429);
  expect(await register('2001:db8:9:2::1')).toBe(200);
  await pool.query("update rate_limits set count = $1 where key like 'registrations:%'", [registrations.max]);
  expect(await register('2001:db8:9:2::1')).toBe(429);
});

test.each(['pa-adresë', 'ana@closed.invalid', 'ana@INVALID'])(
  'registration with %s, no valid address, is not counted',
  async (email) => {
    await pool.query('delete from rate_limits');
    expect(await register('192.0.2.30', email)).toBe(400);
    expect(await countOf('%egistrations:%')).toBe(0);
  },
);

test('registration, trusted network cannot be stored, makes no account', async () => {
  await pool.query(`create function refuse_home() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
    create trigger refuse_home before insert on rate_limits for each row when (new.key like 'home:%') execute function refuse_home()`);
  const email = 'gjyshja@example.al';
  expect(await register('127.0.0.1', email)).toBe(500);
  await pool.query('drop trigger refuse_home on rate_limits');
  expect(await register('127.0.0.1', email)).toBe(200);
});

test('hash of a password not normalized, is renewed by concurrent sign-ins; known browsers stay known', async () => {
  const { username, userId, browser, other } = await member();
  const hashNow = async () =>
    (await pool.query('select password_hash from users where id = $1', [userId])).rows[0].password_hash;
  const salt = Buffer.from(saltOf(await hashNow()), 'base64');
  const typed = PASSWORD.normalize('NFD');
  const old = await hash(typed, { salt });
  await pool.query('update users set password_hash = $2 where id = $1', [userId, old]);
  await resetCounts();
  const newcomers = [shop.guest(), shop.guest()];
  // Nobody waits for too long, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const signIns = [other, ...newcomers].map((client, n) => signIn(client, `203.0.113.${n}`, username, typed));
  expect(await Promise.all(signIns)).toEqual([200, 200, 200]);
  expect(await hashNow()).not.toBe(old);
  for (const client of [browser, other, ...newcomers]) expect(await whileGuessed(username, client, PASSWORD)).toBe(200);
});
