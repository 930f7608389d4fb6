import { expect, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { startShop } from '#test/client.ts';
import { statementsOf } from '#test/statements.ts';

const shop = await startShop({ config: { rateLimitScale: 100_000 } });
const ROUNDS = 150;
const EMAIL = 'known@example.com';

async function millisecondsToAnswer(email: string): Promise<number> {
  const client = shop.guest();
  const begun = performance.now();
  await client(accounts.resetRequest, { body: { email } });
  return performance.now() - begun;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('the same is asked of the database whether the account exists or not', async () => {
  await shop.guest()(accounts.register, { body: { email: 'asked@example.com', passwordHash: 'një gotë me ujë' } });
  const said = (email: string) => statementsOf(shop.pool, () => millisecondsToAnswer(email));
  expect((await said('asked@example.com')).length).toBeGreaterThan(4);
  // What the shop says by itself now and then may come between.
  await vi.waitFor(async () => expect(await said('asked@example.com')).toEqual(await said('nobody@example.com')));
});

test('how long the answer takes does not tell whether the account exists', async () => {
  await shop.guest()(accounts.register, { body: { email: EMAIL, passwordHash: 'një gotë me ujë' } });
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    known.push(await millisecondsToAnswer(EMAIL));
    unknown.push(await millisecondsToAnswer(`unknown${round}@example.com`));
  }
  const [one, other] = [median(known), median(unknown)];
  // A shared machine is noisy; a mail, or a job less, would be a difference of a third and more.
  expect(Math.abs(one - other) / Math.max(one, other)).toBeLessThan(0.25);
});
