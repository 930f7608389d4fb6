/** What becomes of an attempt to pay that another takes the place of, or that the provider ends. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { waitingFor } from '#test/waiting.ts';
import { refundLines } from './payments.refund.ts';
import { preparePayment } from './payments.service.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };

async function buyer() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  return { ...ana, statuses: async () => (await ana.payments()).map(({ status }) => status) };
}

const settle = async (id: string) => settlePayment(parts, (await cards.find(id)) ?? expect.fail());

const auditEventsOf = async (subjectId: string) => {
  const { rows } = await pool.query('select action, detail from audit_log where subject_id = $1 order by at', [
    subjectId,
  ]);
  return rows;
};

test('where another provider charges cards since, the payment is made there', async () => {
  const ana = await buyer();
  const first = await ana.prepare();
  const { userId } = ana;
  const { sessionId } = first.payment;
  const wish = { userId, sessionId, allPerUsd: first.payment.exchangeRate, count: async () => {} };
  const { payment, intent } = await preparePayment({ db, cards: { ...cards, name: 'stripe' } }, wish);
  expect(payment.provider).toBe('stripe');
  expect(intent.id, 'not what the other one has').not.toBe(first.intent.id);
  expect(await ana.statuses()).toEqual(['replaced', 'open']);
});

test('an attempt that was canceled at the provider ends when that is told', async () => {
  const ana = await buyer();
  const { intent } = await ana.prepare();
  await cards.cancel(intent.id);
  await settle(intent.id);
  expect(await ana.statuses()).toEqual(['canceled']);
});

test('what was paid but not as asked ends all attempts that share the payment', async () => {
  const ana = await buyer();
  const { intent } = await ana.prepare();
  await ana.fill();
  cards.fail('change', 'before');
  await expect(ana.prepare()).rejects.toThrow('change');
  await cards.pay(intent.id, intent.amount - 1);
  expect(await settle(intent.id)).toBeNull();
  expect(await ana.statuses()).toEqual(['replaced', 'replaced']);
});

test('of somebody who is gone too the payment is one order, however many hear of it at once', async () => {
  const intent = await newCardPayment(parts, null);
  await cards.pay(intent);
  const told = await inTransaction(db, async (tx) => {
    // Held back until each of them has begun.
    await tx.execute(sql`select from payments for update`);
    const settling = Promise.all(Array.from({ length: 5 }, () => settle(intent)));
    await expect.poll(() => waitingFor(pool)).toHaveLength(5);
    return { settling };
  }).then(({ settling }) => settling);
  expect(new Set(told.map((order) => order?.id ?? 'none')).size).toBe(1);
  expect(told[0]).not.toBeNull();
});

test('the audit log says what was prepared, and what an administrator wished to give back', async () => {
  const ana = await buyer();
  const { payment, intent } = await ana.prepare();
  expect(await auditEventsOf(payment.id)).toEqual([
    { action: 'payments.prepare', detail: { total: 2200, cents: 2306, rate: '95.4', replaces: null } },
  ]);
  await cards.pay(intent.id);
  const { id: orderId } = (await settle(intent.id)) ?? expect.fail();
  const adminId = await newUser(db, { role: 'admin' });
  await refundLines(parts, { payment, positions: [1], reason: 'requested', adminId });
  const auditEvents = await auditEventsOf(orderId);
  expect(auditEvents.map(({ action }) => action).slice(0, 3)).toEqual([
    'orders.payByCard',
    'payments.wishRefund',
    'payments.refunded',
  ]);
  expect(auditEvents[1].detail).toEqual({ positions: [1], reason: 'requested' });
});
