/** Guessing keeps nobody out, and does not get far. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { type Client, startShop } from '#test/client.ts';
import { accountsLimits } from './accounts.routes.ts';

const shop = await startShop({ config: { trustProxy: 1, rateLimitScale: 1 } });
const PASSWORD = 'një gotë me ujë';
let people = 0;

/** Somebody with an account, and the browser with which they made it. */
async function member(): Promise<{ username: string; browser: Client }> {
  const username = `member${++people}@example.al`;
  const browser = shop.guest();
  await browser(accounts.register, { body: { email: username, passwordHash: PASSWORD } });
  return { username, browser };
}

const signIn = async (client: Client, from: string, username: string, password = PASSWORD) => {
  const answer = await client.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': from },
    payload: { username, password },
  });
  return answer.statusCode;
};

/** So many wrong passwords of an address or a network as it may have, without the work of looking at each. */
async function useUp(limit: 'logins' | 'networkLogins', from: string): Promise<void> {
  await shop.pool.query('delete from rate_limits where key like $1', [`${limit}:%`]);
  expect(await signIn(shop.guest(), from, 'nobody@example.al', 'wrong')).toBe(401);
  const most = accountsLimits[limit].max;
  await shop.pool.query('update rate_limits set count = $2 where key like $1', [`${limit}:%`, most]);
}

test('while three addresses guess without end, the right password from elsewhere gets in each time', async () => {
  const { username } = await member();
  const answers: number[] = [];
  const guessed: number[] = [];
  const begun = performance.now();
  for (let time = 0; time < 28; time++) {
    const guesses = [1, 2, 3].map((i) => signIn(shop.guest(), `203.0.113.${i}`, username, `guess ${time}`));
    answers.push(await signIn(shop.guest(), '198.51.100.7', username));
    guessed.push(...(await Promise.all(guesses)));
  }
  expect(answers).toEqual(Array(28).fill(200));
  // Five are free; then each address waits for 1, 4, 16 … seconds.
  const seconds = (performance.now() - begun) / 1000;
  const waited = Math.floor(Math.log(3 * seconds + 1) / Math.log(4));
  expect(guessed.filter((status) => status === 401).length).toBeLessThanOrEqual(3 * (5 + waited));
});

test('a browser that signed in before gets in from an address where others guess', async () => {
  const { username, browser } = await member();
  await browser(accounts.logout);
  await useUp('logins', '203.0.113.9');
  expect(await signIn(shop.guest(), '203.0.113.9', username)).toBe(429);
  expect(await signIn(browser, '203.0.113.9', username)).toBe(200);
});

test('a browser is known to the accounts it signed in to, and its mark is of no use to another browser', async () => {
  const [ana, era] = [await member(), await member()];
  const name = 'bukuri-browser';
  await useUp('logins', '203.0.113.10');
  expect(await signIn(ana.browser, '203.0.113.10', era.username)).toBe(429);
  expect(await signIn(ana.browser, '198.51.100.9', era.username)).toBe(200);
  for (const { username } of [era, ana]) expect(await signIn(ana.browser, '203.0.113.10', username)).toBe(200);
  const [, mark] = ana.browser.cookies.get(name)?.split('.') ?? [];
  const other = shop.guest();
  other.cookies.set(name, `${'A'.repeat(22)}.${mark}`);
  expect(await signIn(other, '203.0.113.10', ana.username)).toBe(429);
});

test('while more networks guess than there are guesses, a new browser gets in where its owner was before', async () => {
  const { username } = await member();
  // What stands for the account is read from a guess of it.
  await shop.pool.query("delete from rate_limits where key like 'guesses:%'");
  expect(await signIn(shop.guest(), '198.51.100.20', username, 'wrong')).toBe(401);
  await shop.pool.query("update rate_limits set count = 70 where key ~ '^guesses:[^ ]*$'");
  expect(await signIn(shop.guest(), '198.51.100.20', username)).toBe(429);
  // The network in which the account was made, as far as the proxy says.
  expect(await signIn(shop.guest(), '127.0.0.200', username)).toBe(200);
  await shop.pool.query("delete from rate_limits where key like 'guesses:%'");
});

test('from the addresses of one network more is not guessed, whichever accounts it is for', async () => {
  await useUp('networkLogins', '192.0.2.1');
  expect(await signIn(shop.guest(), '192.0.2.2', 'other@example.al', 'wrong')).toBe(429);
  const { username, browser } = await member();
  expect(await signIn(browser, '192.0.2.3', username)).toBe(200);
});

