/** Refunds and disputes of paid orders, in whatever order the provider reports them. */
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { notifications } from '#core/contract/notifications.ts';
import { orders } from '#core/contract/orders.ts';
import { payments, refunds } from '#db/schema/charges.ts';
import { orders as orderRows } from '#db/schema/shopping.ts';
import { ordersRefunded } from '#server/features/orders/receipts.jobs.ts';
import type { Message } from '#server/gateways/mail/mail.ts';
import type { ProviderPayment } from '#server/gateways/payments/provider.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { newUser } from '#test/shoppers.ts';
import { reconcile } from './payments.jobs.ts';
import { failRefund } from './payments.refunds.ts';
import { unsettledPayments } from './payments.review.ts';
import { settlePayment } from './payments.settle.ts';
import { findPayment } from './payments.store.ts';
import { refundUnits } from './unit-refunds.ts';

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
  const reported = async () => (await cards.find(intent.id)) ?? expect.fail();
  const settle = async () => settlePayment(parts, await reported());
  const { id: orderId } = (await settle()) ?? expect.fail();
  return {
    ...{ ...ana, first, id: intent.id, orderId, reported, settle },
    refund: (positions: number[] | null) => refundUnits(parts, { payment, positions, reason: 'requested', adminId }),
    order: async () => (await ana.orders())[0] ?? expect.fail(),
    /** What the buyer sees of the charge and of each line. */
    shown: async () => {
      const order = await ana.call(orders.one, { params: { id: orderId } });
      return { ...order.charge, lines: order.items.map(({ refund }) => refund) };
    },
    rows: () => db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id),
    /** The line of each. */
    refunds: async () => {
      const { rows } = await pool.query(
        `select coalesce(r.position, v.position)::int as position, r.amount::int, r.status
         from refunds r left join vouchers v on v.id = r.voucher_id where r.payment_id = $1 order by r.id`,
        [payment.id],
      );
      return rows.map(({ position, amount, status }) => [position, amount, status]);
    },
    payment: async () => (await findPayment(db, payment.id)) ?? expect.fail(),
    audited: async (which: string) =>
      (
        await pool.query('select action from audit_log where subject_id = $1 and action ~ $2 order by at', [
          ...[orderId, which],
        ])
      ).rows.map(({ action }) => action),
    /** Emails of refunds that wait to be sent. */
    waiting: async () => {
      const { rows } = await pool.query<{ seconds: number; times: number }>(
        `select extract(epoch from j.run_at - now())::float8 as seconds, j.revision + 1 as times
         from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
         where j.task_identifier = 'orders-refunded' and p.payload ->> 'orderId' = $1`,
        [orderId],
      );
      return rows;
    },
  };
}

/** Refunds of the two units of the first line. */
const bothOf = (status: string) => [
  [1, 2306, status],
  [1, 2306, status],
];

async function ageRefunds(interval: string): Promise<void> {
  await pool.query('alter table refunds disable trigger refunds_guard');
  await pool.query(
    'update refunds set created_at = created_at - $1::interval, checked_at = checked_at - $1::interval',
    [interval],
  );
  await pool.query('alter table refunds enable trigger refunds_guard');
  await reconcile(parts);
}

const mailsTo = async (orderId: string) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  await ordersRefunded.perform({ ...shop.deps, mail }, { orderId });
  return sent;
};

