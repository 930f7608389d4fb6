import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { exchangeRates } from '#db/schema/charges.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { createRateFeed } from '#server/gateways/exchange-rate/rate-feed.ts';
import { startJobs } from '#server/jobs.ts';
import { messageOf } from '#server/kit/http/errors.ts';
import { startShop } from '#test/client.ts';
import { rateOf, startRateServer } from '#test/rate-server.ts';
import { newUser } from '#test/shoppers.ts';
import { exchangeFetch } from './exchange.jobs.ts';
import { currentRate, fetchRate, keepFedRate, rateAge, rateToCharge, setRate } from './exchange.service.ts';

const server = await startRateServer();
const feed = { url: server.url, path: 'rates.ALL' };
const { db, deps, pool, url, log } = await startShop();
const { config } = deps;
const { rateRange } = config;
const keep = (allPerUsd: string) => keepFedRate(db, { allPerUsd, rateRange });
const parts = {
  ...deps,
  rateFeed: createRateFeed(feed),
  config: { ...deps.config, exchangeRate: { fixed: null, feed } },
};
const fixed = { config: { ...deps.config, cards: null, exchangeRate: { fixed: '97.5', feed } } };
const nothing = { config: { ...deps.config, cards: null, exchangeRate: { fixed: null, feed: null } } };

beforeEach(async () => {
  await pool.query('delete from exchange_rates');
  server.asked = 0;
  server.answer = rateOf(95.4);
  log.lines.length = 0;
});

const learn = (source: 'admin' | 'feed', allPerUsd: string, age: string) =>
  pool.query(
    'insert into exchange_rates (id, all_per_usd, source, taken_at) values (gen_random_uuid(), $1, $2, now() - $3::interval)',
    [allPerUsd, source, age],
  );

const rates = async () =>
  (await db.select().from(exchangeRates).orderBy(exchangeRates.takenAt)).map(
    (row) => `${row.source} ${Number(row.allPerUsd)}`,
  );

const auditEvents = async (action: string) =>
  (await db.select().from(auditLog)).filter((auditEvent) => auditEvent.action === action);

test('current rate, is of the administrator, else the configuration, else the feed', async () => {
  await learn('feed', '95.4', '1 hour');
  expect(await currentRate(db, parts)).toMatchObject({ allPerUsd: '95.4', source: 'feed', takenAt: expect.any(Date) });
  expect(await currentRate(db, fixed)).toMatchObject({ allPerUsd: '97.5', source: 'configuration', takenAt: null });
  await learn('admin', '96', '2 hours');
  for (const clock of [parts, fixed, nothing]) {
    expect(await currentRate(db, clock)).toMatchObject({ allPerUsd: '96', source: 'admin' });
  }
  await learn('admin', '96.5', '1 hour');
  expect(await currentRate(db, fixed)).toMatchObject({ allPerUsd: '96.5' });
});

test('rate older than 24 hours, expires; a configured rate does not', async () => {
  await learn('feed', '95.4', '23 hours 59 minutes 50 seconds');
  expect(await currentRate(db, parts)).toMatchObject({ source: 'feed' });
  await pool.query('delete from exchange_rates');
  await learn('feed', '95.4', '24 hours 1 second');
  await learn('admin', '96', '24 hours 1 second');
  expect(await currentRate(db, parts)).toBeNull();
  expect(await currentRate(db, fixed)).toMatchObject({ source: 'configuration', ageSeconds: 0 });
});

test('no rate, card payments are paused with a localized message', async () => {
  const refused = await rateToCharge(db, parts).catch((error) => error);
  expect(refused).toMatchObject({ status: 503, code: 'payments.ratePaused', retryAfter: 3600 });
  expect(messageOf(refused, 'en')).toContain('You can still pay in cash');
  expect(messageOf(refused, 'sq')).toContain('Mund të paguani në sallon me para në dorë');
  await learn('feed', '95.4', '0 hours');
  expect(await rateToCharge(db, parts)).toMatchObject({ allPerUsd: '95.4' });
});

test('sandbox without a rate, has a default rate', async () => {
  const sandbox = { cards: { kind: 'sandbox', isForAll: false } } as const;
  const stripe = { kind: 'stripe' as const, secretKey: 's', publishableKey: 'p', webhookSecrets: ['w'], apiBase: null };
  const made = { source: 'sandbox', takenAt: null, allPerUsd: '81' };
  expect(await currentRate(db, { config: { ...nothing.config, ...sandbox } })).toMatchObject(made);
  expect(await currentRate(db, { config: { ...fixed.config, ...sandbox } })).toMatchObject({ allPerUsd: '97.5' });
  expect(await currentRate(db, { config: { ...parts.config, ...sandbox } })).toBeNull();
  expect(await currentRate(db, { config: { ...nothing.config, cards: stripe } })).toBeNull();
  expect(await currentRate(db, { config: { ...nothing.config, cards: null } })).toBeNull();
});

