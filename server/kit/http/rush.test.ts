/** A thousand networks at once, each of which asks for little. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { takingCards } from '#test/card-buyers.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newDeal } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { busy } from './errors.ts';
import { lastKnown } from './last-known.ts';

const cards = fakePaymentProvider();
const taken = takingCards(cards);
const config = { ...taken.config, rateLimitScale: 1, trustProxy: 1, databasePool: 20 };
const shop = await startShop({ config, parts: taken.parts, makeApp: createShop });
await seedCategories(shop.db);
const dealId = await newDeal(shop.db, { title: 'Manikyr' });
const member = await shop.as({ email: 'reader@example.al' });

const from = (n: number) => ({ 'x-forwarded-for': `203.0.${n}.1` });
const get = (url: string, n: number) => shop.guest().send({ url, headers: from(n) });

test('whoever comes while many networks wait is refused at once, and what is kept or somebody’s own goes on', async () => {
  const kept = '/api/categories';
  for (const url of [kept, '/terms-of-service']) expect((await get(url, 1)).statusCode).toBe(200);
  const holder = await shop.pool.connect();
  await holder.query('begin; lock table search_counts, deals in access exclusive mode');
  const searches = Array.from({ length: 40 }, (_, n) => get(`/api/deals?search=x${n}`, n));
  await expect.poll(() => waitingFor(shop.pool)).not.toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const late = await Promise.all(Array.from({ length: 100 }, (_, n) => get(`/api/deals?search=y${n}`, 100 + n)));
  expect(new Set(late.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  for (const { headers } of late) expect(['2', '3', '4', '5']).toContain(headers['retry-after']);
  expect((await get(kept, 210)).statusCode).toBe(200);
  expect((await get('/terms-of-service', 211)).statusCode).toBe(200);
  expect((await shop.guest().send({ url: '/healthz' })).statusCode).toBe(200);
  expect((await member.send({ url: '/api/auth/me', headers: from(212) })).statusCode).toBe(200);
  await holder.query('commit').finally(() => holder.release());
  await Promise.all(searches);
  await expect.poll(async () => (await get('/api/deals?search=z', 213)).statusCode).toBe(200);
});

test('who somebody is, is asked in the same line, so that who is refused asks the database nothing', async () => {
  const read = (n: number) => member.send({ url: '/api/auth/me', headers: from(n) });
  const holder = await shop.pool.connect();
  await holder.query('begin; lock table sessions in access exclusive mode');
  const first = Array.from({ length: 40 }, (_, n) => read(n));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const coming = Array.from({ length: 100 }, (_, n) => read(100 + n));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(shop.pool.waitingCount).toBeLessThan(5);
  const late = await Promise.all(coming);
  for (const { statusCode, headers } of late) {
    expect(statusCode).toBe(503);
    expect(['2', '3', '4', '5']).toContain(headers['retry-after']);
  }
  await holder.query('commit').finally(() => holder.release());
  await Promise.all(first);
});

test('whoever changes something while many networks do is refused at once; orders, payments, sign-in and sign-out are not', async () => {
  const save = (n: number) => {
    const payload = { dealId, sessionId: newSessionId() };
    return shop.guest().send({ method: 'POST', url: '/api/favorites', payload, headers: from(n) });
  };
  const leaver = await shop.as({ email: 'leaver@example.al' });
  const buyer = await shop.as({ email: 'buyer@example.al' });
  const sessionId = newSessionId();
  await buyer(cart.add, { body: { dealId, sessionId } });
  const [begins, paid] = [await payer('begins'), await (await payer('paid')).pay()];
  const holder = await shop.pool.connect();
  await holder.query('begin; lock table favorites in access exclusive mode');
  const first = Array.from({ length: 40 }, (_, n) => save(n));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const coming = Array.from({ length: 50 }, (_, n) => save(100 + n));
  const [ordered, prepared, told, heard, left] = await Promise.all([
    buyer(orders.cash, { body: { sessionId } }),
    begins.prepare(),
    paid.tell(),
    paid.hear(),
    leaver(accounts.logout),
  ]);
  const late = await Promise.all(coming);
  expect(new Set(late.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  for (const { headers } of late) expect(['2', '3', '4', '5']).toContain(headers['retry-after']);
  expect(ordered).toMatchObject({ status: 'pending' });
  expect(prepared).toMatchObject({ provider: 'sandbox' });
  expect(told).toMatchObject({ status: 'completed', paymentMethod: 'card' });
  expect(heard.statusCode).toBe(200);
  expect(left).toEqual({ success: true });
  await holder.query('commit').finally(() => holder.release());
  await Promise.all(first);
  await expect.poll(async () => (await save(200)).statusCode).toBe(200);
});

/** Somebody with a full cart, and what they paid for it by card where `prepare` says so. */
async function payer(name: string) {
  const [call, sessionId] = [await shop.as({ email: `${name}@example.al` }), newSessionId()];
  await call(cart.add, { body: { dealId, sessionId } });
  const prepare = () => call(payments.intent, { body: { sessionId } });
  return {
    prepare,
    pay: async () => {
      const { paymentIntentId } = await prepare();
      await cards.pay(paymentIntentId);
      return {
        tell: () => call(payments.checkout, { body: { sessionId, paymentIntentId } }),
        hear: () => hear(paymentIntentId),
      };
    },
  };
}

function hear(paymentIntentId: string) {
  const { body: payload, signature } = cards.event(paymentIntentId);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return shop.guest().send({ method: 'POST', url: payments.webhook.path, payload, headers });
}

test('all who open the same page of a cold shop share one place, however slow its database is', async () => {
  shop.clock.move(60_000);
  await get('/api/categories', 1);
  const holder = await shop.pool.connect();
  await holder.query('begin; lock table deals in access exclusive mode');
  const ask = (n: number) => get('/?category=nails', n);
  const first = Array.from({ length: 30 }, (_, n) => ask(n));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const later = Array.from({ length: 10 }, (_, n) => ask(100 + n));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await holder.query('commit').finally(() => holder.release());
  const statuses = (await Promise.all([...first, ...later])).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('pages and calls together ask no more at once than there are connections', async () => {
  shop.clock.move(60_000);
  const holder = await shop.pool.connect();
  await holder.query('begin; lock table deals in access exclusive mode');
  const pages = Array.from({ length: 20 }, (_, n) => get(`/?search=page${n}`, n));
  const calls = Array.from({ length: 20 }, (_, n) => get(`/api/deals?search=call${n}`, 100 + n));
  // Asking the database who waits would wait itself where no connection is left.
  await expect.poll(() => shop.pool.totalCount).toBeGreaterThan(10);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { waitingCount } = shop.pool;
  await holder.query('commit').finally(() => holder.release());
  await Promise.all([...pages, ...calls]);
  expect(waitingCount).toBeLessThan(5);
});

test('a list that was known is told as it was where there is no room to read it anew', async () => {
  const known = lastKnown<{ list: string }>(shop.clock);
  known.note('list', { list: 'of before' }, 10);
  const told = await known.or('list', () => Promise.reject(busy()), true);
  expect(told.value).toEqual({ list: 'of before' });
});