test('whatever is guessed of invented accounts in a network, whoever signed in there before does so with a new browser', async () => {
  const { username, browser } = await member();
  expect(await signIn(browser, '192.0.2.9', username)).toBe(200);
  await useUp('networkLogins', '192.0.2.1');
  expect(await signIn(shop.guest(), '192.0.2.2', username)).toBe(200);
  expect(await signIn(shop.guest(), '192.0.2.2', (await member()).username)).toBe(429);
});

test('no table of counts says whom somebody wanted to be', async () => {
  const { username, browser } = await member();
  await signIn(shop.guest(), '192.0.2.30', username, 'wrong');
  await signIn(shop.guest(), '192.0.2.30', username);
  await signIn(browser, '192.0.2.31', username, 'wrong');
  const { rows } = await shop.pool.query('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(5);
  expect(JSON.stringify(rows)).not.toContain('example.al');
});

test('wrong passwords of a network are counted for an hour, right ones not, and whose network it is nobody reads', async () => {
  const { username } = await member();
  await shop.pool.query('delete from rate_limits');
  expect(await signIn(shop.guest(), '192.0.2.4', 'nobody@example.al', 'wrong')).toBe(401);
  for (let time = 0; time < 2; time++) expect(await signIn(shop.guest(), '192.0.2.5', username)).toBe(200);
  const { rows } = await shop.pool.query(
    'select key, count, extract(epoch from expires_at - window_start)::int as seconds from rate_limits',
  );
  const ofNetwork = rows.filter(({ key }) => key.startsWith('networkLogins:'));
  expect(ofNetwork).toEqual([{ key: expect.anything(), count: 1, seconds: 3600 }]);
  expect(JSON.stringify(rows)).not.toContain('192.0');
});

test('what was not looked at is no wrong password: the shop broke, was busy, or refused', async () => {
  const { username } = await member();
  const counted = async () => {
    const { rows } = await shop.pool.query("select count from rate_limits where key ~ '^(logins|networkLogins):'");
    return rows.map(({ count }) => count);
  };
  await shop.pool.query('delete from rate_limits');
  await shop.pool.query('alter table users rename to users_away');
  for (let time = 0; time < 3; time++) expect(await signIn(shop.guest(), '192.0.2.20', username)).toBe(500);
  await shop.pool.query('alter table users_away rename to users');
  expect(await counted()).toEqual([0, 0]);
  expect(await signIn(shop.guest(), '192.0.2.20', username, 'wrong')).toBe(401);
  await shop.pool.query("update rate_limits set count = 9 where key like 'account:%'");
  for (let time = 0; time < 3; time++) expect(await signIn(shop.guest(), '192.0.2.20', username)).toBe(429);
  expect(await counted()).toEqual([1, 1]);
  await shop.pool.query("update rate_limits set count = 1000 where key like 'networkLogins:%'");
  for (let time = 0; time < 3; time++) expect(await signIn(shop.guest(), '192.0.2.20', username)).toBe(429);
  expect((await counted()).sort()).toEqual([1, 1000]);
});

test('who knows the password does not sign in without end', async () => {
  const { username, browser } = await member();
  const answers: number[] = [];
  for (let time = 0; time < 31; time++) answers.push(await signIn(browser, '198.51.100.8', username));
  expect(answers).toEqual([...Array(30).fill(200), 429]);
  // Not even looked at: else it would be 401.
  expect(await signIn(browser, '198.51.100.8', username, 'wrong')).toBe(429);
});

test('those of one address wait for each other, however many accounts they have, and others sign in meanwhile', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, member));
  const flood = people.flatMap(({ username, browser }) =>
    Array.from({ length: 6 }, () => signIn(browser, '203.0.113.11', username)),
  );
  const { username } = await member();
  expect(await signIn(shop.guest(), '198.51.100.12', username)).toBe(200);
  const answers = await Promise.all(flood);
  // Those that came too late on a busy machine were told to come back.
  expect(answers.filter((status) => status === 200).length).toBeGreaterThan(4);
  const refused = answers.filter((status) => status === 429).length;
  // Two at work and fifty in line leave 68; whoever is done before the last one comes makes room for another.
  expect(refused).toBeLessThanOrEqual(68);
  expect(refused).toBeGreaterThan(34);
});

test('an account is made with the network it was made in, or not at all', async () => {
  await shop.pool.query(`create function refuse_home() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
    create trigger refuse_home before insert on rate_limits for each row when (new.key like 'home:%') execute function refuse_home()`);
  const email = 'gjyshja@example.al';
  const register = () =>
    shop.guest().send({ method: 'POST', url: '/api/auth/register', payload: { email, passwordHash: PASSWORD } });
  expect((await register()).statusCode).toBe(500);
  await shop.pool.query('drop trigger refuse_home on rate_limits');
  expect((await register()).statusCode).toBe(200);
});
