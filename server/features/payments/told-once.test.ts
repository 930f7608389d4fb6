/** Who is given money back hears of it once, a minute later. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { refundLines } from './payments.refund.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };
const adminId = await newUser(db, { role: 'admin' });

/** Somebody who paid for one line, and what waits to be told them. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const hear = async () => settlePayment(parts, (await cards.find(intent.id)) ?? expect.fail());
  const { id: orderId } = (await hear()) ?? expect.fail();
  const waiting = async () => {
    const { rows } = await pool.query<{ seconds: number; times: number }>(
      `select extract(epoch from j.run_at - now())::float8 as seconds, j.revision + 1 as times
       from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = 'orders-refunded' and p.payload ->> 'orderId' = $1`,
      [orderId],
    );
    return rows;
  };
  const giveBack = () => refundLines(parts, { payment, positions: null, reason: 'requested', adminId });
  return { orderId, hear, waiting, giveBack };
}

test('the mail waits a minute by the clock of the database, whatever that of a node says', async () => {
  const ana = await paid();
  vi.setSystemTime(Date.now() + 31 * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  await ana.giveBack();
  const [mail] = await ana.waiting();
  expect(mail?.seconds).toBeGreaterThan(30);
  expect(mail?.seconds).toBeLessThanOrEqual(60);
});

test('what was told before is not told again, however often the provider is asked', async () => {
  const ana = await paid();
  await ana.giveBack();
  expect(await ana.waiting()).toMatchObject([{ times: 1 }]);
  for (let time = 0; time < 3; time++) await ana.hear();
  expect(await ana.waiting()).toMatchObject([{ times: 1 }]);
});
