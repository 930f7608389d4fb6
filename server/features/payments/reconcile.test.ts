/** Regular checks that finish what a crash or a lost webhook interrupted. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#db/schema/charges.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users } from '#db/schema/users.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { deleteExpiredRows } from '#server/kit/jobs/delete-expired-rows.ts';
import { cardBuyer, sessionId } from '#test/card-buyers.ts';
import { agePayments, newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { brokenInvariants } from '#test/invariants.ts';
import {
  cancelAttempt,
  paymentsProcessWebhook,
  paymentsRetryWebhooks,
  reconcile,
  retryStaleWebhooks,
} from './payments.jobs.ts';
import { findLate, ordersWithoutPayment, paymentsWait } from './payments.review.ts';
import { settlePayment } from './payments.settle.ts';
import { insertEvent } from './payments.store.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };
const { read: longestWait } = paymentsWait({ db, provider: cards.name });

async function filled() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  return {
    ...ana,
    statuses: async () => (await ana.payments()).map(({ status }) => status),
    orderInCash: () => ana.call(orders.cash, { body: { sessionId } }),
    order: async () => (await ana.orders())[0] ?? expect.fail(),
  };
}

async function prepared() {
  const ana = await filled();
  return { ...ana, ...(await ana.prepare()) };
}

async function paid() {
  const ana = await prepared();
  await cards.pay(ana.intent.id);
  await settlePayment(parts, (await cards.find(ana.intent.id)) ?? expect.fail());
  return ana;
}

/** Lets time pass for all attempts, and checks what is due. */
async function pass(interval: string): Promise<void> {
  await agePayments(pool, interval);
  await reconcile(parts);
}

/** Changes columns that the shop never changes. */
async function rewrite(change: string, values: unknown[]): Promise<void> {
  await pool.query('alter table payments disable trigger payments_guard');
  await pool.query(`update payments set ${change}`, values);
  await pool.query('alter table payments enable trigger payments_guard');
}

const cancelAll = () =>
  pool.query(`update payments set status = 'canceled', closed_at = now() where status in ('preparing', 'open')`);

test('paid payments whose webhooks were lost become orders within minutes, however many', async () => {
  const buyers = [await prepared(), await prepared(), await prepared()];
  for (const { intent } of buyers) await cards.pay(intent.id);
  await reconcile(parts);
  expect(await Promise.all(buyers.map((ana) => ana.orders())), 'the buyer may still report it').toEqual([[], [], []]);
  for (let more = 0; more < 45; more++) await cards.pay(await newCardPayment(parts, null));
  await agePayments(pool, '3 minutes');
  cards.fail('find', 'before');
  await expect(reconcile(parts), 'one call fails').rejects.toThrow(ProviderAway);
  await pass('3 minutes');
  for (const ana of buyers) expect(await ana.orders()).toHaveLength(1);
  expect(await db.$count(payments, eq(payments.status, 'paid'))).toBe(48);
});

test('overdue checks and webhooks are measured until they are done', async () => {
  expect(await longestWait()).toBe(0);
  const ana = await prepared();
  expect(await longestWait()).toBe(0);
  await agePayments(pool, '7 minutes');
  expect(Math.floor((await longestWait()) / 60)).toBe(5);
  await reconcile(parts);
  expect(await longestWait()).toBe(0);
  const event = { id: 'evt_late', type: 'payment_intent.succeeded', subjectId: ana.intent.id };
  await inTransaction(db, (tx) => insertEvent(tx, cards.name, event));
  await pool.query("update external_events set received_at = now() - interval '6 minutes'");
  expect(Math.floor((await longestWait()) / 60)).toBe(6);
  expect((await findLate(db, cards.name)).map(({ id }) => id)).toEqual(['evt_late']);
  await paymentsProcessWebhook.perform(shop.deps, { source: cards.name, externalId: event.id });
  expect([await longestWait(), await findLate(db, cards.name)]).toEqual([0, []]);
});

