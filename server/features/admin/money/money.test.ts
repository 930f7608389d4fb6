/** Orders, payments, refunds and rates as administrators see and change them. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { adminMoney } from '#core/contract/admin/money.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { cardBuyer, RATE, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { refusal } from '#test/refusal.ts';
import { newOrder, newUser } from '#test/shoppers.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db, pool } = shop;
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
// Orders in cash are written straight into the database here.
afterAll(async () =>
  expect(Object.keys(await brokenInvariants(pool)).filter((name) => /refund/.test(name))).toEqual([]),
);
const find = async (query: object) => (await admin(adminMoney.orders, { query })).map(({ id }) => id);
const detail = (id: string) => admin(adminMoney.order, { params: { id } });
const refund = (id: string, positions?: number[]) =>
  admin(adminMoney.refund, { params: { id }, body: { reason: 'salon', positions } });

/** Two lines: 4,400 and 999.50 lek, 46.12 and 10.48 dollars. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(220_000, 2);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const reported = (await cards.find(intent.id)) ?? expect.fail();
  const order = (await settlePayment({ db, cards }, reported)) ?? expect.fail();
  return { ...ana, id: order.id, intent: intent.id, paymentId: payment.id };
}

test('orders, are found by id, Purchase ID in any form, payment, buyer and salon, and filtered', async () => {
  const email = 'bleresi@example.al';
  const userId = await newUser(db, { email, username: 'bleresi' });
  const name = makePurchaseId(new Uint8Array(5));
  const cash = await newOrder(db, { userId, stripePaymentIntentId: name });
  const bought = await paid();
  expect(await find({})).toEqual([bought.id, cash]);
  for (const q of [
    cash,
    name.toLowerCase(),
    `Kodi #${name.slice(3).replaceAll('0', 'O')}!`,
    userId,
    'Bleresi@example.al',
  ])
    expect(await find({ q })).toEqual([cash]);
  expect(await find({ q: bought.intent })).toEqual([bought.id]);
  expect(await find({ q: 'salloni mi' })).toHaveLength(2);
  expect(await find({ q: ' SALLONI\u00a0\u200b mi\u0308ra' })).toHaveLength(2);
  for (const q of ['salloni_mi', '%', 'BK-X', v7(), 'askush@example.al']) expect(await find({ q })).toEqual([]);
  expect(await find({ method: 'cash', status: 'pending' })).toEqual([cash]);
  expect(await find({ status: 'refunded' })).toEqual([]);
  const page = await admin.page(adminMoney.orders, { query: { limit: '1' } });
  expect(await find({ limit: '1', cursor: page.next })).toEqual([cash]);
  expect(await detail(cash)).toMatchObject({ buyer: { email }, payment: null, refunds: [], refundable: 0 });
  expect(await refusal(detail(v7()))).toBe('404 orders.notFound');

  const payments = async (q: string) => (await admin(adminMoney.payments, { query: { q } })).map(({ id }) => id);
  for (const q of ['', bought.intent, bought.id, bought.userId, 'salloni mira'])
    expect(await payments(q)).toEqual([bought.paymentId]);
  expect(await payments(email)).toEqual([]);
});

test('line, refunded by an administrator, is given back once whatever amount is sent; then the rest', async () => {
  const { id } = await paid();
  const body = { reason: 'salon' as const, positions: [2], amount: 9999 };
  const first = await admin(adminMoney.refund, { params: { id }, body });
  expect(first).toMatchObject({
    refundable: 46.12,
    refunds: [{ voucherId: expect.any(String), amount: 10.48, status: 'succeeded', requestedBy: 'arta@example.al' }],
  });
  expect(await refusal(refund(id, [2]))).toBe('409 payments.notRefundable');
  expect(await refusal(refund(id, [7]))).toBe('409 payments.notRefundable');
  expect(await refusal(refund(id, []))).toBe('400 input.invalid');
  const both = await Promise.all([refusal(refund(id)), refusal(refund(id))]);
  expect(both.toSorted()).toEqual(['409 payments.notRefundable', 'Error: was not refused']);
  expect(await detail(id)).toMatchObject({ status: 'refunded', refundable: 0 });
  const events = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(events.filter(({ action }) => action === 'payments.requestRefund')).toHaveLength(2);
  expect(await refusal(refund(await newOrder(db)))).toBe('409 payments.notRefundable');
  expect(await refusal(refund(v7()))).toBe('404 orders.notFound');
});

test('refund, requested while the provider is away, waits for it', async () => {
  const { id } = await paid();
  cards.fail('refund', 'before');
  const asked = await refund(id, [1]);
  expect(asked.refunds).toMatchObject([
    { amount: 23.06, status: 'pending' },
    { amount: 23.06, status: 'pending' },
  ]);
});

test('review, lists what `npm run payments` lists', async () => {
  const { id } = await paid();
  await pool.query("update payments set disputed_at = now(), dispute_status = 'open' where order_id = $1", [id]);
  expect(await admin(adminMoney.review)).toMatchObject([{ kind: 'disputed', orderId: id, amount: 56.6 }]);
});

test('rate, set by an administrator, counts and is audited; one that is far off needs a confirmation', async () => {
  const set = (allPerUsd: string, isConfirmed?: boolean) =>
    admin(adminMoney.setRate, { body: { allPerUsd, isConfirmed } });
  expect(await admin(adminMoney.rates)).toMatchObject({ current: { allPerUsd: RATE, source: 'configuration' } });
  expect(await refusal(set('130'))).toBe('409 adminMoney.farRate');
  expect(await refusal(set('0.5'))).toBe('400 input.invalid');
  expect(await refusal(set('abc'))).toBe('400 input.invalid');
  expect(await set('96.25')).toMatchObject({ current: { allPerUsd: '96.25', source: 'admin' } });
  expect((await set('130', true)).latest).toMatchObject([{ allPerUsd: '130' }, { allPerUsd: '96.25' }]);
  const events = await db.select().from(auditLog).where(eq(auditLog.action, 'exchange.setRate'));
  expect(events).toHaveLength(2);
});
