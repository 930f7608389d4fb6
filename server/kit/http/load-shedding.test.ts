import type { FastifyRequest } from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { createShop } from '#server/app.ts';
import { RESPONSE_TIMEOUT_MS } from '#server/kit/concurrency.ts';
import { seedCategories } from '#server/seed.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { createLoadShedder, createReadLimiter, createWriteLimiter, withTimeout } from './load-shedding.ts';

const config = { rateLimitScale: 1, trustProxy: 1, databasePool: 30 };
const shop = await startShop({ config, makeApp: createShop });
await seedCategories(shop.db);
const dealId = await newDeal(shop.db, { title: 'Manikyr' });
const member = await shop.as({ email: 'reader@example.al' });
await member(accounts.me);

const lasting = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'read'));
const codeOf = (reading: Promise<string>) => reading.catch(({ code }: { code: string }) => code);

function fakeTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('load shedder', () => {
  test.each([
    [10, 26],
    [50, 6],
  ])('queue, one start every %i ms, takes about %i waiters', async (ms, most) => {
    fakeTime();
    const read = createLoadShedder(1);
    const first = Array.from({ length: 40 }, () => read('known', lasting(ms)).catch(() => 'refused'));
    await vi.advanceTimersByTimeAsync(39 * ms);
    const later = Array.from({ length: 100 }, () => codeOf(read('known', lasting(ms))));
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(first);
    const answers = await Promise.all(later);
    expect(Math.abs(answers.filter((answer) => answer === 'read').length - most)).toBeLessThanOrEqual(2);
    expect(answers.at(-1)).toBe('server.busy');
  });

  test('slow work before an idle period, does not count towards the estimated wait', async () => {
    fakeTime();
    const read = createLoadShedder(1);
    const slow = Array.from({ length: 3 }, () => codeOf(read('known', lasting(2_000))));
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(slow);
    const quick = Array.from({ length: 10 }, () => codeOf(read('known', lasting(5))));
    await vi.advanceTimersByTimeAsync(100);
    expect(new Set(await Promise.all(quick))).toEqual(new Set(['read']));
  });

  test('pause of 150 ms at half load, refuses nobody', async () => {
    fakeTime();
    const read = createLoadShedder(8);
    let hangsUntil = 0;
    const work = () => lasting(5 + Math.max(0, hangsUntil - performance.now()))();
    const answers: Promise<string>[] = [];
    for (let n = 0; n < 800; n++) {
      if (n === 400) hangsUntil = performance.now() + 150;
      const kind = (['known', 'known', 'change', 'invented', 'invented'] as const)[n % 5] ?? 'known';
      answers.push(codeOf(read(kind, work)));
      await vi.advanceTimersByTimeAsync(1.25);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['read']));
  });

  test('waiting work, of all kinds, starts by priority', async () => {
    fakeTime();
    const read = createLoadShedder(1);
    const order: string[] = [];
    const all = (['known', 'invented', 'change', 'known'] as const).map((kind) =>
      codeOf(read(kind, lasting(10))).then(() => order.push(kind)),
    );
    await vi.advanceTimersByTimeAsync(50);
    await Promise.all(all);
    expect(order).toEqual(['known', 'known', 'change', 'invented']);
  });

  test.each(['invented', 'change'] as const)('hanging work of kind %s, leaves a slot for known reads', async (kind) => {
    fakeTime();
    const read = createLoadShedder(5);
    const hung = Array.from({ length: 8 }, () => codeOf(read(kind, lasting(3_000))));
    const known = codeOf(read('known', lasting(10)));
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.race([known, 'waits'])).toBe('read');
    await vi.advanceTimersByTimeAsync(9_000);
    await Promise.all(hung);
  });

  test('invented read, long queue of known reads, is refused', async () => {
    fakeTime();
    const read = createLoadShedder(1);
    const known = Array.from({ length: 40 }, () => codeOf(read('known', lasting(20))));
    await vi.advanceTimersByTimeAsync(400);
    expect(await codeOf(read('invented', lasting(20)))).toBe('server.busy');
    await vi.advanceTimersByTimeAsync(300);
    const soon = codeOf(read('invented', lasting(20)));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await soon).toBe('read');
    expect(new Set(await Promise.all(known))).toEqual(new Set(['read']));
  });
});

