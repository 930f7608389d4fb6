import { expect, onTestFinished, test } from 'vitest';
import { categories } from '#core/contract/categories.ts';
import { deals } from '#core/contract/deals.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { createShop } from '#server/app.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startShop } from '#test/client.ts';
import { serveMetrics } from './metrics.ts';
import { tally } from './tally.ts';

const metrics = { port: 0, host: '127.0.0.1' };
const shop = await startShop({ config: { metrics }, makeApp: createShop });
const guest = shop.guest();

/** What a line says, 0 where it is not there yet. */
async function toldOf(line: string): Promise<number> {
  const text = (await shop.deps.metrics?.text()) ?? '';
  const found = text.split('\n').find((other) => other.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1) ?? 0);
}

/** How much a line grows by what is done. */
async function growthOf(line: string, work: () => Promise<unknown>): Promise<number> {
  const before = await toldOf(line);
  await work();
  return (await toldOf(line)) - before;
}

const requests = (method: string, route: string, status: number) =>
  `bukuri_request_seconds_count{method="${method}",route="${route}",status="${status}"}`;

test.each([
  ['/api/deals?search=secret', '/api/deals', 200],
  ['/api/deals/019a1b2c-0000-7000-8000-000000000001', '/api/deals/:id', 404],
  ['/deal/019a1b2c-0000-7000-8000-000000000001', '/deal/:id', 404],
  ['/api/auth/me', '/api/auth/me', 401],
  ['/wp-login.php', '*', 404],
])('request for %s, observed, counts for route %s', async (url, route, status) => {
  expect(await growthOf(requests('GET', route, status), () => guest.send({ url }))).toBe(1);
  expect(await shop.deps.metrics?.text()).not.toMatch(/secret|019a1b2c|wp-login/);
});

test('metrics, scraped, include pool, event loop and cache', async () => {
  const held = await shop.pool.connect();
  // What the shop does by itself now and then takes one too.
  const busy = () => toldOf('bukuri_database_connections{state="busy"}');
  await expect.poll(busy).toBe(1);
  held.release();
  await expect.poll(busy).toBe(0);
  expect(await toldOf('bukuri_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(await shop.deps.metrics?.text()).toContain('nodejs_eventloop_lag_p99_seconds ');
  await guest(categories.list);
  expect(await growthOf('bukuri_cache_answers_total{was="kept"}', () => guest(categories.list))).toBe(1);
  // Reads the known categories as well.
  await guest(deals.list, { query: { category: 'nails' } });
  const query = { category: 'nails', limit: '12' } as const;
  expect(await growthOf('bukuri_cache_answers_total{was="made"}', () => guest(deals.list, { query }))).toBe(1);
  const invented = { category: 'invented' } as const;
  expect(await growthOf('bukuri_cache_entries', () => guest(deals.list, { query: invented }))).toBe(0);
  expect(await growthOf('bukuri_cache_entries', () => guest(deals.list, { query: { city: 'vlore' } }))).toBe(1);
});

test('audit event, committed, increments its counter once', async () => {
  const auditEvent = { actorId: null, action: 'metrics.try', subject: 'x', subjectId: 'x' };
  const line = 'bukuri_deeds_total{action="metrics.try"}';
  let attempts = 0;
  const again = () =>
    inTransaction(shop.db, async (tx) => {
      await writeAudit(tx, auditEvent);
      if (++attempts < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
  expect(await growthOf(line, again)).toBe(1);
  const broken = () =>
    inTransaction(shop.db, async (tx) => {
      await writeAudit(tx, auditEvent);
      throw new Error('changed my mind');
    }).catch(() => {});
  expect(await growthOf(line, broken)).toBe(0);
  expect(await shop.db.$count(auditLog)).toBe(1);
});

test('metrics, served, are on their own port only', async () => {
  const { metrics: told } = shop.deps;
  if (!told) throw new Error('nothing is measured');
  const server = await serveMetrics(told, metrics);
  onTestFinished(server.close);
  const answer = await fetch(server.address);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('# TYPE bukuri_request_seconds histogram');
  expect((await fetch(new URL('/', server.address))).status).toBe(404);
  expect((await guest.send({ url: '/metrics' })).statusCode).toBe(404);
});

test('counter, declared twice, throws', () => {
  const gauge = { name: 'bukuri_tries_total', help: 'Tries.', labels: [] } as const;
  tally(gauge);
  expect(() => tally(gauge)).toThrow(/two places/);
});
