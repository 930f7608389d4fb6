import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { startShop } from '#test/client.ts';
import { statementsOf } from '#test/statements.ts';

const shop = await startShop({ config: { rateLimitScale: 100_000, trustProxy: 1 } });
const PASSWORD = 'një gotë me ujë';
const ROUNDS = 40;

async function millisecondsToRefuse(username: string, from = '127.0.0.1'): Promise<number> {
  const begun = performance.now();
  const payload = { username, password: 'certainly not it' };
  const answer = await shop
    .guest()
    .send({ method: 'POST', url: '/api/auth/login', payload, headers: { 'x-forwarded-for': from } });
  expect(answer.statusCode).toBe(401);
  return performance.now() - begun;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test.each([
  ['where nobody signed in before', '203.0.113.5'],
  ['where somebody signed in to the account', '127.0.0.9'],
])('%s, as much is asked of the database whether the account exists or not', async (_where, address) => {
  await shop.deps.limiter.flush();
  await shop.pool.query('delete from users');
  await shop.guest()(accounts.register, { body: { email: 'asked@example.com', passwordHash: PASSWORD } });
  const said = (username: string) => statementsOf(shop.pool, () => millisecondsToRefuse(username, address));
  expect((await said('asked@example.com')).length).toBeGreaterThan(4);
  // What the shop says by itself now and then may come between.
  await expect
    .poll(async () => [await said('asked@example.com'), await said('nobody.else@example.com')])
    .toSatisfy(([known, unknown]) => isDeepStrictEqual(known, unknown));
});

test('how long a refusal takes does not tell whether the account exists', async () => {
  await shop.guest()(accounts.register, { body: { email: 'known@example.com', passwordHash: PASSWORD } });
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    known.push(await millisecondsToRefuse('known@example.com'));
    unknown.push(await millisecondsToRefuse(`unknown${round}@example.com`));
  }
  const [one, other] = [median(known), median(unknown)];
  // A shared machine is noisy; a missing hash would be a difference of nine tenths.
  expect(Math.abs(one - other) / Math.max(one, other)).toBeLessThan(0.35);
});