test('line, refunded, gets its share of the charge once and counts as sold no more', async () => {
  const ana = await paid();
  const sold = async () => (await pool.query('select deal_sold($1) as n', [ana.first])).rows[0].n;
  expect(await sold()).toBe(2);
  const sums = { amount: 56.6, currency: 'USD', exchangeRate: 95.4, refunded: 0, refunding: 0 };
  const charged = { ...sums, dispute: null, isTest: true, isVoid: false };
  expect(await ana.shown()).toEqual({ ...charged, lines: [null, null] });
  await ana.refund([1]);
  expect(await ana.shown()).toEqual({ ...charged, refunded: 46.12, lines: ['succeeded', null] });
  expect(await ana.order()).toMatchObject({ status: 'completed' });
  expect(await sold()).toBe(0);
  for (const wrong of [[1], [3], [2, 2]]) await expect(ana.refund(wrong)).rejects.toThrow('payments.notRefundable');
  expect((await ana.audited('')).slice(0, 3)).toEqual([
    'orders.payByCard',
    'payments.requestRefund',
    'payments.refunded',
  ]);
});

test('all lines, refunded, make the order refunded and one email a minute later', async () => {
  const ana = await paid();
  expect([await mailsTo(ana.orderId), await ana.waiting()]).toEqual([[], []]);
  vi.setSystemTime(Date.now() + 31 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  await ana.refund([2]);
  await ana.refund(null);
  vi.useRealTimers();
  expect(await ana.refunds()).toEqual([[2, 1048, 'succeeded'], ...bothOf('succeeded')]);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  await expect(ana.refund(null)).rejects.toThrow('payments.notRefundable');
  const [waiting, ...more] = await ana.waiting();
  expect(more).toEqual([]);
  expect(waiting?.seconds, 'by the clock of the database').toBeLessThanOrEqual(60);
  expect(waiting?.seconds).toBeGreaterThan(30);
  for (let time = 0; time < 3; time++) await ana.settle();
  expect(await ana.waiting()).toMatchObject([{ times: waiting?.times }]);
  const [mail, ...others] = await mailsTo(ana.orderId);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ id: `refund.${ana.orderId}.5660`, subject: 'Rimbursim: 56,60\u00a0USD' });
  expect(mail?.text).toContain('Rimbursuar gjithsej: 56,60\u00a0USD');
  const [told] = await ana.call(notifications.mine);
  expect(told).toMatchObject({ kind: 'refundDone', path: `/orders/${ana.orderId}` });
});

test('line, refunded by 20 administrators at once, is refunded once', async () => {
  const ana = await paid();
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => ana.refund([1])));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ana.refunds()).toEqual(bothOf('succeeded'));
  expect((await ana.reported()).refunds).toHaveLength(2);
});

test.each(['before', 'after'] as const)(
  'refund whose call was lost %s it was made is submitted again',
  async (fault) => {
    const ana = await paid();
    cards.fail('refund', fault);
    await expect(ana.refund([1])).rejects.toThrow('refund');
    expect(await ana.shown()).toMatchObject({ refunded: 0, refunding: 46.12, lines: ['pending', null] });
    await reconcile(parts);
    expect(await ana.refunds(), 'it may still be under way').toEqual(bothOf('pending'));
    await ageRefunds('25 hours');
    expect(await ana.refunds()).toEqual(bothOf('succeeded'));
    expect((await ana.reported()).refunds).toHaveLength(2);
  },
);

test('refund that is pending for days is made once and its end is found without a webhook', async () => {
  const ana = await paid();
  cards.fail('refund', 'after');
  await expect(ana.refund([2])).rejects.toThrow('refund');
  await cards.setRefund(ana.id, 'pending');
  for (let day = 0; day < 3; day++) await ageRefunds('25 hours');
  expect([(await ana.reported()).refunds.length, await ana.refunds()]).toEqual([1, [[2, 1048, 'pending']]]);
  await cards.setRefund(ana.id, 'succeeded');
  await ageRefunds('25 hours');
  expect(await ana.refunds()).toEqual([[2, 1048, 'succeeded']]);
  const row = (await ana.rows())[0] ?? expect.fail();
  await inTransaction(db, (tx) => failRefund(tx, row));
  expect(await ana.refunds(), 'a late refusal changes nothing').toEqual([[2, 1048, 'succeeded']]);
});

