import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { demoBuyers } from '#db/demo-past.ts';
import { demoDealers } from '#db/demo-shop.ts';
import { externalEvents, payments, refunds } from '#db/schema/charges.ts';
import { people } from '#db/world.ts';
import { paymentsListed } from '#server/features/payments/payments.review.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { testDatabase } from '#test/database.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { freePort } from '#test/free-port.ts';
import { runScript } from '#test/run-script.ts';
import { newOrder, newUser } from '#test/shoppers.ts';
// @ts-expect-error: plain JavaScript for Node 20
import { COMPILED } from './prepare.mjs';

vi.setConfig({ testTimeout: 60_000 });

const { db, pool, url } = await testDatabase();
const run = (script: string, words: string[] = [], env: Record<string, string> = {}) =>
  runScript(script, { words, env: { DATABASE_URL: url, CARD_SANDBOX: 'off', ...env } });
const count = async (table: string) => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);

test('rate, shows the current rate, its source and the last ten', async () => {
  expect(run('rate')).toEqual({ status: 0, said: expect.stringContaining('cards pause') });
  await pool.query(
    "insert into exchange_rates (id, all_per_usd, source, taken_at) select gen_random_uuid(), 90 + n, 'feed', now() - make_interval(hours => 2 + n) from generate_series(0, 11) n",
  );
  const { said } = run('rate');
  expect(said).toMatch(/^1 USD = 90 ALL, from the feed, 2 h 0 min old\n/);
  expect(said.trim().split('\n')).toHaveLength(11);
});

test('rate with a value, sets it and writes an audit event', async () => {
  expect(run('rate', ['95.4'])).toEqual({
    status: 0,
    said: expect.stringMatching(/^1 USD = 95.4 ALL, from an administrator, .* {2}95.4 {2}an administrator\n/s),
  });
  const { rows } = await pool.query("select actor_id, detail from audit_log where action = 'exchange.setRate'");
  expect(rows).toEqual([{ actor_id: null, detail: { allPerUsd: '95.4' } }]);
});

test('rate far from the last one, is refused', async () => {
  const before = await count('exchange_rates');
  expect(run('rate', ['130'])).toEqual({ status: 1, said: expect.stringContaining('say it again with --force') });
  expect(await count('exchange_rates')).toBe(before);
  expect(run('rate', ['130', '--force']).said).toMatch(/^1 USD = 130 ALL, from an administrator/);
});

test('payments, lists what needs manual review, and the gauge counts it', async () => {
  const cards = fakePaymentProvider(db);
  expect(run('payments')).toEqual({ status: 0, said: 'No payment needs anybody.\n' });
  const userId = await newUser(db);
  const pay = async (received?: number) => {
    const id = await newCardPayment({ db, cards }, userId);
    await cards.pay(id, received);
    return { id, order: await settlePayment({ db, cards }, (await cards.find(id)) ?? expect.fail()) };
  };
  const withoutPayment = (stripePaymentIntentId: string) =>
    newOrder(db, {
      ...{ paymentMethod: 'card', status: 'completed', stripePaymentIntentId },
      ...{ chargedAmount: 1258, chargedCurrency: 'USD', exchangeRate: '95.4' },
    });
  const { id: less } = await pay(1000);
  const { id: whole, order } = await pay();
  const bare = await withoutPayment('pi_bare');
  const [paid] = await db.select().from(payments).where(eq(payments.providerPaymentId, whole));
  await db.insert(refunds).values({
    ...{ id: v7(), paymentId: paid?.id ?? '', orderId: order?.id ?? '', position: 1, amount: 1258 },
    ...{ reason: 'requested', status: 'failed', settledAt: new Date() },
  });
  await db.insert(externalEvents).values({
    ...{ source: 'sandbox', externalId: 'evt_waits', type: 'payment_intent.succeeded' },
    receivedAt: sql`now() - interval '6 minutes'`,
  });
  const { status, said } = run('payments');
  expect(status).toBe(0);
  expect(said.trim().split('\n')).toEqual([
    expect.stringContaining('Paid without an order'),
    expect.stringContaining(`${less}  10.00 USD instead of 12.58 USD`),
    expect.stringContaining('Orders by card without a payment'),
    expect.stringContaining(`${bare}  pi_bare`),
    expect.stringContaining('Refunds that failed'),
    expect.stringContaining(`${order?.id}  ${whole}  12.58 USD`),
    expect.stringContaining('Late: '),
    expect.stringMatching(/payment_intent\.succeeded {2}evt_waits {2}since \d{4}-/),
  ]);
  const none = { partlyRefunded: 0, disputed: 0, unsettled: 0, withdrawn: 0, closed: 0 };
  const clock = { elapsed: () => 0 };
  const { readKinds } = paymentsListed({ db, provider: 'sandbox', clock });
  expect(await readKinds()).toEqual({ ...none, withoutOrder: 1, withoutPayment: 1, refundFailed: 1, late: 1 });
  await withoutPayment('pi_other');
  expect(await readKinds(), 'cached for a minute').toMatchObject({ withoutPayment: 1 });
  clock.elapsed = () => 60_000;
  expect(await readKinds()).toMatchObject({ withoutPayment: 2 });
});

test('db:migrate, database does not answer, says what it waits for', async () => {
  const port = await freePort();
  const env = { NODE_COMPILE_CACHE: COMPILED, DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nowhere` };
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
  const child = spawn(process.execPath, ['scripts/command.mjs', 'db', 'migrate'], { env, stdio });
  const [line] = await once(child.stderr, 'data');
  child.kill('SIGKILL');
  expect(String(line)).toContain(`DATABASE_URL does not answer yet: connect ECONNREFUSED 127.0.0.1:${port}`);
});

const name = new URL(url).pathname.slice(1);

test('db:reset of DATABASE_URL, needs its name and is refused in production', async () => {
  const task = 'reset';
  const before = await count('users');
  const hint = expect.stringContaining(`npm run db:${task} -- ${name}`);
  expect(run('db', [task, 'another'])).toEqual({ status: 1, said: hint });
  const inProduction = run('db', [task, name], { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(40) });
  expect(inProduction).toEqual({ status: 1, said: expect.stringContaining('production') });
  expect(await count('users')).toBe(before);
});

test('db:migrate with a changed migration, is refused; db:reset with the name, seeds the demo shop', async () => {
  await pool.query("update migrations set sum = 'older' where name = '0001_rules'");
  const { status, said } = run('db', ['migrate']);
  expect({ status, lines: said.trim().split('\n').length }).toEqual({ status: 1, lines: 1 });
  expect(said).toContain(`npm run db:reset -- ${name}`);
  expect(run('db', ['reset', name]).status).toBe(0);
  expect(await count('users')).toBe(Object.keys(people).length + demoDealers().length + demoBuyers().length);
});
