import type { Pool, QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';
import { testClock } from '#test/clock.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import type { Limits } from './limits.ts';
import type { LoginAttempt } from './login-throttling.ts';
import { rateLimiter } from './rate-limit.ts';

const limits: Limits = {
  strict: { max: 10, seconds: 3600, isExact: true },
  tries: { max: 50, seconds: 3600, isExact: true },
  generous: { max: 600, seconds: 60 },
  small: { max: 120, seconds: 60 },
};
const { pool } = await testDatabase();
const log = recordingLog();
const clock = testClock();
const node = (over: Pick<Pool, 'query'> = pool) => rateLimiter(over as Pool, { limits, scale: 1, log, clock });
const [one, two] = [node(), node()];
const either = (i: number) => (i % 2 ? one : two);
const shop = await startShop({ config: { rateLimitScale: 1 } });

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

test('exact limit, concurrent attempts on two nodes, counts exactly', async () => {
  const tries = Array.from({ length: 40 }, (_, i) => outcome(either(i).attempt('strict', 'ana')));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((said) => said === 'ok')).toHaveLength(10);
  expect(outcomes.filter((said) => said === '429 limit.reached')).toHaveLength(30);
  expect(await outcome(one.attempt('strict', 'besa'))).toBe('ok');
  // What was refused is not counted: one that is taken back leaves room.
  await two.takeBackAttempt('strict', 'ana');
  expect(await outcome(one.attempt('strict', 'ana'))).toBe('ok');
});

test('exact limit, attempt taken back, is not counted', async () => {
  for (let i = 0; i < 60; i++) {
    await one.attempt('tries', '10.0.0.1');
    await two.takeBackAttempt('tries', '10.0.0.1');
  }
  expect(await outcome(two.attempt('tries', '10.0.0.1'))).toBe('ok');
});

const loginAttempt = (account: string, from: string, isKnown = false) => ({ account, from, network: from, isKnown });
const era = (from: string, isKnown = false) => loginAttempt('era', from, isKnown);
const right = async () => true;
const wrong = async () => false;

async function waitFor(them: LoginAttempt): Promise<number> {
  const error = await one.tryAccount(them, wrong).catch((thrown) => thrown);
  return Math.ceil(error.retryAfter);
}

test('wrong passwords, repeated on two nodes, back off exponentially up to a maximum', async () => {
  const them = era('address:1');
  const guess = (i: number) => outcome(either(i).tryAccount(them, wrong));
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)));
  const checked = guesses.filter((said) => said === 'ok').length;
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(6);
  expect(guesses.filter((said) => said === '429 limit.reached')).toHaveLength(30 - checked);
  expect(await waitFor(them)).toBeLessThanOrEqual(4);
  await pool.query("update rate_limits set count = 8 where key = 'account:era address:1'");
  expect(await waitFor(them)).toBe(64);
  await pool.query("update rate_limits set count = 5000 where key = 'account:era address:1'");
  expect(await waitFor(them)).toBe(3 * 3600);
  await pool.query(
    "update rate_limits set expires_at = expires_at - interval '3 hours' where key like 'account:era %'",
  );
  expect(await two.tryAccount(them, right)).toBe(true);
  expect(await Promise.all(Array.from({ length: 4 }, () => one.tryAccount(them, wrong)))).toEqual(Array(4).fill(false));
  expect(await outcome(two.tryAccount(them, wrong))).toBe('ok');
});

test('shared limit, two nodes, holds within 10 % with few statements', async () => {
  let statements = 0;
  let shared: Promise<unknown> = Promise.resolve();
  const query = (statement: QueryConfig) => {
    statements++;
    const result = pool.query(statement);
    shared = Promise.allSettled([shared, result]);
    return result;
  };
  const counting = { query: (text: QueryConfig, values: unknown[]) => query({ ...text, values }) } as unknown as Pool;
  const [left, right] = [node(counting), node(counting)];
  let allowed = 0;
  for (let i = 0; i < 1500; i++) {
    allowed += counted(() => (i % 2 ? left : right).count('generous', '10.0.0.2'));
    // Requests come slower than two nodes tell each other.
    if (i % 10 === 0) await shared;
  }
  expect(allowed).toBeGreaterThanOrEqual(600);
  expect(allowed).toBeLessThanOrEqual(660);
  expect(statements).toBeLessThan(60);
  await Promise.all([left.close(), right.close()]);
});

test('shared limit, window over, starts again', async () => {
  const patient = node();
  const tries = () => Array.from({ length: 130 }, () => counted(() => patient.count('small', '10.0.0.4')));
  const allowed = () => tries().filter(Boolean).length;
  expect(allowed()).toBe(120);
  clock.move(60_000);
  expect(allowed()).toBe(120);
  await patient.close();
});

test('shared limit, wall clock set back, keeps its window', async () => {
  const patient = node();
  const allowed = () =>
    Array.from({ length: 130 }, () => counted(() => patient.count('small', '10.0.0.5'))).filter(Boolean);
  expect(allowed()).toHaveLength(120);
  clock.putRight(-3_600_000);
  expect(allowed()).toHaveLength(0);
  clock.move(60_000);
  expect(allowed()).toHaveLength(120);
  await patient.close();
});

test('shared limit, database away, goes on counting', async () => {
  const alone = node({ query: async () => Promise.reject(new Error('away')) });
  let allowed = 0;
  for (let i = 0; i < 200; i++) allowed += counted(() => alone.count('small', '10.0.0.3'));
  await alone.flush();
  expect(allowed).toBe(120);
  expect(log.lines.some((line) => line.level === 'warn' && line.text.includes('not shared'))).toBe(true);
  await alone.close();
});

test('sign-in, sixth wrong password, answers 429 with Retry-After', async () => {
  const answers = [];
  for (let i = 0; i < 6; i++) {
    const payload = { username: 'somebody@example.com', password: `wrong ${i}` };
    answers.push(await shop.guest().send({ method: 'POST', url: '/api/auth/login', payload }));
  }
  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(answers[5]?.headers['retry-after']).toBe('1');
  expect(answers[5]?.json().message).toBe('Keni provuar shumë herë. Prisni pak dhe provoni përsëri.');
});
