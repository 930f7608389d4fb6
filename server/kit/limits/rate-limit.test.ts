import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { startShop } from '#test/client.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { addressKey } from './limits.ts';
import { rateLimiter } from './rate-limit.ts';

const { pool } = await testDatabase();
const log = recordingLog();
const node = () => rateLimiter(pool, { scale: 1, log });
const [one, two] = [node(), node()];
const either = (i: number) => (i % 2 ? one : two);
const shop = await startShop({ config: { rateLimitScale: 1 } });

// Limits count in whole minutes and hours of the clock: do not begin at the end of one.
const toNextMinute = 60_000 - (Date.now() % 60_000);
if (toNextMinute < 10_000) await wait(toNextMinute);

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => `${error.status} ${error.code}`,
  );

const counted = (work: () => void) => {
  try {
    work();
    return 1;
  } catch {
    return 0;
  }
};

test('a strict limit is exact over two nodes, however many come at once', async () => {
  const tries = Array.from({ length: 40 }, (_, i) => outcome(either(i).attempt('cashOrdersPerUser', 'ana')));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((said) => said === 'ok')).toHaveLength(10);
  expect(outcomes.filter((said) => said === '429 limit.reached')).toHaveLength(30);
  expect(await outcome(one.attempt('cashOrdersPerUser', 'besa'))).toBe('ok');
});

test('an attempt that was no failure is taken back', async () => {
  for (let i = 0; i < 60; i++) {
    await one.attempt('loginsPerAddress', '10.0.0.1');
    await two.forgive('loginsPerAddress', '10.0.0.1');
  }
  expect(await outcome(two.attempt('loginsPerAddress', '10.0.0.1'))).toBe('ok');
});

test('wrong passwords make one account wait longer and longer, on every node, but never shut it', async () => {
  const guess = (i: number) => outcome(either(i).tryAccount('era', wrong));
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)));
  const checked = guesses.filter((said) => said === 'ok').length;
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(6);
  expect(guesses.filter((said) => said === '429 limit.reached')).toHaveLength(30 - checked);
  expect(await waitFor('era')).toBeLessThanOrEqual(2);
  await pool.query("update rate_limits set count = 8 where key = 'account:era'");
  expect(Math.ceil(await waitFor('era'))).toBe(8);
  await pool.query("update rate_limits set count = 5000 where key = 'account:era'");
  expect(Math.ceil(await waitFor('era'))).toBe(60);
  await pool.query("update rate_limits set expires_at = expires_at - interval '1 minute' where key = 'account:era'");
  expect(await two.tryAccount('era', right)).toBe(true);
  expect(await Promise.all(Array.from({ length: 4 }, () => one.tryAccount('era', wrong)))).toEqual(
    Array(4).fill(false),
  );
  expect(await outcome(two.tryAccount('era', wrong))).toBe('ok');
});

test('fifty right passwords at once are all let in', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => either(i).tryAccount('lira', right)));
  expect(new Set(answers)).toEqual(new Set([true]));
});

const right = async () => true;
const wrong = async () => false;

async function waitFor(account: string): Promise<number> {
  const error = await one.tryAccount(account, wrong).catch((thrown) => thrown);
  return error.retryAfter;
}

test('a generous limit holds over two nodes within a tenth and costs few statements', async () => {
  let statements = 0;
  const counting = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') statements++;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const [left, right] = [rateLimiter(counting, { scale: 1, log }), rateLimiter(counting, { scale: 1, log })];
  let allowed = 0;
  for (let i = 0; i < 1500; i++) {
    allowed += counted(() => (i % 2 ? left : right).count('requests', '10.0.0.2'));
    if (i % 10 === 0) await wait(1);
  }
  expect(allowed).toBeGreaterThanOrEqual(600);
  expect(allowed).toBeLessThanOrEqual(660);
  expect(statements).toBeLessThan(60);
  await Promise.all([left.close(), right.close()]);
});

test('a generous limit counts on when the database is away', async () => {
  const alone = rateLimiter({ query: async () => Promise.reject(new Error('away')) } as never, { scale: 1, log });
  let allowed = 0;
  for (let i = 0; i < 200; i++) allowed += counted(() => alone.count('mutations', '10.0.0.3'));
  await alone.flush();
  expect(allowed).toBe(120);
  expect(log.lines.some((line) => line.level === 'warn' && line.text.includes('not shared'))).toBe(true);
  await alone.close();
});

test('an IPv6 household counts as one address', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
  expect(addressKey('2001:db8:1:2::9')).not.toBe(addressKey('2001:db8:1:3::9'));
  expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
});

test('the sixth wrong password is told to wait, and says for how long', async () => {
  const answers = [];
  for (let i = 0; i < 6; i++) {
    const payload = { username: 'somebody@example.com', password: `wrong ${i}` };
    answers.push(await shop.guest().send({ method: 'POST', url: '/api/auth/login', payload }));
  }
  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(answers[5]?.headers['retry-after']).toBe('1');
  expect(answers[5]?.json().message).toBe('Keni provuar shumë herë. Prisni pak dhe provoni përsëri.');
});

test('one address registers thirty accounts an hour', async () => {
  const outcomes = [];
  for (let i = 0; i < 31; i++) {
    const body = { email: `many${i}@example.com`, passwordHash: 'një gotë me ujë' };
    outcomes.push(await outcome(shop.guest()(accounts.register, { body })));
  }
  expect(outcomes).toEqual([...Array(30).fill('ok'), '429 limit.reached']);
});