test('unprocessed webhooks are retried each minute; one that fails does not stop the others', async () => {
  const [first, second] = [await prepared(), await prepared()];
  for (const { intent } of [first, second]) {
    await cards.pay(intent.id);
    const event = { id: `evt_${intent.id}`, type: 'payment_intent.succeeded', subjectId: intent.id };
    await inTransaction(db, (tx) => insertEvent(tx, cards.name, event));
  }
  await pool.query("update external_events set received_at = now() - interval '20 minutes' where handled_at is null");
  cards.fail('find', 'before');
  await expect(paymentsRetryWebhooks.perform(shop.deps, {})).rejects.toThrow(ProviderAway);
  expect([...(await first.orders()), ...(await second.orders())]).toHaveLength(1);
  await paymentsRetryWebhooks.perform(shop.deps, {});
  expect([await first.orders(), await second.orders()]).toMatchObject([[{}], [{}]]);
});

test('payment whose order cannot be stored does not stop the others', async () => {
  const [first, second] = [await prepared(), await prepared()];
  for (const { intent } of [first, second]) await cards.pay(intent.id);
  await pool.query(`create function break_one() returns trigger language plpgsql as $$
    begin if new.stripe_payment_intent_id = '${first.intent.id}' then raise 'broken'; end if; return new; end $$;
    create trigger break_one before insert on orders for each row execute function break_one()`);
  await agePayments(pool, '3 minutes');
  await expect(reconcile(parts)).rejects.toThrow('1 payments could not be settled');
  expect([await first.orders(), await second.orders()]).toMatchObject([[], [{}]]);
  await pool.query('drop trigger break_one on orders');
  await pass('10 minutes');
  expect(await first.orders()).toHaveLength(1);
});

test('attempt is canceled once its cart was ordered, its account closed or it is an hour old', async () => {
  const [cash, closed, old] = [await prepared(), await prepared(), await prepared()];
  await cash.orderInCash();
  await db.update(users).set({ isActive: false }).where(eq(users.id, closed.userId));
  await reconcile(parts);
  for (const ana of [cash, closed]) {
    expect(await ana.statuses()).toEqual(['canceled']);
    expect((await cards.find(ana.intent.id))?.state).toBe('canceled');
  }
  expect(await old.statuses()).toEqual(['open']);
  await pass('61 minutes');
  expect(await old.statuses()).toEqual(['canceled']);
});