test('refund made at the provider has no line and leaves less to refund', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.id, 5000);
  for (let time = 0; time < 2; time++) await ana.settle();
  expect(await ana.refunds()).toEqual([[null, 5000, 'succeeded']]);
  expect(await ana.shown()).toMatchObject({ refunded: 50, refunding: 0, lines: [null, null] });
  await expect(ana.refund([2])).rejects.toThrow('payments.notRefundable');
  await cards.refundAtProvider(ana.id, 660);
  await ana.settle();
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
});

test('rest after a refund at the provider is refunded, and once more where that refund failed', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.id, 100);
  await ana.settle();
  await ana.refund(null);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  await expect(ana.refund(null)).rejects.toThrow('payments.notRefundable');
  await cards.setRefund(ana.id, 'failed', 3);
  await ana.settle();
  await ana.refund(null);
  expect(await ana.refunds()).toEqual([
    [null, 100, 'failed'],
    ...bothOf('succeeded'),
    [2, 948, 'succeeded'],
    [null, 100, 'succeeded'],
  ]);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
});

test('refund that the provider refuses has failed, and the order stays as it was', async () => {
  const ana = await paid();
  await cards.refundAtProvider(ana.id, 5000);
  await ana.refund([1]);
  expect(await ana.refunds()).toEqual(bothOf('failed'));
  expect(await ana.order()).toMatchObject({ status: 'completed' });
  expect(await ana.audited('^payments[.]refund')).toEqual(['payments.refundFailed', 'payments.refundFailed']);
});

test('refund that fails later is replaced by another, whatever older answers say', async () => {
  const ana = await paid();
  await ana.refund(null);
  const before = await ana.reported();
  const earlier = before.refunds.map((refund) => ({ ...refund, state: 'pending' as const }));
  await settlePayment(parts, { ...before, refunds: earlier });
  const forged = pool.query(`update orders set status = 'completed' where id = $1`, [ana.orderId]);
  await expect(forged, 'while it is refunded').rejects.toMatchObject({ code: '23001' });
  await cards.setRefund(ana.id, 'failed', 1);
  await ana.settle();
  await settlePayment(parts, before);
  expect(await ana.refunds()).toEqual([
    [1, 2306, 'succeeded'],
    [1, 2306, 'failed'],
    [2, 1048, 'succeeded'],
  ]);
  expect(await ana.order()).toMatchObject({ status: 'completed' });
  await ana.refund(null);
  expect(await ana.order()).toMatchObject({ status: 'refunded' });
  const changes = await ana.audited('^orders[.].*[rR]efund');
  expect(changes).toEqual(['orders.refund', 'orders.undoRefund', 'orders.refund']);
});

test('payment whose refunds exceed what was paid is disputed all the same and listed until they do not', async () => {
  const ana = await paid();
  const listed = async () => (await unsettledPayments(db)).map(({ intent }) => intent);
  await cards.refundAtProvider(ana.id, 5661);
  await cards.dispute(ana.id, 'open');
  await expect(ana.settle()).rejects.toThrow();
  expect(await ana.order()).toMatchObject({ status: 'completed', disputedAt: expect.any(Date) });
  expect(await listed()).toEqual([]);
  await pool.query("update payments set unsettled_at = unsettled_at - interval '6 minutes'");
  await expect(ana.settle()).rejects.toThrow();
  expect(await listed()).toEqual([ana.id]);
  await cards.setRefund(ana.id, 'failed');
  await ana.settle();
  expect([await listed(), await ana.refunds()]).toEqual([[], [[null, 5661, 'failed']]]);
});

