/** What the provider cannot do of one attempt, now or ever, keeps none of the others waiting. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { payments, refunds } from '#db/schema/charges.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { cardBuyer, sessionId } from '#test/card-buyers.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { paymentsWait } from './payments.gauge.ts';
import { giveUp } from './payments.give-up.ts';
import { hearLate } from './payments.hear.ts';
import { reconcile } from './payments.reconcile.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };

async function filled() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const statuses = async () => (await ana.payments()).map(({ status }) => status);
  return { ...ana, statuses };
}

async function prepared() {
  const ana = await filled();
  return { ...ana, ...(await ana.prepare()) };
}

/** Of how many attempts the audit log says that they were given up. */
async function canceled(ana: { payments: () => Promise<{ id: string }[]> }): Promise<number> {
  const ids = (await ana.payments()).map(({ id }) => id);
  return db.$count(auditLog, and(eq(auditLog.action, 'payments.cancel'), inArray(auditLog.subjectId, ids)));
}

/** What no shop does to its attempts. */
async function rewrite(change: string, values: string[]): Promise<void> {
  await pool.query('alter table payments disable trigger payments_guard');
  await pool.query(`update payments set ${change}`, values);
  await pool.query('alter table payments enable trigger payments_guard');
}

/** As if so much time had gone by since all was prepared. */
const pass = (interval: string) =>
  rewrite('created_at = created_at - $1::interval, checked_at = checked_at - $1::interval', [interval]);

/** Attempts of which the provider answers nothing, whose carts were ordered. */
async function stuck(count: number, isOrdered = true) {
  for (let one = 0; one < count; one++) {
    const { call, intent } = await prepared();
    if (isOrdered) await call(orders.cash, { body: { sessionId } });
    cards.stopAnswering(intent.id);
  }
}

const forgetAll = () =>
  pool.query(`update payments set status = 'canceled', closed_at = now() where status in ('preparing', 'open')`);

test('what the provider fails of some attempts keeps nobody else waiting', async () => {
  await stuck(5);
  const ana = await prepared();
  const old = await prepared();
  await old.call(orders.cash, { body: { sessionId } });
  await cards.pay(ana.intent.id);
  await pass('3 minutes');
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  expect([(await ana.orders()).length, await old.statuses()]).toEqual([1, ['canceled']]);
  await forgetAll();
});

test('a few questions without an answer keep nothing else from being done', async () => {
  await stuck(5, false);
  const old = await prepared();
  await old.call(orders.cash, { body: { sessionId } });
  await pass('3 minutes');
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  expect(await old.statuses()).toEqual(['canceled']);
  await forgetAll();
});

test('a run ends where nobody gets an answer', async () => {
  await stuck(12, false);
  const ana = await prepared();
  await ana.call(orders.cash, { body: { sessionId } });
  await pass('3 minutes');
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  expect(await ana.statuses()).toEqual(['open']);
  await forgetAll();
});

test('messages about which nobody gets an answer end their run too', async () => {
  await stuck(12, false);
  const ana = await prepared();
  await cards.pay(ana.intent.id);
  await pool.query(`insert into external_events (source, external_id, type, subject_id, received_at)
    select provider, 'evt_' || id, 'payment_intent.succeeded', provider_payment_id,
      now() - interval '2 minutes' - row_number() over (order by created_at) * interval '1 second'
    from payments where status = 'open'`);
  await expect(hearLate(parts)).rejects.toThrow(ProviderAway);
  expect(await ana.orders(), 'that was told first').toEqual([]);
  await pool.query(`update external_events set handled_at = now()`);
  await forgetAll();
});

test('an attempt of which the provider never answered is given up without another word', async () => {
  const ana = await filled();
  cards.fail('create', 'before');
  await expect(ana.prepare()).rejects.toThrow(ProviderAway);
  await ana.call(orders.cash, { body: { sessionId } });
  const before = cards.count();
  await reconcile(parts);
  expect([await ana.statuses(), cards.count() - before]).toEqual([['canceled'], 0]);
  expect(await canceled(ana)).toBe(1);
});

test('an attempt that was opened while it was to be given up is not forgotten', async () => {
  const ana = await prepared();
  await giveUp(parts, { ...ana.payment, providerPaymentId: null });
  expect(await ana.statuses()).toEqual(['open']);
  await forgetAll();
});

test('of what another provider has nothing is asked, and nobody waits for it', async () => {
  const { read } = paymentsWait({ db, provider: cards.name });
  const [ana, old] = [await prepared(), await prepared()];
  await rewrite("provider = 'stripe' where provider_payment_id = any($1::text[])", [
    `{${ana.intent.id},${old.intent.id}}`,
  ]);
  await old.call(orders.cash, { body: { sessionId } });
  await pass('10 minutes');
  expect(await read()).toBe(0);
  await reconcile(parts);
  expect((await cards.find(old.intent.id))?.state).toBe('open');
  expect([await ana.statuses(), await old.statuses()]).toEqual([['open'], ['open']]);
  await forgetAll();
});

test('an attempt that the provider does not know ends, and its cart is paid anew', async () => {
  const [ana, old] = [await prepared(), await prepared()];
  await rewrite("provider_payment_id = 'pi_gone_' || id where provider_payment_id = any($1::text[])", [
    `{${ana.intent.id},${old.intent.id}}`,
  ]);
  await ana.fill();
  expect((await ana.prepare()).intent.state).toBe('open');
  await old.call(orders.cash, { body: { sessionId } });
  await reconcile(parts);
  expect([await old.statuses(), await canceled(old)]).toEqual([['canceled'], 1]);
});

test('refunds that a bank takes its time with keep no other waiting, nor those of another provider', async () => {
  const before = await db.$count(refunds);
  const wishOf = async (at: number) => {
    const intent = await newCardPayment(parts, null);
    await cards.pay(intent);
    const made = (await settlePayment(parts, (await cards.find(intent)) ?? expect.fail())) ?? expect.fail();
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, made.id));
    const wish = { id: v7(), paymentId: payment?.id ?? '', orderId: made.id, position: 1, amount: 1258 };
    const providerRefundId = at < 45 ? `re_slow${at}` : null;
    await db.insert(refunds).values({
      ...wish,
      providerRefundId,
      reason: 'requested',
      createdAt: sql`now() - interval '2 hours' + ${at} * interval '1 second'`,
    });
    return intent;
  };
  const intents: string[] = [];
  for (let at = 0; at < 46; at++) intents.push(await wishOf(at));
  await rewrite("provider = 'stripe' where provider_payment_id = $1", [intents[0] ?? '']);
  await reconcile(parts);
  expect((await cards.find(intents.at(-1) ?? ''))?.refunds).toHaveLength(1);
  expect(await db.$count(refunds, sql`status = 'pending' and checked_at is not null`)).toBe(44);
  expect(await db.$count(refunds, eq(refunds.status, 'succeeded'))).toBe(before + 1);
});
