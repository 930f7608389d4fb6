import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { RESPONSE_TIMEOUT_MS } from '#server/kit/concurrency.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';
import { withTimeout } from './load-shedding.ts';

const shop = await startShop();
await shop.pool.query(`create function slowly() returns trigger language plpgsql as $$
  begin perform pg_sleep(2); return new; end $$`);

/** From now on every new endpoint of these takes two seconds. */
async function slowDown(...tables: string[]): Promise<void> {
  for (const table of tables)
    await shop.pool.query(
      `create or replace trigger slowly before insert on ${table} for each row execute function slowly()`,
    );
}

test('who waits for one slow statement after the other is told to come back after five seconds, and finds what came of it', async () => {
  const ana = await shop.as({ email: 'ana@example.al' });
  const sessionId = newSessionId();
  await ana(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
  await slowDown('orders', 'audit_log', 'order_items');
  const began = performance.now();
  expect(await refusal(ana(orders.cash, { body: { sessionId } }))).toBe('503 server.busy');
  expect(performance.now() - began).toBeLessThan(RESPONSE_TIMEOUT_MS + 1_000);
  await expect.poll(() => ana(orders.mine), { timeout: 10_000 }).toHaveLength(1);
  const [made] = await ana(orders.mine);
  expect(await ana(orders.cash, { body: { sessionId } })).toEqual(made);
}, 30_000);

test('who registers while statements are slow is told so after five seconds too, and may sign in to what came of it', async () => {
  await slowDown('users', 'sessions', 'audit_log');
  const credentials = { email: 'late@example.al', passwordHash: 'një gotë me ujë' };
  const began = performance.now();
  expect(await refusal(shop.guest()(accounts.register, { body: credentials }))).toBe('503 server.busy');
  expect(performance.now() - began).toBeLessThan(RESPONSE_TIMEOUT_MS + 1_000);
  const body = { username: credentials.email, password: credentials.passwordHash };
  const signIn = () =>
    shop
      .guest()(accounts.login, { body })
      .then(({ user }) => user.email, String);
  await expect.poll(signIn, { timeout: 15_000 }).toBe(credentials.email);
}, 30_000);

test('what goes wrong when nobody waits any more is told', async () => {
  const ana = await shop.as({ email: 'ana.late@example.al' });
  const sessionId = newSessionId();
  await ana(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
  await slowDown('orders', 'order_items', 'audit_log');
  await shop.pool.query(`create function break_late() returns trigger language plpgsql as $$
      begin raise exception 'too late to say so'; end $$;
    create trigger then_breaks after insert on audit_log for each row execute function break_late()`);
  const failed = () => shop.log.lines.filter(({ text }) => text.includes('"failed"')).length;
  expect(await refusal(ana(orders.cash, { body: { sessionId } }))).toBe('503 server.busy');
  expect(failed()).toBe(0);
  await expect.poll(failed, { timeout: 10_000 }).toBe(1);
  expect(await ana(orders.mine)).toEqual([]);
}, 30_000);

test('who waited for one thing waits as much less for the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const request = {} as FastifyRequest;
  const first = withTimeout(new Promise((resolve) => setTimeout(resolve, 3_000)), { request });
  await vi.advanceTimersByTimeAsync(3_000);
  await first;
  const second = withTimeout(new Promise(() => {}), { request }).catch(() => performance.now());
  const began = performance.now();
  await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
  expect(Number(await second) - began).toBe(RESPONSE_TIMEOUT_MS - 3_000);
});
