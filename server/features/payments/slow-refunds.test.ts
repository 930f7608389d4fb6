/** What goes back slowly goes back once: the provider forgets a key after a day, and a bank may take longer. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { refunds } from '#db/schema/charges.ts';
import { openSandbox } from '#server/gateways/payments/sandbox/open-sandbox.ts';
import { setFault } from '#server/gateways/payments/sandbox/sandbox-faults.ts';
import { settleRefund } from '#server/gateways/payments/sandbox/sandbox-refunds.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { recordingLog } from '#test/log.ts';
import { payWith } from '#test/pay-with.ts';
import { newUser } from '#test/shoppers.ts';
import { failRefund } from './payments.given-back.ts';
import { reconcile } from './payments.reconcile.ts';
import { refundLines } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';

const shop = await startShop();
const { db, pool } = shop;
const cards = await openSandbox({ pool, db, origin: 'http://localhost', log: recordingLog() });
afterAll(() => cards.close());
const parts = { db, cards };
const adminId = await newUser(db, { role: 'admin' });

/** An order of two lines, 23.06 and 10.48 dollars. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill(220_000);
  await ana.fill(99_950);
  const { payment, intent } = await ana.prepare();
  await payWith(db, intent.id, 'pm_card_visa');
  const said = async () => (await cards.find(intent.id)) ?? expect.fail();
  await settlePayment(parts, await said());
  return {
    intent,
    said,
    row: async () => (await db.select().from(refunds).where(eq(refunds.paymentId, payment.id)))[0] ?? expect.fail(),
    giveBack: (positions: number[] | null) => refundLines(parts, { payment, positions, reason: 'requested', adminId }),
    there: async () => (await said()).refunds.map(({ amount, state }) => [amount, state]),
    ours: async () => {
      const rows = await db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id);
      return rows.map(({ amount, status }) => [amount, status]);
    },
    /** How the bank ends what was given back last. */
    settle: async (isGiven: boolean) => {
      const last = (await said()).refunds[0] ?? expect.fail();
      await inTransaction(db, (tx) => settleRefund(tx, last.id, isGiven));
    },
  };
}

/** As if a day and an hour had gone by, after which the provider knows no key of before. */
async function nextDay(): Promise<void> {
  await pool.query('delete from sandbox_answers');
  await pool.query('alter table refunds disable trigger refunds_guard');
  await pool.query(
    "update refunds set created_at = created_at - interval '25 hours', checked_at = checked_at - interval '25 hours'",
  );
  await pool.query('alter table refunds enable trigger refunds_guard');
  await reconcile(parts);
}

test('a line whose bank takes days is given back once, and its end is heard without a message', async () => {
  const ana = await paid();
  await setFault(db, 'slow refund', 1);
  await ana.giveBack([2]);
  for (let day = 0; day < 3; day++) await nextDay();
  expect([await ana.there(), await ana.ours()]).toEqual([[[1048, 'pending']], [[1048, 'pending']]]);
  await ana.settle(true);
  await nextDay();
  expect([await ana.there(), await ana.ours()]).toEqual([[[1048, 'succeeded']], [[1048, 'succeeded']]]);
});

test('an order whose bank takes days is not called failed meanwhile', async () => {
  const ana = await paid();
  await setFault(db, 'slow refund', 2);
  await ana.giveBack(null);
  await nextDay();
  expect(await ana.ours()).toEqual([
    [2306, 'pending'],
    [1048, 'pending'],
  ]);
  expect(await ana.there()).toHaveLength(2);
});

test('what was asked for while its answer was lost is found after a day, and not asked for again', async () => {
  const ana = await paid();
  await setFault(db, 'lose refund', 2);
  await expect(ana.giveBack([2])).rejects.toThrow();
  await nextDay();
  expect([await ana.there(), await ana.ours()]).toEqual([[[1048, 'succeeded']], [[1048, 'succeeded']]]);
});

test('what the provider knows is not called refused by who asked late', async () => {
  const ana = await paid();
  await ana.giveBack([2]);
  const wished = await ana.row();
  await inTransaction(db, (tx) => failRefund(tx, wished));
  expect(await ana.ours()).toEqual([[1048, 'succeeded']]);
});

test('what goes back twice with one key is two, and the second is a sum', async () => {
  const ana = await paid();
  await ana.giveBack([2]);
  const said = await ana.said();
  const [first] = said.refunds;
  const second = { ...first, id: 're_second', amount: 100 } as typeof first & object;
  for (let time = 0; time < 2; time++) await settlePayment(parts, { ...said, refunds: [second, ...said.refunds] });
  expect(await ana.ours()).toEqual([
    [1048, 'succeeded'],
    [100, 'succeeded'],
  ]);
  expect(await brokenInvariants(pool)).toEqual({});
});
