import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { refunds } from '#db/schema/charges.ts';
import { ordersRefunded } from '#server/features/orders/receipts.jobs.ts';
import type { Message } from '#server/gateways/mail/mail.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { recordingLog } from '#test/log.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { paymentsDisputed } from './disputes.jobs.ts';
import { openDisputes } from './payments.doubts.ts';
import { paymentsListed } from './payments.gauge.ts';
import { reconcile } from './payments.reconcile.ts';
import { refundLines } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';
import { findPayment } from './payments.store.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };
const adminId = await newUser(db, { role: 'admin' });

/** Somebody who paid for two lines: 4,400 and 999.50 lek, 46.12 and 10.48 dollars. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  const first = await ana.fill(220_000, 2);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const hear = async () => settlePayment(parts, (await cards.find(intent.id)) ?? expect.fail());
  await hear();
  return {
    ...{ ...ana, first, intent, hear },
    giveBack: (positions: number[] | null) => refundLines(parts, { payment, positions, reason: 'requested', adminId }),
    order: async () => (await ana.orders())[0] ?? expect.fail(),
    /** What its buyer reads of the money, and of each line. */
    told: async () => {
      const [made] = await ana.orders();
      const order = await ana.call(orders.one, { params: { id: made?.id ?? expect.fail() } });
      expect(orders.one.answer.parse(order)).toEqual(order);
      return { ...order.charge, lines: order.items.map(({ refund }) => refund) };
    },
    refunds: async () =>
      (await db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id)).map(
        ({ position, amount, status }) => [position, amount, status],
      ),
    payment: async () => (await findPayment(db, payment.id)) ?? expect.fail(),
  };
}

/** What the audit log says of the money of an order after it was paid, in the words of auditEvents that were not wished for. */
async function auditEventsOf(
  ana: Awaited<ReturnType<typeof paid>>,
  which = '^payments[.](refund|dispute)',
): Promise<string[]> {
  const { id } = await ana.order();
  const { rows } = await pool.query<{ action: string }>(
    'select action from audit_log where subject_id = $1 and action ~ $2 order by at',
    [id, which],
  );
  return rows.map(({ action }) => action);
}

/** What the buyer would be sent. */
async function mailsTo(orderId: string) {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  await ordersRefunded.perform({ ...shop.deps, mail }, { orderId });
  return sent.map(({ id, subject, text }) => ({ id, subject, text }));
}

const mailsWaiting = async (orderId: string) =>
  (
    await pool.query(
      `select from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = 'orders-refunded' and p.payload ->> 'orderId' = $1`,
      [orderId],
    )
  ).rowCount;

const soldOf = async (dealId: string) => (await pool.query('select deal_sold($1) as n', [dealId])).rows[0].n;

test('a line is given back: its share of what was charged, once, and it counts as sold no more', async () => {
  const ana = await paid();
  expect(await soldOf(ana.first)).toBe(2);
  const sums = { amount: 56.6, currency: 'USD', exchangeRate: 95.4, refunded: 0, refunding: 0 };
  const charged = { ...sums, dispute: null, isTest: true, isVoid: false };
  expect(await ana.told()).toEqual({ ...charged, lines: [null, null] });
  await ana.giveBack([1]);
  expect(await ana.told()).toEqual({ ...charged, refunded: 46.12, lines: ['succeeded', null] });
  expect(await ana.refunds()).toEqual([[1, 4612, 'succeeded']]);
  expect(await ana.order()).toMatchObject({ status: 'completed' });
  expect(await soldOf(ana.first)).toBe(0);
  await expect(ana.giveBack([1])).rejects.toThrow('payments.notRefundable');
  await expect(ana.giveBack([3])).rejects.toThrow('payments.notRefundable');
});

test('who is given money back is told once how much, of all that goes back at once', async () => {
  const ana = await paid();
  const { id } = await ana.order();
  expect([await mailsTo(id), await mailsWaiting(id)]).toEqual([[], 0]);
  await ana.giveBack([2]);
  await ana.giveBack([1]);
  expect(await mailsWaiting(id)).toBe(1);
  const [mail, ...more] = await mailsTo(id);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ id: `refund.${id}.5660`, subject: 'Rimbursim: 56,60\u00a0USD' });
  expect(mail?.text).toContain('Rimbursuar gjithsej: 56,60\u00a0USD');
  await ana.hear();
  expect(await mailsTo(id)).toMatchObject([{ id: mail?.id }]);
});

test('all lines together are all that was charged, and the order is refunded', async () => {
  const ana = await paid();
  await ana.giveBack([2]);
  await ana.giveBack(null);
  expect(await ana.refunds()).toEqual([
    [2, 1048, 'succeeded'],
    [1, 4612, 'succeeded'],
  ]);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  await expect(ana.giveBack(null)).rejects.toThrow('payments.notRefundable');
});

test('twenty administrators at once give a line back once', async () => {
  const ana = await paid();
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => ana.giveBack([1])));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ana.refunds()).toEqual([[1, 4612, 'succeeded']]);
  expect((await cards.find(ana.intent.id))?.refunds).toHaveLength(1);
});

test.each(['before', 'after'] as const)(
  'a refund whose call was lost %s it was done is asked for again',
  async (when) => {
    const ana = await paid();
    cards.fail('refund', when);
    await expect(ana.giveBack([1])).rejects.toThrow('refund');
    expect(await ana.refunds()).toEqual([[1, 4612, 'pending']]);
    expect(await ana.told()).toMatchObject({ refunded: 0, refunding: 46.12, lines: ['pending', null] });
    await reconcile(parts);
    expect(await ana.refunds(), 'not yet: somebody may still be at it').toEqual([[1, 4612, 'pending']]);
    await ana.hear();
    if (when === 'after') expect(await ana.refunds()).toEqual([[1, 4612, 'succeeded']]);
    await pool.query('alter table refunds disable trigger refunds_guard');
    await pool.query(`update refunds set created_at = now() - interval '2 minutes'`);
    await pool.query('alter table refunds enable trigger refunds_guard');
    await reconcile(parts);
    expect(await ana.refunds()).toEqual([[1, 4612, 'succeeded']]);
    expect((await cards.find(ana.intent.id))?.refunds).toHaveLength(1);
  },
);

