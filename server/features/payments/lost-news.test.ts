/** What is given back or asked back at the provider is found, also where its messages are lost. */
import { expect, test } from 'vitest';
import { cardBuyer } from '#test/card-buyers.ts';
import { agePayments } from '#test/card-payments.ts';
import { startShop } from '#test/client.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { reconcile } from './payments.reconcile.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
const parts = { db, cards };

/** Somebody with an order that was paid. */
async function paid() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const { intent } = await ana.prepare();
  await cards.pay(intent.id);
  await settlePayment(parts, (await cards.find(intent.id)) ?? expect.fail());
  const order = async () => (await ana.orders())[0] ?? expect.fail();
  return { intent, order };
}

async function pass(interval: string): Promise<void> {
  await agePayments(pool, interval);
  await reconcile(parts);
}

test('what goes back within two days of paying is found within the hour', async () => {
  const [ana, bob] = [await paid(), await paid()];
  await pass('1 minute');
  await cards.refundAtProvider(ana.intent.id, ana.intent.amount);
  await cards.dispute(bob.intent.id, 'open');
  await pass('50 minutes');
  expect((await ana.order()).status, 'the hour is not over').toBe('completed');
  await pass('11 minutes');
  expect((await ana.order()).status).toBe('refunded');
  expect((await bob.order()).disputedAt).not.toBeNull();
});

test('later it is found within a day, for a month', async () => {
  const [ana, bob] = [await paid(), await paid()];
  await pass('3 days');
  await cards.refundAtProvider(ana.intent.id, ana.intent.amount);
  await pass('23 hours');
  expect((await ana.order()).status).toBe('completed');
  await pass('2 hours');
  expect((await ana.order()).status).toBe('refunded');
  await pass('27 days');
  await cards.refundAtProvider(bob.intent.id, bob.intent.amount);
  await pass('2 days');
  expect((await bob.order()).status, 'nobody asks any more').toBe('completed');
  expect(await brokenInvariants(pool)).toEqual({});
});
