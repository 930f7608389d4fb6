/** Whoever asks for very much at once waits for themselves, whether it is pages or calls. */
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createShop } from '#server/app.ts';
import { seedCategories } from '#server/seed.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { createLoadShedder, createReadLimiter } from './load-shedding.ts';

// So many that the line is shorter, with what holds it up.
const config = { rateLimitScale: 1, trustProxy: 1, databasePool: 30 };
const shop = await startShop({ config, makeApp: createShop });
await seedCategories(shop.db);
const dealId = await newDeal(shop.db, { title: 'Manikyr' });
const member = await shop.as({ email: 'reader@example.al' });

const from = (address: string) => ({ 'x-forwarded-for': address });
const get = (url: string, address: string) => shop.guest().send({ url, headers: from(address) });
/** So many people of one home each, in one network. */
const oneHome = () => '203.0.113.1';
const manyHomes = (n: number) => `2001:db8:1:${n.toString(16)}::1`;

/** Until it is let go, at the latest after the test. */
async function hold(table: string): Promise<() => Promise<void>> {
  const holder = await shop.pool.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in access exclusive mode`);
  let isHeld = true;
  const stopAcceptingConnections = async () => {
    if (isHeld) await holder.query('commit').finally(() => holder.release());
    isHeld = false;
  };
  onTestFinished(stopAcceptingConnections);
  return stopAcceptingConnections;
}

test.each([
  ['for one address', 'search', oneHome],
  ['for the addresses of one network', 'search', manyHomes],
  ['that would be kept', 'category', oneHome],
])('of 250 calls %s eight ask the database, two hundred wait for those, the rest are refused', async (_, by, who) => {
  shop.clock.move(60_000);
  const stopAcceptingConnections = await hold('deals');
  const calls = Array.from({ length: 250 }, (_, n) => get(`/api/deals?${by}=x${n}`, who(n)));
  await expect.poll(() => waitingFor(shop.pool)).toHaveLength(8);
  const refused = await Promise.all(calls.slice(208));
  expect((await member.send({ url: '/api/auth/me', headers: from('198.51.100.1') })).statusCode).toBe(200);
  expect(await waitingFor(shop.pool)).toHaveLength(8);
  await stopAcceptingConnections();
  const answers = await Promise.all(calls.slice(0, 208));
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['2']));
  // The eight waited for the lock for two seconds, on a busy machine.
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(200);
});

test('what is personal stands in line too', async () => {
  const stopAcceptingConnections = await hold('cart_items');
  const url = `/api/cart/${newSessionId()}`;
  const calls = Array.from({ length: 30 }, () => member.send({ url, headers: from('203.0.113.2') }));
  await expect.poll(() => waitingFor(shop.pool)).toHaveLength(8);
  await stopAcceptingConnections();
  expect((await Promise.all(calls)).filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(22);
});

test.each([
  ['one address', oneHome],
  ['the addresses of one network', manyHomes],
])('while %s asks for 200 invented pages another gets its own after the few that are made', async (_, who) => {
  shop.clock.move(60_000);
  let made = 0;
  const invented = Array.from({ length: 200 }, (_, n) =>
    get(`/x${n}`, who(n)).then(({ statusCode }) => {
      made += 1;
      return statusCode;
    }),
  );
  const page = await get(`/deal/${dealId}`, '198.51.100.2');
  expect(page.statusCode).toBe(200);
  // All of them, were there no line; how many exactly is up to the database.
  expect(made).toBeLessThan(180);
  // Who asks for so much waits for it, or is told to come back where the machine is slow.
  const refused = (await Promise.all(invented)).filter((status) => status !== 404);
  expect(refused.filter((status) => status !== 503)).toEqual([]);
});

test('what is kept waits for nobody', async () => {
  shop.clock.move(60_000);
  for (const url of ['/categories', '/api/categories']) expect((await get(url, '203.0.113.3')).statusCode).toBe(200);
  let made = 0;
  const invented = Array.from({ length: 100 }, (_, n) =>
    get(`/y${n}`, '203.0.113.3').then(() => {
      made += 1;
    }),
  );
  for (const url of ['/categories', '/api/categories']) {
    await get(url, '203.0.113.3');
    expect(made, url).toBeLessThan(30);
  }
  await Promise.all(invented);
});

test('who arrived in the same moment is heard before a page is made', async () => {
  const request = { ip: '203.0.113.8', headers: {} } as FastifyRequest;
  let isHeard = false;
  setImmediate(() => {
    isHeard = true;
  });
  expect(
    await createReadLimiter({ scale: 1, connections: 16, dbConcurrencyLimit: createLoadShedder(10), log: shop.log })(
      request,
      'page',
      (inSharedSlot) => inSharedSlot(async () => isHeard),
    ),
  ).toBe(true);
});

test('while the database hangs for calls of an address, its pages are shown', async () => {
  shop.clock.move(60_000);
  const stopAcceptingConnections = await hold('deals');
  const calls = Array.from({ length: 30 }, (_, n) => get(`/api/deals?search=z${n}`, '203.0.113.4'));
  await expect.poll(() => waitingFor(shop.pool)).toHaveLength(8);
  expect((await get('/terms-of-service', '203.0.113.4')).statusCode).toBe(200);
  expect(await waitingFor(shop.pool)).toHaveLength(8);
  await stopAcceptingConnections();
  await Promise.all(calls);
});

test('what pages ask for belongs to them, whoever else asks', async () => {
  shop.clock.move(60_000);
  const stopAcceptingConnections = await hold('deals');
  const pages = Array.from({ length: 9 }, (_, n) => get(`/?search=page${n}`, `203.0.${n}.6`));
  await expect.poll(async () => (await waitingFor(shop.pool)).length).toBeGreaterThan(8);
  await stopAcceptingConnections();
  await Promise.all(pages);
});

test('who waits is told to come back after five seconds, and who stands in line is not read for any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const withReadSlot = createReadLimiter({
    scale: 1,
    connections: 16,
    dbConcurrencyLimit: createLoadShedder(10),
    log: shop.log,
  });
  const request = { ip: '203.0.113.7', headers: {} } as FastifyRequest;
  const held = Promise.withResolvers<string>();
  const atWork = Array.from({ length: 8 }, () =>
    withReadSlot(request, 'call', (inSharedSlot) => inSharedSlot(() => held.promise)).catch(({ message }) => message),
  );
  let isRead = false;
  const read = async () => {
    isRead = true;
  };
  const late = withReadSlot(request, 'call', (inSharedSlot) => inSharedSlot(read)).catch((error) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toMatchObject({ status: 503, code: 'server.busy', retryAfter: 2 });
  expect(await Promise.all(atWork)).toEqual(Array(8).fill('No answer within 5000 ms'));
  held.resolve('read');
  expect(await withReadSlot(request, 'call', async () => 'and afterwards')).toBe('and afterwards');
  await new Promise(setImmediate);
  expect(isRead).toBe(false);
});

test('what waited among all for five seconds is not read either', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const withReadSlot = createReadLimiter({ scale: 1, dbConcurrencyLimit: createLoadShedder(3), log: shop.log });
  const held = Promise.withResolvers<void>();
  const read = vi.fn(() => held.promise);
  const all = Array.from({ length: 4 }, (_, n) => {
    const request = { ip: `203.0.${n}.1`, headers: {} } as FastifyRequest;
    return withReadSlot(request, 'call', (inSharedSlot) => inSharedSlot(read), true).catch(({ code }) => code);
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await Promise.all(all)).at(-1)).toBe('server.busy');
  held.resolve();
  for (let round = 0; round < 5; round++) await new Promise(setImmediate);
  expect(read).toHaveBeenCalledTimes(3);
});

test('fifty people behind one address of a carrier are all served at once', async () => {
  shop.clock.move(60_000);
  // Nobody's five seconds end, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const address = '203.0.113.5';
  const visits = Array.from({ length: 50 }, (_, n) => [
    get(`/deal/${dealId}?lang=${n % 2 ? 'sq' : 'en'}`, address),
    get(`/?search=${n}`, address),
    get(`/api/deals?search=carrier${n}`, address),
    get(`/api/deals/${dealId}`, address),
    member.send({ url: `/api/cart/${newSessionId()}`, headers: from(address) }),
    member.send({ url: '/api/auth/me', headers: from(address) }),
  ]);
  const answers = await Promise.all(visits.flat());
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
});
