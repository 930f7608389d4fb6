/** Who guesses from a few networks does not use up the guesses of the day, and where somebody signed in before is spared longest. */
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { networkIn } from '#server/kit/http/actor.ts';
import { testClock } from '#test/clock.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { rememberHome } from './login-throttling.ts';
import { rateLimiter } from './rate-limit.ts';

const { db, pool } = await testDatabase();
const limiter = rateLimiter(pool, { limits: {}, scale: 1, log: recordingLog(), clock: testClock() });
const nobody = 'network:0';

/** Whether it was looked at, and let in if it was right. */
async function tries(
  account: string,
  network: string,
  isRight: boolean,
  // One of its own each time, so that none has to wait.
  from = `address:${crypto.randomUUID()}`,
): Promise<boolean> {
  return limiter
    .tryAccount({ account, from, network, isKnown: false }, async () => isRight)
    .then(
      (answer) => answer === isRight,
      (error) => {
        expect(error).toMatchObject({ status: 429, code: 'limit.guesses' });
        return false;
      },
    );
}

/** How many wrong ones are looked at from so many networks, each of which goes on until it is refused. */
async function guessesOf(account: string, networks: number, first = 1): Promise<number> {
  let looked = 0;
  for (let n = first; n < first + networks; n++) while (await tries(account, `network:${n}`, false)) looked += 1;
  return looked;
}

const beAtHome = (account: string, networks: number) =>
  Promise.all(Array.from({ length: networks }, (_, i) => rememberHome(db, { account, network: `network:${i + 1}` })));

test('three networks cannot keep the right password of another out, nor who mistypes it there', async () => {
  expect(await guessesOf('ana', 3)).toBe(30);
  expect(await tries('ana', nobody, false)).toBe(true);
  expect(await tries('ana', nobody, true)).toBe(true);
});

test.each([
  ['nobody', 'besa', 0],
  ['the owner', 'drita', 33],
])(
  'it takes guesses from 33 networks until one that was never wrong is refused, where %s was before',
  async (_, account, homes) => {
    await beAtHome(account, homes);
    await guessesOf(account, 32);
    expect(await tries(account, 'network:another', true)).toBe(true);
    await guessesOf(account, 1, 33);
    expect(await tries(account, nobody, true)).toBe(false);
  },
);

test('a network in which somebody signed in before is not refused for what others guess', async () => {
  expect(await tries('era', 'network:home', true)).toBe(true);
  expect(await guessesOf('era', 33)).toBe(70);
  expect(await tries('era', nobody, true)).toBe(false);
  for (let time = 0; time < 9; time++) expect(await tries('era', 'network:home', false)).toBe(true);
  expect(await tries('era', 'network:home', true)).toBe(true);
});

test('one address that guesses where somebody signed in before keeps them out of nothing there', async () => {
  await beAtHome('vjosa', 1);
  const neighbour = 'address:neighbour';
  let looked = 0;
  while (await tries('vjosa', 'network:1', false, neighbour)) {
    looked += 1;
    await pool.query("delete from rate_limits where key like 'account:%'");
  }
  // Five as an address of that network, ten as any network.
  expect(looked).toBe(15);
  expect(await tries('vjosa', 'network:1', true, neighbour)).toBe(false);
  for (let time = 0; time < 4; time++) expect(await tries('vjosa', 'network:1', false, 'address:own')).toBe(true);
  expect(await tries('vjosa', 'network:1', true, 'address:own')).toBe(true);
});

test('it takes eleven addresses of a network in which somebody signed in before, and then ten more guesses, to refuse another there', async () => {
  await beAtHome('shpresa', 1);
  const guess = async (n: number) => {
    let looked = 0;
    const address = `address:shpresa ${n}`;
    for (let time = 0; time < 5; time++) looked += Number(await tries('shpresa', 'network:1', false, address));
    return looked;
  };
  const another = () => tries('shpresa', 'network:1', true);
  let all = 0;
  for (let n = 0; n < 10; n++) all += await guess(n);
  expect(await another()).toBe(true);
  for (let n = 10; n < 20; n++) all += await guess(n);
  while (await tries('shpresa', 'network:1', false)) all += 1;
  expect(await another()).toBe(false);
  expect(all).toBeLessThanOrEqual(25 + 2 * 10);
});

