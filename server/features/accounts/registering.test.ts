/** Whoever makes accounts without end keeps nobody from signing in. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { type Client, startShop } from '#test/client.ts';
import { accountsLimits } from './accounts.routes.ts';

const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1 } });
const passwordHash = 'një gotë me ujë';
const OWNER = 'pronarja@example.al';
let people = 0;

const post = async (client: Client, from: string, what: { url: string; payload: object }) => {
  const answer = await client.send({ method: 'POST', ...what, headers: { 'x-forwarded-for': from } });
  return answer.statusCode;
};

const register = (from: string, email = `i-ri${++people}@example.al`) =>
  post(shop.guest(), from, { url: '/api/auth/register', payload: { email, passwordHash } });

const signIn = (client: Client) =>
  post(client, '198.51.100.30', { url: '/api/auth/login', payload: { username: OWNER, password: passwordHash } });

test('while every address of a network makes an account, a known browser and a new one sign in before them', async () => {
  const known = shop.guest();
  await known(accounts.register, { body: { email: OWNER, passwordHash } });
  let made = 0;
  const flood = Array.from({ length: 100 }, async (_, n) => {
    const status = await register(`2001:db8:7:${n.toString(16)}::1`);
    if (status === 200) made += 1;
    return status;
  });
  expect(await signIn(known)).toBe(200);
  expect(await signIn(shop.guest())).toBe(200);
  expect(made).toBeLessThan(30);
  const statuses = await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test('the addresses of one network make so many accounts an hour, and those of others go on', async () => {
  await shop.pool.query('delete from rate_limits');
  expect(await register('2001:db8:8:1::1')).toBe(200);
  const { max } = accountsLimits.networkRegistrations;
  await shop.pool.query("update rate_limits set count = $1 where key like 'networkRegistrations:%'", [max]);
  expect(await register('2001:db8:8:2::1')).toBe(429);
  expect(await register('2001:db8:9:2::1')).toBe(200);
});

test('behind one address of a carrier a hundred people register in an hour, and five hundred in its network', async () => {
  await shop.pool.query('delete from rate_limits');
  expect(await register('192.0.2.31')).toBe(200);
  await shop.pool.query("update rate_limits set count = 99 where key like 'registrations:%'");
  await shop.pool.query("update rate_limits set count = 499 where key like 'networkRegistrations:%'");
  expect(await register('192.0.2.31')).toBe(200);
});

test.each(['pa-adresë', 'ana@closed.invalid', 'ana@INVALID'])(
  '%s is no address: it makes no account and is not counted',
  async (email) => {
    await shop.pool.query('delete from rate_limits');
    expect(await register('192.0.2.30', email)).toBe(400);
    const { rows } = await shop.pool.query(
      "select sum(count)::int as sum from rate_limits where key ~ 'egistrations:'",
    );
    expect(rows).toEqual([{ sum: 0 }]);
  },
);
