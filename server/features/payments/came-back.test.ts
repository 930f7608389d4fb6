/** What comes twice: money that came back and was given again, a bank that asks once more. And what cannot be at all. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refunds } from '#db/schema/charges.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { unsettledPayments } from './payments.doubts.ts';
import { refundLines } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';
import { findPayment } from './payments.store.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const adminId = await newUser(db, { role: 'admin' });

/** Somebody who paid for two lines, 46.12 and 10.48 dollars. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(220_000, 2);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const hear = async () => settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  await hear();
  return {
    intent,
    hear,
    giveBack: (positions: number[] | null) =>
      refundLines({ db, cards }, { payment, positions, reason: 'requested', adminId }),
    payment: async () => (await findPayment(db, payment.id)) ?? expect.fail(),
    order: async () => (await ana.orders())[0] ?? expect.fail(),
    refunds: async () =>
      (await db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id)).map(
        ({ position, amount, status }) => [position, amount, status],
      ),
  };
}

test('what came back and was given back again while nobody listened is written down at once', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.intent.id, 5660);
  await ana.hear();
  await cards.setRefund(ana.intent.id, 'failed');
  await cards.refundAtProvider(ana.intent.id, 5660);
  await ana.hear();
  expect(await ana.refunds()).toEqual([
    [null, 5660, 'failed'],
    [null, 5660, 'succeeded'],
  ]);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
});

test('a payment of which not all can be written down is a ticket no more when it is disputed, and is listed until it can', async () => {
  const ana = await paid();
  const listed = async () => (await unsettledPayments(db)).map(({ intent }) => intent);
  await cards.refundAtProvider(ana.intent.id, 5661);
  await cards.dispute(ana.intent.id, 'open');
  await expect(ana.hear(), 'more than was paid').rejects.toThrow();
  expect(await ana.order()).toMatchObject({ status: 'completed', disputedAt: expect.any(Date) });
  expect(await listed(), 'it may be put right by itself').toEqual([]);
  await pool.query("update payments set unsettled_at = unsettled_at - interval '6 minutes'");
  await expect(ana.hear()).rejects.toThrow();
  expect(await listed()).toEqual([ana.intent.id]);
  await cards.setRefund(ana.intent.id, 'failed');
  await ana.hear();
  expect([await listed(), await ana.refunds()]).toEqual([[], [[null, 5661, 'failed']]]);
});

test.each([
  ['the first of two is won', ['open', 'won'], ['open'], 'open'],
  ['the first of two was lost, the second is won', ['open', 'lost'], ['open', 'won'], 'lost'],
  ['both are won', ['open', 'won'], ['open', 'won'], 'won'],
] as const)('what is asked back twice, when %s', async (_, first, second, standing) => {
  const ana = await paid();
  for (const state of first) {
    await cards.dispute(ana.intent.id, state, 'dp_1');
    await ana.hear();
  }
  for (const state of second) {
    await cards.dispute(ana.intent.id, state, 'dp_2');
    await ana.hear();
  }
  expect(await ana.payment()).toMatchObject({ disputeStatus: standing });
  expect((await ana.order()).disputedAt === null).toBe(standing === 'won');
});

test('an answer that names one dispute frees nothing that another holds', async () => {
  const ana = await paid();
  for (const which of ['dp_1', 'dp_2']) await cards.dispute(ana.intent.id, 'open', which);
  await ana.hear();
  const said = (await cards.find(ana.intent.id)) ?? expect.fail();
  await settlePayment({ db, cards }, { ...said, disputes: [{ id: 'dp_1', state: 'won' }] });
  expect(await ana.payment()).toMatchObject({ disputeStatus: 'open', disputes: { dp_1: 'won', dp_2: 'open' } });
  expect((await ana.order()).disputedAt).not.toBeNull();
});

test('a line that is asked for twice at once is refused', async () => {
  const ana = await paid();
  await expect(ana.giveBack([2, 2])).rejects.toThrow('payments.notRefundable');
  expect(await ana.refunds()).toEqual([]);
});

test('what came back after all lines were given can be given back too, as a sum', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.intent.id, 100);
  await ana.hear();
  await ana.giveBack(null);
  await cards.setRefund(ana.intent.id, 'failed', 2);
  await ana.hear();
  await ana.giveBack(null);
  expect(await ana.refunds()).toEqual([
    [null, 100, 'failed'],
    [1, 4612, 'succeeded'],
    [2, 948, 'succeeded'],
    [null, 100, 'succeeded'],
  ]);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  await expect(ana.giveBack(null)).rejects.toThrow('payments.notRefundable');
});

test('the truths of the database hold after all that', async () => {
  expect(await brokenInvariants(pool)).toEqual({});
});