test('attempt whose buyer returned after 31 minutes by the database clock may be paid for another hour', async () => {
  const ana = await prepared();
  await pass('40 minutes');
  vi.setSystemTime(Date.now() - 40 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  expect((await ana.prepare()).intent.id).toBe(ana.intent.id);
  vi.useRealTimers();
  await pass('40 minutes');
  expect(await ana.statuses()).toEqual(['replaced', 'open']);
  await cards.pay(ana.intent.id);
  await pass('5 minutes');
  expect(await ana.orders()).toHaveLength(1);
});

test('attempt, paid while it is canceled, makes its order', async () => {
  const ana = await prepared();
  await cards.pay(ana.intent.id);
  await pass('25 hours');
  expect([await ana.statuses(), (await ana.orders()).length]).toEqual([['paid'], 1]);
});

test('attempt unknown to the provider is canceled without a call, unless it was opened meanwhile', async () => {
  const [ana, besa, open] = [await filled(), await prepared(), await prepared()];
  cards.fail('create', 'before');
  await expect(ana.prepare()).rejects.toThrow(ProviderAway);
  await ana.orderInCash();
  await besa.fill();
  cards.fail('change', 'before');
  await expect(besa.prepare()).rejects.toThrow('change');
  const before = cards.count();
  await cancelAttempt(parts, { ...open.payment, providerPaymentId: null });
  expect(await open.statuses()).toEqual(['open']);
  await pass('25 hours');
  expect([await ana.statuses(), await besa.statuses(), cards.count() - before]).toEqual([
    ['canceled'],
    ['replaced', 'canceled'],
    0,
  ]);
  const ids = (await ana.payments()).map(({ id }) => id);
  const canceled = and(eq(auditLog.action, 'payments.cancel'), inArray(auditLog.subjectId, ids));
  expect(await db.$count(auditLog, canceled)).toBe(1);
});

test('attempt whose payment is missing at the provider is closed, and its cart is paid anew', async () => {
  const [ana, old] = [await prepared(), await prepared()];
  await rewrite("provider_payment_id = 'pi_gone_' || id where provider_payment_id = any($1)", [
    [ana.intent.id, old.intent.id],
  ]);
  await ana.fill();
  expect((await ana.prepare()).intent.state).toBe('open');
  await old.orderInCash();
  await reconcile(parts);
  expect(await old.statuses()).toEqual(['canceled']);
  await cancelAll();
});

test('attempt of another provider is neither checked, canceled nor waited for', async () => {
  const [ana, old] = [await prepared(), await prepared()];
  await rewrite("provider = 'stripe' where provider_payment_id = any($1)", [[ana.intent.id, old.intent.id]]);
  await old.orderInCash();
  await agePayments(pool, '10 minutes');
  expect(await longestWait()).toBe(0);
  await reconcile(parts);
  expect((await cards.find(old.intent.id))?.state).toBe('open');
  expect([await ana.statuses(), await old.statuses()]).toEqual([['open'], ['open']]);
  await cancelAll();
});

/** Attempts about which the provider does not answer. */
async function silent(count: number): Promise<void> {
  for (let one = 0; one < count; one++) cards.stopAnswering((await prepared()).intent.id);
}

test('a few payments without an answer do not stop a run', async () => {
  await silent(5);
  const [ana, old] = [await prepared(), await prepared()];
  await old.orderInCash();
  await cards.pay(ana.intent.id);
  await agePayments(pool, '3 minutes');
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  expect([(await ana.orders()).length, await old.statuses()]).toEqual([1, ['canceled']]);
  await cancelAll();
});

test('run ends where nothing is answered, for payments and for webhooks', async () => {
  await silent(12);
  const [ana, besa] = [await prepared(), await prepared()];
  await ana.orderInCash();
  await cards.pay(besa.intent.id);
  await pool.query(`insert into external_events (source, external_id, type, subject_id, received_at)
    select provider, 'evt_' || id, 'payment_intent.succeeded', provider_payment_id,
      now() - interval '2 minutes' - row_number() over (order by created_at) * interval '1 second'
    from payments where status = 'open'`);
  await expect(retryStaleWebhooks(parts)).rejects.toThrow(ProviderAway);
  expect(await besa.orders()).toEqual([]);
  await rewrite("status = 'canceled', closed_at = now() where provider_payment_id = $1", [besa.intent.id]);
  await agePayments(pool, '3 minutes');
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  expect(await ana.statuses()).toEqual(['open']);
  await pool.query('update external_events set handled_at = now()');
  await cancelAll();
});

test('refund or dispute whose webhook was lost is found within the hour for two days, then within a day for a month', async () => {
  const [ana, besa, late, never] = [await paid(), await paid(), await paid(), await paid()];
  await pass('1 minute');
  await cards.refundAtProvider(ana.intent.id, ana.intent.amount);
  await cards.dispute(besa.intent.id, 'open');
  await pass('50 minutes');
  expect((await ana.order()).status).toBe('completed');
  await pass('11 minutes');
  expect([(await ana.order()).status, (await besa.order()).disputedAt !== null]).toEqual(['refunded', true]);
  await pass('3 days');
  await cards.refundAtProvider(late.intent.id, late.intent.amount);
  await pass('23 hours');
  expect((await late.order()).status).toBe('completed');
  await pass('2 hours');
  expect((await late.order()).status).toBe('refunded');
  await pass('27 days');
  await cards.refundAtProvider(never.intent.id, never.intent.amount);
  await pass('2 days');
  expect((await never.order()).status).toBe('completed');
});

test('unpaid attempt is deleted after 90 days; paid, open and mismatched ones are kept', async () => {
  const [ana, less, open] = [await prepared(), await prepared(), await prepared()];
  await ana.fill();
  await ana.prepare();
  await cards.pay(ana.intent.id);
  await cards.pay(less.intent.id, less.intent.amount - 1);
  for (const { intent } of [ana, less]) await settlePayment(parts, (await cards.find(intent.id)) ?? expect.fail());
  const statuses = () => Promise.all([ana, less, open].map((buyer) => buyer.statuses()));
  const age = async (interval: string) => {
    await rewrite('closed_at = closed_at - $1::interval', [interval]);
    await deleteExpiredRows.perform(shop.deps, {});
  };
  await age('89 days');
  expect(await statuses()).toEqual([['replaced', 'paid'], ['canceled'], ['open']]);
  await age('2 days');
  expect(await statuses()).toEqual([['paid'], ['canceled'], ['open']]);
});

test('no live attempt and no order without a payment is left, and the database invariants hold', async () => {
  await pass('26 hours');
  expect(await ordersWithoutPayment(db, '3 days')).toEqual([]);
  expect(await db.$count(payments, sql`status in ('preparing', 'open')`)).toBe(0);
  expect(await brokenInvariants(pool)).toEqual({});
});
