import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { deals } from '#core/contract/deals.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

// A tenth of the usual limits: sixty requests a minute. Cached answers are not counted.
const shop = await startShop({ config: { rateLimitScale: 0.1, cache: false } });
const passes = async (who: Client) => (await refusal(who(deals.featured))) !== '429 limit.reached';

test('15 accounts behind one address, reading, have limits of their own', async () => {
  const people = await Promise.all(Array.from({ length: 15 }, (_, i) => shop.as({ email: `phone${i}@example.al` })));
  for (let time = 0; time < 3; time++) {
    for (const person of people) await person(accounts.me);
  }
  const guest = shop.guest();
  for (let i = 0; i < 60; i++) expect(await passes(guest), `request ${i + 1} of the guests`).toBe(true);
  expect(await passes(guest)).toBe(false);
  expect(await passes(shop.guest()), 'another guest of the same address').toBe(false);
  for (const person of people) expect(await passes(person)).toBe(true);
  const [one] = people;
  for (let i = 4; i < 60; i++) await one?.(deals.featured);
  expect(await refusal(Promise.resolve(one?.(deals.featured)))).toBe('429 limit.reached');
});

test('made-up session cookies, from one address, count against the address', async () => {
  const other = await shop.anotherNode();
  shop.clock.move(60_000);
  const name = other.deps.sessions.cookie.name;
  let passed = 0;
  for (let i = 0; i < 80; i++) {
    const stranger = other.guest();
    stranger.cookies.set(name, `${i}`.padStart(43, 'A'));
    if (await passes(stranger)) passed += 1;
  }
  expect(passed).toBe(60);
});
