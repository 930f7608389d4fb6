import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';
import { inTime, PATIENCE_MS } from './in-time.ts';

const shop = await startShop();

test('who waits for one slow statement after the other is told to come back after five seconds, and finds what came of it', async () => {
  const ana = await shop.as({ email: 'ana@example.al' });
  const sessionId = newSessionId();
  await ana(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
  await shop.pool.query(`create function slowly() returns trigger language plpgsql as $$
      begin perform pg_sleep(2); return new; end $$;
    create trigger slowly before insert on orders for each row execute function slowly();
    create trigger slowly before insert on audit_log for each row execute function slowly();
    create trigger slowly before insert on order_items for each row execute function slowly()`);
  const began = performance.now();
  expect(await refusal(ana(orders.cash, { body: { sessionId } }))).toBe('503 server.busy');
  expect(performance.now() - began).toBeLessThan(PATIENCE_MS + 1_000);
  await expect.poll(() => ana(orders.mine), { timeout: 10_000 }).toHaveLength(1);
  const [made] = await ana(orders.mine);
  expect(await ana(orders.cash, { body: { sessionId } })).toEqual(made);
}, 30_000);

test('what goes wrong when nobody waits any more is told', async () => {
  const ana = await shop.as({ email: 'ana.late@example.al' });
  const sessionId = newSessionId();
  await ana(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
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
  const first = inTime(new Promise((resolve) => setTimeout(resolve, 3_000)), { request });
  await vi.advanceTimersByTimeAsync(3_000);
  await first;
  const second = inTime(new Promise(() => {}), { request }).catch(() => performance.now());
  const began = performance.now();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(Number(await second) - began).toBe(PATIENCE_MS - 3_000);
});
