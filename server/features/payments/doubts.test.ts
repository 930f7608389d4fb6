/** What nobody but a person can put right is told, and listed until it is. */
import { expect, test } from 'vitest';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { recordingLog } from '#test/log.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { paymentsDoubted } from './doubts.jobs.ts';
import { failedRefunds, ordersOfClosed, ordersOfWithdrawn, paidWithoutOrder } from './payments.doubts.ts';
import { survey } from './payments.reconcile.ts';
import { refundLines } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };

async function paying() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const hear = async () => settlePayment(parts, (await cards.find(intent.id)) ?? expect.fail());
  return { ...ana, payment, intent, hear };
}

/** Somebody who paid for an attempt that is not here, as after an older backup was restored. */
async function forgotten() {
  const ana = await paying();
  await pool.query('delete from payments where id = $1', [ana.payment.id]);
  return ana;
}

/** What the log says when the jobs are done, of each a level and whether its text names it. */
async function told(about: string) {
  const { rows } = await pool.query<{ payload: unknown }>(
    `select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = 'payments-doubted' and p.payload ->> 'about' = $1`,
    [about],
  );
  const log = recordingLog();
  for (const { payload } of rows) await paymentsDoubted.perform({ ...shop.deps, log }, payload);
  return log.lines.map(({ level, text }) => [level, text.includes(about)]);
}

const listed = async (intent: string) => (await paidWithoutOrder(db)).filter((doubt) => doubt.intent === intent);

test('what was paid for an attempt that is not here is told once, and listed until it was given back', async () => {
  const { id, hear, intent } = await forgotten().then((ana) => ({ ...ana, id: ana.intent.id }));
  for (const order of await Promise.all([hear(), hear(), hear()])) expect(order).toBeNull();
  expect(await told(id)).toEqual([['error', true]]);
  expect(await listed(id)).toMatchObject([{ asked: null, received: intent.amount, currency: 'usd' }]);
  await cards.refundAtProvider(id, intent.amount - 1);
  await hear();
  expect(await listed(id), 'a cent is left').toHaveLength(1);
  await cards.refundAtProvider(id, 1);
  await hear();
  expect(await listed(id)).toEqual([]);
});

test('what is not as asked is told once, and listed until it was given back', async () => {
  const ana = await paying();
  await cards.pay(ana.intent.id, 100);
  for (let time = 0; time < 2; time++) await ana.hear();
  expect([await told(ana.intent.id), (await listed(ana.intent.id)).length]).toEqual([[['error', true]], 1]);
  await cards.refundAtProvider(ana.intent.id, 100);
  await ana.hear();
  expect(await listed(ana.intent.id)).toEqual([]);
});

test('what was paid and told to nobody is found among the newest payments, and asked about once', async () => {
  const [ana, gone, open] = [await paying(), await forgotten(), await cardBuyer(shop, cards)];
  await open.fill();
  await open.prepare();
  await survey(parts);
  expect(await ana.orders()).toHaveLength(1);
  expect(await listed(gone.intent.id)).toHaveLength(1);
  await cards.refundAtProvider(gone.intent.id, gone.intent.amount);
  await survey(parts);
  expect(await listed(gone.intent.id)).toEqual([]);
  cards.stopAnswering(gone.intent.id);
  cards.stopAnswering(ana.intent.id);
  await survey(parts);
});

test("what was paid for no shop is nobody's doubt", async () => {
  const { intent } = await forgotten();
  const said = (await cards.find(intent.id)) ?? expect.fail();
  await settlePayment(parts, { ...said, attemptId: null });
  await settlePayment(parts, { ...said, state: 'open' });
  expect(await listed(intent.id)).toEqual([]);
});

test('a refund that failed is told', async () => {
  const ana = await paying();
  const order = (await ana.hear()) ?? expect.fail();
  await cards.refundAtProvider(ana.intent.id, 100);
  const adminId = await newUser(db, { role: 'admin' });
  await refundLines(parts, { payment: ana.payment, positions: [1], reason: 'requested', adminId });
  expect(await told(order.id)).toEqual([['error', true]]);
  expect(await failedRefunds(db)).toMatchObject([{ orderId: order.id }]);
});

test('an order of a deal that was taken off sale before it was paid is made, and listed until it is given back', async () => {
  const ana = await cardBuyer(shop, cards);
  const [hidden, over] = [await ana.fill(), await ana.fill()];
  const { payment, intent } = await ana.prepare();
  await pool.query('update deals set is_hidden = true where id = $1', [hidden]);
  // As was known when it was prepared.
  await pool.query('update deals set expires_at = now() where id = $1', [over]);
  await cards.pay(intent.id);
  const said = (await cards.find(intent.id)) ?? expect.fail();
  const order = (await settlePayment(parts, said)) ?? expect.fail();
  expect(await ordersOfWithdrawn(db)).toEqual([{ orderId: order.id, intent: intent.id, deals: hidden }]);
  const adminId = await newUser(db, { role: 'admin' });
  await refundLines(parts, { payment, positions: null, reason: 'salon', adminId });
  expect(await ordersOfWithdrawn(db)).toEqual([]);
});

test('an order of an account that was closed before it was paid is made, and listed until it is given back', async () => {
  const [ana, open] = [await paying(), await paying()];
  await pool.query('update users set is_active = false where id = $1', [ana.userId]);
  const order = (await ana.hear()) ?? expect.fail();
  await open.hear();
  const listed = { orderId: order.id, intent: ana.intent.id };
  expect(await ordersOfClosed(db)).toEqual([listed]);
  await pool.query('update users set is_active = true where id = $1', [ana.userId]);
  expect(await ordersOfClosed(db), 'its buyer is back').toEqual([]);
  await pool.query('update users set is_active = false where id = $1', [ana.userId]);
  const adminId = await newUser(db, { role: 'admin' });
  await refundLines(parts, { payment: ana.payment, positions: null, reason: 'requested', adminId });
  expect(await ordersOfClosed(db)).toEqual([]);
});
