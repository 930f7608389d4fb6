import { expect, test } from 'vitest';
import { networkIn } from '#server/kit/http/actor.ts';
import { testClock } from '#test/clock.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { rememberTrustedNetwork } from './login-throttling.ts';
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
  Promise.all(
    Array.from({ length: networks }, (_, i) => rememberTrustedNetwork(db, { account, network: `network:${i + 1}` })),
  );

test('account, failed from three networks up to their limit, accepts attempts from a fourth', async () => {
  expect(await guessesOf('ana', 3)).toBe(30);
  expect(await tries('ana', nobody, false)).toBe(true);
  expect(await tries('ana', nobody, true)).toBe(true);
});

test('account, daily limit reached by other networks, accepts attempts from a trusted network', async () => {
  expect(await tries('era', 'network:home', true)).toBe(true);
  expect(await guessesOf('era', 33)).toBe(70);
  expect(await tries('era', nobody, true)).toBe(false);
  for (let time = 0; time < 9; time++) expect(await tries('era', 'network:home', false)).toBe(true);
  expect(await tries('era', 'network:home', true)).toBe(true);
});

test('trusted network, one address failed up to its limit, accepts attempts from its other addresses', async () => {
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

test('network, right password after failures, has its failures reset', async () => {
  for (let time = 0; time < 9; time++) expect(await tries('lule', 'network:1', false)).toBe(true);
  expect(await tries('lule', 'network:1', true)).toBe(true);
  expect(await guessesOf('lule', 1)).toBe(25 + 10);
});

test('network, signed in before, is trusted for that account only and for 90 days', async () => {
  await rememberTrustedNetwork(db, { account: 'lira', network: 'network:home' });
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

test('200 concurrent wrong attempts, from 50 networks, check at most 95', async () => {
  await beAtHome('arta', 40);
  const all = Array.from({ length: 200 }, (_, i) => tries('arta', `network:${i % 50}`, false));
  const looked = (await Promise.all(all)).filter(Boolean).length;
  expect(looked).toBeGreaterThanOrEqual(50);
  expect(looked).toBeLessThanOrEqual(95);
});

test('addresses of an IPv4 /24 or IPv6 /48, are one network', () => {
  expect(networkIn('203.0.113.1')).toBe(networkIn('::ffff:203.0.113.254'));
  expect(networkIn('203.0.113.1')).not.toBe(networkIn('203.0.114.1'));
  expect(networkIn('2001:db8:1:2:3:4:5:6')).toBe(networkIn('2001:db8:1::9'));
  expect(networkIn('2001:db8:1::9')).not.toBe(networkIn('2001:db8:2::9'));
});