describe('timeout', () => {
  test('second wait of a request, after 3 s of waiting, has the rest of the response timeout', async () => {
    fakeTime();
    const request = {} as FastifyRequest;
    const first = withTimeout(new Promise((resolve) => setTimeout(resolve, 3_000)), { request });
    await vi.advanceTimersByTimeAsync(3_000);
    await first;
    const second = withTimeout(new Promise(() => {}), { request }).catch(() => performance.now());
    const began = performance.now();
    await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
    expect(Number(await second) - began).toBe(RESPONSE_TIMEOUT_MS - 3_000);
  });

  test('work that fails after the timeout, is reported', async () => {
    fakeTime();
    const onLateError = vi.fn();
    const failing = new Promise((_, reject) => setTimeout(reject, RESPONSE_TIMEOUT_MS + 1_000, new Error('late')));
    const waiting = withTimeout(failing, { request: {} as FastifyRequest, onLateError }).catch(
      ({ message }) => message,
    );
    await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
    expect(await waiting).toBe('No answer within 5000 ms');
    expect(onLateError).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onLateError).toHaveBeenCalledOnce();
  });

  test('read still queued at the timeout, answers 503 and is never started', async () => {
    fakeTime();
    const log = { warn: () => {} } as never;
    const withReadSlot = createReadLimiter({
      scale: 1,
      connections: 16,
      dbConcurrencyLimit: createLoadShedder(10),
      log,
    });
    const request = { ip: '203.0.113.7', headers: {} } as FastifyRequest;
    const held = Promise.withResolvers<string>();
    const running = Array.from({ length: 8 }, () =>
      withReadSlot(request, 'call', (inSharedSlot) => inSharedSlot(() => held.promise)).catch(({ message }) => message),
    );
    const read = vi.fn(async () => {});
    const late = withReadSlot(request, 'call', (inSharedSlot) => inSharedSlot(read)).catch((error) => error);
    await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
    expect(await late).toMatchObject({ status: 503, code: 'server.busy', retryAfter: 2 });
    expect(await Promise.all(running)).toEqual(Array(8).fill('No answer within 5000 ms'));
    held.resolve('read');
    expect(await withReadSlot(request, 'call', async () => 'next')).toBe('next');
    expect(read).not.toHaveBeenCalled();
  });

  test.each([cart.add, accounts.login])('write still queued at the timeout, is never started', async (endpoint) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const write = createWriteLimiter({ scale: 1, dbConcurrencyLimit: createLoadShedder(8) })(endpoint);
    const first = Promise.withResolvers<void>();
    const running = [1, 2].map(() => write('ana', () => first.promise));
    const late = vi.fn(async () => {});
    const third = write('ana', late).catch(() => {});
    vi.advanceTimersByTime(RESPONSE_TIMEOUT_MS);
    first.resolve();
    await Promise.all([...running, third]);
    expect(late).not.toHaveBeenCalled();
  });
});