test.each([
  ['open and won', ['open', 'won'], [], 'won'],
  ['won, another open', ['open', 'won'], ['open'], 'open'],
  ['lost, another won', ['open', 'lost'], ['open', 'won'], 'lost'],
  ['won, both', ['open', 'won'], ['open', 'won'], 'won'],
] as const)('dispute that is %s marks payment and order', async (_, first, second, status) => {
  const ana = await paid();
  for (const [disputeId, states] of Object.entries({ dp_1: first, dp_2: second }))
    for (const state of states) {
      await cards.dispute(ana.id, state, disputeId);
      for (let time = 0; time < 2; time++) await ana.settle();
    }
  expect(await ana.payment()).toMatchObject({ disputeStatus: status, disputedAt: expect.any(Date) });
  expect((await ana.order()).disputedAt === null).toBe(status === 'won');
  expect(await ana.shown()).toMatchObject({ dispute: status });
  expect(await ana.audited('^payments[.]dispute')).toHaveLength(first.length + second.length);
});

/** The payment after each of six events: paid, refunded, refund failed and repeated, disputed, disputed again, first won. */
function statesOf(intent: ProviderPayment): ProviderPayment[] {
  const refund = (id: string, state: 'succeeded' | 'failed') => ({ id, key: null, amount: intent.amount, state });
  const afterPayment: ProviderPayment = { ...intent, state: 'paid', received: intent.amount };
  const refunded = { ...afterPayment, refunds: [refund(`re_1${intent.id}`, 'succeeded')] };
  const again = {
    ...afterPayment,
    refunds: [refund(`re_2${intent.id}`, 'succeeded'), refund(`re_1${intent.id}`, 'failed')],
  };
  const dispute = (id: string, state: 'open' | 'won') => ({ id: `${id}${intent.id}`, state });
  const disputed = (...disputes: ProviderPayment['disputes']) => ({ ...again, disputes });
  return [
    ...[afterPayment, refunded, again, disputed(dispute('dp_1', 'open'))],
    disputed(dispute('dp_2', 'open'), dispute('dp_1', 'open')),
    disputed(dispute('dp_2', 'open'), dispute('dp_1', 'won')),
  ];
}

async function endOf(steps: readonly number[]) {
  const id = await newCardPayment(parts, null);
  const states = statesOf((await cards.find(id)) ?? expect.fail());
  for (const step of steps) await settlePayment(parts, states[step] ?? expect.fail());
  const [payment] = await db.select().from(payments).where(eq(payments.providerPaymentId, id));
  const made = await db.select().from(orderRows).where(eq(orderRows.stripePaymentIntentId, id));
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, payment?.id ?? ''));
  return {
    payment: [payment?.status, payment?.disputeStatus, payment?.orderId === made[0]?.id],
    disputes: Object.entries(payment?.disputes ?? {})
      .map(([dispute, state]) => `${dispute.slice(0, 4)} ${state}`)
      .sort(),
    orders: made.map(({ status, disputedAt }) => [status, disputedAt !== null]),
    refunds: rows.map(({ amount, status, position }) => `${amount} ${status} ${position}`).sort(),
  };
}

test('events, repeated and in any of five orders or processed late, end in the same state', async () => {
  const end = {
    payment: ['paid', 'open', true],
    orders: [['refunded', true]],
    disputes: ['dp_1 won', 'dp_2 open'],
    refunds: ['1258 failed null', '1258 succeeded null'],
  };
  // By a fixed seed, so that a failure can be repeated.
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const histories = Array.from({ length: 5 }, () => {
    const steps = [0, 1, 2, 3, 4, 5].map((step) => ({ step, at: random() })).sort((one, other) => one.at - other.at);
    // An event is processed by fetching the payment, which is at least as far as the latest event so far.
    return steps.map((_, at) => Math.max(...steps.slice(0, at + 1).map(({ step }) => step)));
  });
  const late = [0, 1, 2, 3, 4, 5].map((step) => [5, step]);
  const ends = await Promise.all([...histories, ...late].map(async (steps) => ({ steps, ...(await endOf(steps)) })));
  expect(ends).toEqual(ends.map(({ steps }) => ({ steps, ...end })));
});

test('database invariants hold after all refunds', async () => {
  expect(await brokenInvariants(pool)).toEqual({});
});
