/** Whoever asks for very much at once keeps nobody else from the database. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { browserKeyOf } from '#server/kit/http/browsers.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { createLoadShedder, createWriteLimiter } from './load-shedding.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const dealId = await newDeal(shop.db);
const other = await shop.as({ email: 'other.line@example.al' });
await other(accounts.me);
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => (error instanceof ApiError ? `${error.status} ${error.code}` : String(error)),
  );
const body = { dealId, sessionId: newSessionId() };

async function buyer(): Promise<{ lock: [string, unknown[]]; change: () => Promise<unknown> }> {
  const ana = await shop.as({ email: 'ana.line@example.al' });
  await ana(cart.add, { body });
  const { user } = await ana(accounts.me);
  return {
    lock: ['select from carts where user_id = $1 for update', [user.id]],
    change: () => ana(cart.add, { body }),
  };
}

async function guest(): Promise<{ lock: [string, unknown[]]; change: () => Promise<unknown> }> {
  const who: Client = shop.guest();
  who.cookies.set('bukuri-browser', 'B'.repeat(22));
  return {
    lock: [`select pg_advisory_xact_lock(hashtextextended('favorites ' || $1, 0))`, [browserKeyOf('B'.repeat(22))]],
    change: () => who(favorites.add, { body }),
  };
}

test.each([
  ['of one cart', buyer],
  ['of the favourites of one browser', guest],
])('of 118 changes %s two wait for the database, fifty for those, the rest are refused', async (_what, who) => {
  const { lock, change } = await who();
  const holder = await shop.pool.connect();
  await holder.query('begin');
  await holder.query(...lock);
  const changes = Promise.all(Array.from({ length: 118 }, () => outcome(change())));
  await expect.poll(() => waitingFor(shop.pool)).toHaveLength(2);
  await other(accounts.me);
  expect(await outcome(other(cart.add, { body }))).toBe('done');
  expect(await waitingFor(shop.pool)).toHaveLength(2);
  await holder.query('commit');
  holder.release();
  const said = await changes;
  expect(said.filter((each) => each === '429 limit.reached')).toHaveLength(66);
  // Who waited for the lock for two seconds, on a busy machine.
  const rest = said.filter((each) => each !== '429 limit.reached' && each !== '503 server.busy');
  expect(rest.length).toBeGreaterThanOrEqual(46);
  expect(new Set(rest)).toEqual(new Set(['done']));
});

test.each([
  ['an addition', cart.add],
  ['a sign-in', accounts.login],
])('%s, whose asker is answered after five seconds, is not begun then', async (_what, endpoint) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const change = createWriteLimiter({ scale: 1, dbConcurrencyLimit: createLoadShedder(8) })(endpoint);
  const first = Promise.withResolvers<void>();
  const atWork = [1, 2].map(() => change('ana', () => first.promise));
  const late = vi.fn(async () => {});
  const third = change('ana', late).catch(() => {});
  vi.advanceTimersByTime(5_000);
  first.resolve();
  await Promise.all([...atWork, third]);
  expect(late).not.toHaveBeenCalled();
});
