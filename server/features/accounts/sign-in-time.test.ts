import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop({ config: { rateLimitScale: 100_000 } });
const PASSWORD = 'një gotë me ujë';
const ROUNDS = 40;

async function millisecondsToRefuse(username: string): Promise<number> {
  const begun = performance.now();
  const payload = { username, password: 'certainly not it' };
  const answer = await shop.guest().send({ method: 'POST', url: '/api/auth/login', payload });
  expect(answer.statusCode).toBe(401);
  return performance.now() - begun;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

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
