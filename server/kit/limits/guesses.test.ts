/** Who guesses from a few networks does not use up the guesses of the day, and where somebody signed in before is spared longest. */
import { expect, test } from 'vitest';
import { networkIn } from '#server/kit/http/actor.ts';
import { testClock } from '#test/clock.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { rateLimiter } from './rate-limit.ts';

const { pool } = await testDatabase();
const limiter = rateLimiter(pool, { limits: {}, scale: 1, log: recordingLog(), clock: testClock() });
const nobody = 'network:0';

/** Whether it was looked at, and let in if it was right. */
async function tries(account: string, network: string, isRight: boolean): Promise<boolean> {
  // An address of its own each time, so that none has to wait.
  const from = `address:${crypto.randomUUID()}`;
  return limiter
    .tryAccount({ account, from, network, isKnown: false }, async () => isRight)
    .then(
      (answer) => answer === isRight,
      (error) => {
        expect(error).toMatchObject({ status: 429, code: 'limit.reached' });
        return false;
      },
    );
}

/** How many are looked at of more wrong ones than may be, from so many networks, the first of which has none. */
async function guessesOf(account: string, networks: number, first = 1): Promise<number> {
  let looked = 0;
  for (let n = first; n < first + networks; n++)
    for (let time = 0; time < 11; time++) if (await tries(account, `network:${n}`, false)) looked += 1;
  return looked;
}

test('three networks cannot keep the right password of another out, nor who mistypes it there', async () => {
  expect(await guessesOf('ana', 3)).toBe(30);
  expect(await tries('ana', nobody, false)).toBe(true);
  expect(await tries('ana', nobody, true)).toBe(true);
});

test('it takes guesses from 33 networks until a network that was never wrong is refused', async () => {
  expect(await guessesOf('besa', 32)).toBe(69);
  expect(await tries('besa', 'network:another', true)).toBe(true);
  expect(await guessesOf('besa', 1, 100)).toBe(1);
  expect(await tries('besa', nobody, true)).toBe(false);
});

test('a network in which somebody signed in before is not refused for what others guess', async () => {
  expect(await tries('era', 'network:home', true)).toBe(true);
  expect(await guessesOf('era', 40)).toBe(70);
  expect(await tries('era', nobody, true)).toBe(false);
  expect(await tries('era', 'network:home', true)).toBe(true);
});

test('nobody guesses more than ten times a day, not even where somebody signed in before', async () => {
  await limiter.welcome({ account: 'dritan', network: 'network:1' });
  expect(await guessesOf('dritan', 1)).toBe(10);
  expect(await guessesOf('dritan', 1, 2)).toBe(10);
});

test('a network is at home with one account only, and for ninety days', async () => {
  await limiter.welcome({ account: 'lira', network: 'network:home' });
  await guessesOf('mira', 40);
  expect(await tries('mira', 'network:home', true)).toBe(false);
  await guessesOf('lira', 40);
  expect(await tries('lira', 'network:home', true)).toBe(true);
  const { rows } = await pool.query(
    `update rate_limits set expires_at = expires_at - interval '90 days' where key like 'home:%' returning key`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/lira|network/);
  expect(await tries('lira', 'network:home', true)).toBe(false);
});

test('all guesses of a day together are fewer than a hundred, however many come at once', async () => {
  for (const n of [1, 2, 3]) await limiter.welcome({ account: 'arta', network: `network:${n}` });
  const all = Array.from({ length: 400 }, (_, i) => tries('arta', `network:${i % 50}`, false));
  const looked = (await Promise.all(all)).filter(Boolean).length;
  expect(looked).toBeGreaterThanOrEqual(50);
  expect(looked).toBeLessThanOrEqual(80);
});

test('an IPv4 /24 is one network, and so is an IPv6 /48', () => {
  expect(networkIn('203.0.113.1')).toBe(networkIn('::ffff:203.0.113.254'));
  expect(networkIn('203.0.113.1')).not.toBe(networkIn('203.0.114.1'));
  expect(networkIn('2001:db8:1:2:3:4:5:6')).toBe(networkIn('2001:db8:1::9'));
  expect(networkIn('2001:db8:1::9')).not.toBe(networkIn('2001:db8:2::9'));
});