test('a network guesses ten times a day, 25 more where somebody signed in before, and 33 of those 95 times', async () => {
  await guessesOf('agim', 1);
  await beAtHome('dritan', 33);
  expect(await guessesOf('agim', 1)).toBe(0);
  expect(await guessesOf('dritan', 1)).toBe(35);
  expect(await guessesOf('dritan', 32, 2)).toBe(60);
});

test('what is refused is not counted, so it is looked at once there is room again', async () => {
  await guessesOf('genta', 3);
  expect(await guessesOf('genta', 1, 4)).toBe(2);
  for (let time = 0; time < 10; time++) expect(await tries('genta', 'network:4', true)).toBe(false);
  await pool.query("update rate_limits set count = 10 where key = 'guesses:genta'");
  expect(await tries('genta', 'network:4', true)).toBe(true);
});

test('after the right password a network guesses as often as one that was never wrong', async () => {
  for (let time = 0; time < 9; time++) expect(await tries('lule', 'network:1', false)).toBe(true);
  expect(await tries('lule', 'network:1', true)).toBe(true);
  expect(await guessesOf('lule', 1)).toBe(25 + 10);
});

test('right passwords of a network keep each other out of nothing, however many come at once', async () => {
  const slow = () => setTimeout(1, true);
  const all = Array.from({ length: 30 }, (_, i) => {
    const from = `address:${i}`;
    return limiter.tryAccount({ account: 'mimoza', from, network: nobody, isKnown: false }, slow);
  });
  expect(await Promise.all(all)).toEqual(Array(30).fill(true));
});

test('a network is at home with one account only, and for ninety days', async () => {
  await rememberHome(db, { account: 'lira', network: 'network:home' });
  await guessesOf('mira', 33);
  expect(await tries('mira', 'network:home', true)).toBe(false);
  await guessesOf('lira', 33);
  expect(await tries('lira', 'network:home', true)).toBe(true);
  const { rows } = await pool.query(
    `update rate_limits set expires_at = expires_at - interval '90 days' where key like 'home:%' returning key`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/lira|network/);
  expect(await tries('lira', 'network:home', true)).toBe(false);
});

test('whoever signs in again is at home for ninety days anew', async () => {
  const at = { account: 'teuta', network: 'network:home' };
  await pool.query("delete from rate_limits where key like 'home:%'");
  await rememberHome(db, at);
  await pool.query("update rate_limits set expires_at = now() + interval '1 day' where key like 'home:%'");
  await rememberHome(db, at);
  const { rows } = await pool.query(
    "select (expires_at - now())::text as left from rate_limits where key like 'home:%'",
  );
  expect(rows).toEqual([{ left: expect.stringMatching(/^(89 days 23|90 days)/) }]);
});

test('all guesses of a day together are fewer than a hundred, however many come at once', async () => {
  await beAtHome('arta', 40);
  const all = Array.from({ length: 200 }, (_, i) => tries('arta', `network:${i % 50}`, false));
  const looked = (await Promise.all(all)).filter(Boolean).length;
  expect(looked).toBeGreaterThanOrEqual(50);
  expect(looked).toBeLessThanOrEqual(95);
});

test('an IPv4 /24 is one network, and so is an IPv6 /48', () => {
  expect(networkIn('203.0.113.1')).toBe(networkIn('::ffff:203.0.113.254'));
  expect(networkIn('203.0.113.1')).not.toBe(networkIn('203.0.114.1'));
  expect(networkIn('2001:db8:1:2:3:4:5:6')).toBe(networkIn('2001:db8:1::9'));
  expect(networkIn('2001:db8:1::9')).not.toBe(networkIn('2001:db8:2::9'));
});