describe('shop', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const get = (url: string, address: string) => shop.guest().send({ url, headers: from(address) });
  const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode);

  /** Locks a table until the returned function is called. */
  async function lock(statement: string): Promise<() => Promise<void>> {
    const holder = await shop.pool.connect();
    await holder.query(`begin; ${statement}`);
    return () => holder.query('commit').then(() => holder.release());
  }

  test.each([
    ['one address', () => '203.0.113.1'],
    ['one network', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ])('250 reads from %s, table locked, run eight at once, queue 200 and refuse the rest', async (_, addressOf) => {
    shop.clock.move(60_000);
    const unlock = await lock('lock table deals in access exclusive mode');
    const reads = Array.from({ length: 250 }, (_, n) => get(`/api/deals?search=x${n}`, addressOf(n)));
    await expect.poll(() => waitingFor(shop.pool)).toHaveLength(8);
    expect(new Set(await statuses(reads.slice(208)))).toEqual(new Set([503]));
    expect((await member.send({ url: '/api/auth/me', headers: from('198.51.100.1') })).statusCode).toBe(200);
    expect((await get('/terms-of-service', addressOf(0))).statusCode).toBe(200);
    await unlock();
    const served = (await statuses(reads.slice(0, 208))).filter((status) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(200);
  });

  test('60 writes of one account, row locked, run two at once, queue fifty and answer 429 to the rest', async () => {
    const body = { dealId, sessionId: newSessionId() };
    const ana = await shop.as({ email: 'ana.writes@example.al' });
    await ana(cart.add, { body });
    const unlock = await lock('select from carts for update');
    const add = () => ana.send({ method: 'POST', url: cart.add.path, payload: body });
    const writes = Array.from({ length: 60 }, add);
    await expect.poll(() => waitingFor(shop.pool)).toHaveLength(2);
    await unlock();
    expect((await statuses(writes)).filter((status) => status === 429)).toHaveLength(8);
  });

  test('50 people behind one address, each loading a page and its data, are all served', async () => {
    shop.clock.move(60_000);
    fakeTime();
    const address = '203.0.113.5';
    const visits = Array.from({ length: 50 }, (_, n) => [
      get(`/deal/${dealId}?lang=${n % 2 ? 'sq' : 'en'}`, address),
      get(`/?search=${n}`, address),
      get(`/api/deals?search=carrier${n}`, address),
      member.send({ url: '/api/auth/me', headers: from(address) }),
    ]);
    expect(new Set(await statuses(visits.flat()))).toEqual(new Set([200]));
  });

  test('requests from many networks, tables locked, are refused except cached, personal and priority ones', async () => {
    shop.clock.move(60_000);
    for (const url of ['/api/categories', '/terms-of-service']) await get(url, '203.0.113.9');
    const buyer = await shop.as({ email: 'buyer@example.al' });
    const leaver = await shop.as({ email: 'leaver@example.al' });
    const sessionId = newSessionId();
    await buyer(cart.add, { body: { dealId, sessionId } });
    const save = (n: number) => {
      const payload = { dealId, sessionId: newSessionId() };
      return shop.guest().send({ method: 'POST', url: '/api/favorites', payload, headers: from(`203.0.${n}.1`) });
    };
    const search = (n: number) => get(`/api/deals?search=y${n}`, `203.0.${n}.1`);
    const unlock = await lock('lock table search_counts, favorites in access exclusive mode');
    const unlockDeals = await lock('lock table deal_counters in access exclusive mode');
    const first = Array.from({ length: 40 }, (_, n) => save(n));
    await expect.poll(() => waitingFor(shop.pool)).not.toHaveLength(0);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const refused = await Promise.all(Array.from({ length: 20 }, (_, n) => save(100 + n)));
    for (const { statusCode, headers } of refused) {
      expect(statusCode).toBe(503);
      expect(['2', '3', '4', '5']).toContain(headers['retry-after']);
    }
    for (const url of ['/api/categories', '/terms-of-service', '/healthz'])
      expect((await get(url, '203.0.210.1')).statusCode).toBe(200);
    expect(await member(accounts.me)).toMatchObject({ user: {} });
    expect(await leaver(accounts.logout)).toEqual({ success: true });
    expect(await buyer(orders.cash, { body: { sessionId } })).toMatchObject({ status: 'pending' });
    await unlockDeals();
    await unlock();
    await Promise.all(first);
    await expect.poll(async () => (await save(200)).statusCode).toBe(200);
    expect((await search(201)).statusCode).toBe(200);
  });
});