test('rate set by an administrator, is audited; an invalid one is refused', async () => {
  const adminId = await newUser(db);
  await setRate(db, { config, allPerUsd: '96.25', adminId });
  expect(await currentRate(db, fixed)).toMatchObject({ allPerUsd: '96.25', source: 'admin' });
  const [row] = await db.select().from(exchangeRates);
  expect(await auditEvents('exchange.setRate')).toMatchObject([
    { actorId: adminId, subject: 'exchangeRate', subjectId: row?.id, detail: { allPerUsd: '96.25' } },
  ]);
  for (const allPerUsd of ['0', '1', '49.99', '200.01', '10001', '95,4', 'NaN']) {
    await expect(setRate(db, { config, allPerUsd, adminId, isConfirmed: true })).rejects.toThrow(RangeError);
  }
  expect(await rates()).toEqual(['admin 96.25']);
});

test('rate more than 20 % from the last one, needs confirmation', async () => {
  const set = (allPerUsd: string, more = {}) => setRate(db, { config, allPerUsd, adminId: null, ...more });
  await set('101');
  await expect(set('122')).rejects.toMatchObject({ name: 'FarRate', before: '101' });
  expect(await rates()).toEqual(['admin 101']);
  await set('122', { isConfirmed: true });
  await set('110');
  expect(await rates()).toEqual(['admin 101', 'admin 122', 'admin 110']);
  await pool.query('delete from exchange_rates');
  await expect(set('120', fixed), 'the configuration').rejects.toMatchObject({ before: '97.5' });
  await learn('feed', '95', '30 days');
  await expect(set('120'), 'one that is too old to be charged at').rejects.toMatchObject({ before: '95' });
});

test('feed, is requested when its rate is 20 hours old, unless a rate is configured', async () => {
  await fetchRate(parts);
  expect(await rates()).toEqual(['feed 95.4']);
  await fetchRate(parts);
  expect(server.asked).toBe(1);
  await pool.query('delete from exchange_rates');
  await learn('feed', '95', '20 hours 1 second');
  await learn('admin', '99', '1 minute');
  await fetchRate(parts);
  expect(server.asked).toBe(2);
  expect((await rates()).sort()).toEqual(['admin 99', 'feed 95', 'feed 95.4']);
  await fetchRate({ ...parts, ...fixed });
  await fetchRate({ ...parts, rateFeed: null });
  expect(server.asked).toBe(2);
});

test('worker starts without a rate, requests the feed', async () => {
  const worker = await startJobs(parts, url, [exchangeFetch]);
  onTestFinished(worker.close);
  await expect.poll(rates).toEqual(['feed 95.4']);
});

test('feed fails, the job fails and the last rate stays', async () => {
  await learn('feed', '95', '21 hours');
  server.answer = (_request, response) => response.writeHead(500).end();
  await expect(fetchRate(parts)).rejects.toThrow('it answered 500');
  expect(await currentRate(db, parts)).toMatchObject({ allPerUsd: '95' });
});

test('feed rate more than 20 % from the last one, is refused, audited and logged', async () => {
  await learn('feed', '100', '21 hours');
  server.answer = rateOf(120.000001);
  await fetchRate(parts);
  server.answer = rateOf(79.999999);
  await fetchRate(parts);
  expect(await rates()).toEqual(['feed 100']);
  expect(await currentRate(db, parts)).toMatchObject({ allPerUsd: '100' });
  const detail = (allPerUsd: string) => ({ actorId: null, detail: { allPerUsd, good: ['100'] } });
  expect(await auditEvents('exchange.refuse')).toMatchObject([detail('120.000001'), detail('79.999999')]);
  expect(log.lines.map(({ level }) => level)).toEqual(['error', 'error']);
  expect(log.lines[0]?.text).toContain('far from the last good one');
  server.answer = rateOf(120);
  await fetchRate(parts);
  expect(await currentRate(db, parts)).toMatchObject({ allPerUsd: '120' });
});

test('first feed rate out of range, is refused unless the range is widened', async () => {
  server.answer = rateOf(7777);
  await fetchRate(parts);
  expect(await rates()).toEqual([]);
  expect(await auditEvents('exchange.refuse')).toContainEqual(
    expect.objectContaining({ detail: { allPerUsd: '7777', good: [] } }),
  );
  expect(log.lines.map(({ level }) => level)).toEqual(['error']);
  await fetchRate({ ...parts, config: { ...parts.config, rateRange: { from: 50, to: 8000 } } });
  expect(await rates()).toEqual(['feed 7777']);
});

test('feed rate, is compared with recent feed and administrator rates', async () => {
  await learn('admin', '195', '30 hours');
  await learn('feed', '95', '25 hours');
  expect(await keep('196')).toBe('absurd');
  await learn('admin', '195.4', '0 hours');
  expect(await keep('95.4')).toBe('kept');
  await pool.query('delete from exchange_rates');
  await learn('feed', '100', '21 hours');
  await setRate(db, { config, allPerUsd: '140', adminId: null, isConfirmed: true });
  expect(await keep('145')).toBe('kept');
});

test('metric of the rate age, is seconds, 0 or infinity', async () => {
  expect(await rateAge(parts).read()).toBe(Number.POSITIVE_INFINITY);
  expect(await rateAge({ ...parts, ...fixed }).read()).toBe(0);
  await learn('feed', '95.4', '5 hours');
  expect(await rateAge(parts).read()).toBeCloseTo(18_000, -2);
});