test('what the provider gives back by itself is a sum, counts, and leaves less to give back', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.intent.id, 5000);
  await ana.hear();
  await ana.hear();
  expect(await ana.refunds()).toEqual([[null, 5000, 'succeeded']]);
  expect(await ana.told()).toMatchObject({ refunded: 50, refunding: 0, lines: [null, null] });
  await expect(ana.giveBack([2])).rejects.toThrow('payments.notRefundable');
  await cards.refundAtProvider(ana.intent.id, 660);
  await ana.hear();
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
});

test('after the provider gave back a part by itself, all that is left can be given back', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.intent.id, 100);
  await ana.hear();
  await ana.giveBack(null);
  expect(await ana.refunds()).toEqual([
    [null, 100, 'succeeded'],
    [1, 4612, 'succeeded'],
    [2, 948, 'succeeded'],
  ]);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  await expect(ana.giveBack(null)).rejects.toThrow('payments.notRefundable');
});

test('what the provider will not give back has failed, and the order stays as it was', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.intent.id, 5000);
  await ana.giveBack([1]);
  expect(await ana.refunds(), 'more than was left there').toEqual([[1, 4612, 'failed']]);
  expect(await ana.order()).toMatchObject({ status: 'completed' });
  expect(await auditEventsOf(ana)).toEqual(['payments.refundFailed']);
});

test('what a bank sends back has failed, whatever was said before, and another takes its place', async () => {
  const ana = await paid();
  await ana.giveBack([1]);
  const before = (await cards.find(ana.intent.id)) ?? expect.fail();
  const earlier = before.refunds.map((refund) => ({ ...refund, state: 'pending' as const }));
  await settlePayment(parts, { ...before, refunds: earlier });
  expect(await ana.refunds(), 'what was said before it was done').toEqual([[1, 4612, 'succeeded']]);
  await cards.setRefund(ana.intent.id, 'failed');
  await ana.hear();
  await settlePayment(parts, before);
  expect(await ana.refunds(), 'what was said before it came back').toEqual([[1, 4612, 'failed']]);
  await ana.giveBack([1]);
  expect(await ana.refunds()).toEqual([
    [1, 4612, 'failed'],
    [1, 4612, 'succeeded'],
  ]);
});

test('an order that was given back whole is refunded no more when the bank sends it back, and not before', async () => {
  const ana = await paid();
  await ana.giveBack(null);
  const { id } = await ana.order();
  const forged = pool.query(`update orders set status = 'completed' where id = $1`, [id]);
  await expect(forged, 'the provider has said nothing').rejects.toMatchObject({ code: '23001' });
  await cards.setRefund(ana.intent.id, 'failed');
  await ana.hear();
  await ana.hear();
  expect(await ana.order()).toMatchObject({ status: 'completed' });
  await ana.giveBack(null);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  expect(await auditEventsOf(ana, '^orders[.].*[rR]efund')).toEqual([
    'orders.refund',
    'orders.undoRefund',
    'orders.refund',
  ]);
});

test('a dispute marks payment and order until it is won, and is told once', async () => {
  const ana = await paid();
  await cards.dispute(ana.intent.id, 'open');
  await ana.hear();
  expect(await ana.payment()).toMatchObject({ disputeStatus: 'open', disputedAt: expect.any(Date) });
  expect((await ana.order()).disputedAt).toBeInstanceOf(Date);
  await ana.hear();
  expect(await ana.told()).toMatchObject({ dispute: 'open' });
  await cards.dispute(ana.intent.id, 'won');
  await ana.hear();
  expect(await ana.payment()).toMatchObject({ disputeStatus: 'won', disputedAt: expect.any(Date) });
  expect((await ana.order()).disputedAt).toBeNull();
  expect(await auditEventsOf(ana)).toEqual(['payments.dispute', 'payments.dispute']);
});

test('an operator hears of a dispute when it is opened, and sees it until it is decided', async () => {
  const ana = await paid();
  const { id: paymentId, orderId } = await ana.payment();
  const open = async () => {
    const { readKinds } = paymentsListed({ db, provider: cards.name, clock: shop.clock });
    return (await readKinds()).disputed;
  };
  const log = recordingLog();
  const told = async () => {
    const { rows } = await pool.query(
      `select from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = 'payments-disputed' and p.payload ->> 'paymentId' = $1`,
      [paymentId],
    );
    await paymentsDisputed.perform({ ...shop.deps, log }, { paymentId });
    return [rows.length, log.lines.map(({ level }) => level)];
  };
  await cards.dispute(ana.intent.id, 'open');
  await ana.hear();
  await ana.hear();
  expect(await told()).toEqual([1, ['error']]);
  expect(log.lines[0]?.text).toContain(ana.intent.id);
  const listed = { orderId, intent: ana.intent.id, amount: 5660, disputedAt: expect.any(String) };
  expect([await openDisputes(db), await open()]).toEqual([[listed], 1]);
  await cards.dispute(ana.intent.id, 'lost');
  await ana.hear();
  expect([await told(), await openDisputes(db), await open()]).toEqual([[1, ['error']], [], 0]);
});

test('the truths of the database hold after all that', async () => {
  expect(await brokenInvariants(pool)).toEqual({});
});
