/** What a crash or a lost message left half done is done a little later. */
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#db/schema/charges.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { orders as orderRows } from '#db/schema/shopping.ts';
import { ProviderAway } from '#server/gateways/payments/provider.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer, sessionId } from '#test/card-buyers.ts';
import { agePayments, newCardPayment } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { ordersWithoutPayment, paidWithoutOrder } from './payments.doubts.ts';
import { paymentsWait } from './payments.gauge.ts';
import { paymentsHear, paymentsHearLate } from './payments.jobs.ts';
import { findLate } from './payments.late.ts';
import { reconcile } from './payments.reconcile.ts';
import { settlePayment } from './payments.settle.ts';
import { keepEvent } from './payments.store.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };

/** Somebody whose payment was prepared. */
async function prepared() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  return { ...ana, ...(await ana.prepare()) };
}

const statuses = async (ana: { payments: () => Promise<{ status: string }[]> }) =>
  (await ana.payments()).map(({ status }) => status);
/** As if so much time had gone by since all was prepared. */
const pass = (interval: string) => agePayments(pool, interval);

test('of what was paid while all messages were lost an order is made within minutes', async () => {
  const buyers = [await prepared(), await prepared(), await prepared()];
  for (const { intent } of buyers) await cards.pay(intent.id);
  await reconcile(parts);
  expect(await Promise.all(buyers.map((ana) => ana.orders())), 'who pays may still say so').toEqual([[], [], []]);
  await pass('3 minutes');
  cards.fail('find', 'before');
  await expect(reconcile(parts), 'while the provider is away').rejects.toThrow(ProviderAway);
  await pass('3 minutes');
  await reconcile(parts);
  for (const ana of buyers) expect(await ana.orders()).toHaveLength(1);
});

test('one run asks about all that is due, however many', async () => {
  const before = await db.$count(orderRows);
  for (let buyer = 0; buyer < 60; buyer++) await cards.pay(await newCardPayment(parts, null));
  await pass('3 minutes');
  await reconcile(parts);
  expect((await db.$count(orderRows)) - before).toBe(60);
});

test('who pays long after the form was shown has their order within minutes, or after the provider is back', async () => {
  const ana = await prepared();
  await pass('40 minutes');
  await reconcile(parts);
  await cards.pay(ana.intent.id);
  await pass('5 minutes');
  cards.fail('find', 'before');
  await expect(reconcile(parts)).rejects.toThrow(ProviderAway);
  await pass('5 minutes');
  await reconcile(parts);
  expect(await ana.orders()).toHaveLength(1);
});

test('whoever watches sees how long a payment or a message has been waiting', async () => {
  const { read } = paymentsWait({ db, provider: cards.name });
  expect(await read()).toBe(0);
  const ana = await prepared();
  expect(await read(), 'its buyer is still there').toBe(0);
  await pass('7 minutes');
  expect(Math.floor((await read()) / 60)).toBe(5);
  await reconcile(parts);
  expect(await read()).toBe(0);
  const heard = { id: 'evt_late', type: 'payment_intent.succeeded', paymentId: ana.intent.id };
  await inTransaction(db, (tx) => keepEvent(tx, cards.name, heard));
  await pool.query("update external_events set received_at = now() - interval '6 minutes'");
  expect(Math.floor((await read()) / 60)).toBe(6);
  await paymentsHear.perform(shop.deps, { source: cards.name, externalId: heard.id });
  expect(await read()).toBe(0);
});

test('what was told is worked off as soon as the provider is back, whenever its job comes again', async () => {
  const [first, second] = [await prepared(), await prepared()];
  for (const { intent } of [first, second]) {
    await cards.pay(intent.id);
    const heard = { id: `evt_${intent.id}`, type: 'payment_intent.succeeded', paymentId: intent.id };
    await inTransaction(db, (tx) => keepEvent(tx, cards.name, heard));
  }
  await pool.query("update external_events set received_at = now() - interval '20 minutes' where handled_at is null");
  const late = await findLate(db, cards.name);
  expect(late.map(({ id }) => id).sort()).toEqual([first, second].map(({ intent }) => `evt_${intent.id}`).sort());
  cards.fail('find', 'before');
  await expect(paymentsHearLate.perform(shop.deps, {}), 'one of them').rejects.toThrow(ProviderAway);
  expect([...(await first.orders()), ...(await second.orders())], 'and the other all the same').toHaveLength(1);
  await paymentsHearLate.perform(shop.deps, {});
  expect([await first.orders(), await second.orders()]).toMatchObject([[{}], [{}]]);
  expect(await findLate(db, cards.name)).toEqual([]);
});

test('one that fails keeps none of the others waiting', async () => {
  const [first, second] = [await prepared(), await prepared()];
  for (const { intent } of [first, second]) await cards.pay(intent.id);
  await pool.query(`create function break_one() returns trigger language plpgsql as $$
    begin if new.stripe_payment_intent_id = '${first.intent.id}' then raise 'broken'; end if; return new; end $$;
    create trigger break_one before insert on orders for each row execute function break_one()`);
  await pass('3 minutes');
  await expect(reconcile(parts)).rejects.toThrow('1 payments could not be settled');
  expect([await first.orders(), await second.orders()]).toMatchObject([[], [{}]]);
  await pool.query('drop trigger break_one on orders');
  await pass('10 minutes');
  await reconcile(parts);
  expect(await first.orders()).toHaveLength(1);
});

test('an attempt whose cart was ordered in cash, or that is an hour old, cannot be paid any more', async () => {
  const [cash, old] = [await prepared(), await prepared()];
  await cash.call(orders.cash, { body: { sessionId } });
  await reconcile(parts);
  expect([await statuses(cash), await statuses(old)]).toEqual([['canceled'], ['open']]);
  expect(() => await cards.pay(cash.intent.id)).toThrow();
  await pass('61 minutes');
  await reconcile(parts);
  expect(await statuses(old)).toEqual(['canceled']);
});

test('an attempt that its buyer came back to may be paid for another hour', async () => {
  const ana = await prepared();
  await pass('40 minutes');
  const { intent } = await ana.prepare();
  expect(intent.id, 'the same payment').toBe(ana.intent.id);
  await pass('40 minutes');
  await reconcile(parts);
  expect(await statuses(ana)).toEqual(['replaced', 'open']);
  await cards.pay(intent.id);
  await pass('5 minutes');
  await reconcile(parts);
  expect(await ana.orders()).toHaveLength(1);
});

test('an attempt is as old as the database says, whatever the clock of a node says', async () => {
  const ana = await prepared();
  await pass('31 minutes');
  vi.setSystemTime(Date.now() - 31 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  await ana.prepare();
  expect(await statuses(ana)).toEqual(['replaced', 'open']);
});

test('an attempt that was paid in the moment it was given up makes its order', async () => {
  const ana = await prepared();
  await cards.pay(ana.intent.id);
  await pass('25 hours');
  await reconcile(parts);
  expect([await statuses(ana), (await ana.orders()).length]).toEqual([['paid'], 1]);
});

test('an attempt that was never told to the provider is given up with the one it replaced', async () => {
  const ana = await prepared();
  await ana.fill();
  cards.fail('change', 'before');
  await expect(ana.prepare()).rejects.toThrow('change');
  expect(await statuses(ana)).toEqual(['replaced', 'preparing']);
  await pass('25 hours');
  await reconcile(parts);
  expect(await statuses(ana)).toEqual(['replaced', 'canceled']);
});

test('what is paid but not as asked is told an operator once, and is asked about no more', async () => {
  const ana = await prepared();
  await cards.pay(ana.intent.id, ana.intent.amount - 1);
  for (let time = 0; time < 3; time++) {
    await pass('1 hour');
    await reconcile(parts);
    expect(await settlePayment(parts, (await cards.find(ana.intent.id)) ?? expect.fail())).toBeNull();
  }
  const auditEvents = await db.select().from(auditLog).where(eq(auditLog.action, 'payments.mismatch'));
  expect(auditEvents).toMatchObject([
    {
      actorId: null,
      subjectId: ana.payment.id,
      detail: { intent: ana.intent.id, asked: 2306, received: 2305, currency: 'usd' },
    },
  ]);
  expect([await statuses(ana), await ana.orders()]).toEqual([['canceled'], []]);
  expect(await paidWithoutOrder(db)).toMatchObject([{ intent: ana.intent.id, asked: 2306, received: 2305 }]);
  const { intent } = await ana.prepare();
  expect(intent.id, 'the buyer may pay anew').not.toBe(ana.intent.id);
});

test('nothing is left of all that', async () => {
  await pass('26 hours');
  await reconcile(parts);
  expect(await ordersWithoutPayment(db)).toEqual([]);
  expect(await db.$count(payments, sql`status in ('preparing', 'open')`)).toBe(0);
  expect(await brokenInvariants(pool)).toEqual({});
});

test('what somebody was about to pay is given up once they closed their account', async () => {
  const [ana, other] = [await prepared(), await prepared()];
  await pool.query('update users set is_active = false where id = $1', [ana.userId]);
  await reconcile(parts);
  expect(await statuses(ana)).toEqual(['canceled']);
  expect((await cards.find(ana.intent.id))?.state).toBe('canceled');
  expect(await statuses(other)).toEqual(['open']);
});
