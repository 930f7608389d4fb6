import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { externalEvents, payments, refunds } from '#db/schema/charges.ts';
import { paymentsListed } from '#server/features/payments/payments.review.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { newCardPayment } from '#test/card-payments.ts';
import { testDatabase } from '#test/database.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { runScript } from '#test/run-script.ts';
import { newOrder, newUser } from '#test/shoppers.ts';

vi.setConfig({ testTimeout: 60_000 });

const { db, url } = await testDatabase();
const cards = fakePaymentProvider(db);
const run = (words: string[] = []) => runScript('payments', { words, env: { DATABASE_URL: url, CARD_SANDBOX: 'off' } });

test('an operator sees what was paid without an order, ordered without a payment, and not given back', async () => {
  expect(run()).toEqual({ status: 0, said: 'No payment needs anybody.\n' });
  const userId = await newUser(db);
  const pay = async (received?: number) => {
    const id = await newCardPayment({ db, cards }, userId);
    await cards.pay(id, received);
    return { id, order: await settlePayment({ db, cards }, (await cards.find(id)) ?? expect.fail()) };
  };
  const { id: less } = await pay(1000);
  const { id: whole, order } = await pay();
  const bare = await newOrder(db, {
    ...{ paymentMethod: 'card', status: 'completed', stripePaymentIntentId: 'pi_bare' },
    ...{ chargedAmount: 1258, chargedCurrency: 'USD', exchangeRate: '95.4' },
  });
  const [paid] = await db.select().from(payments).where(eq(payments.providerPaymentId, whole));
  await db.insert(refunds).values({
    ...{ id: v7(), paymentId: paid?.id ?? '', orderId: order?.id ?? '', position: 1, amount: 1258 },
    ...{ reason: 'requested', status: 'failed', settledAt: new Date() },
  });
  const { status, said } = run();
  expect(status).toBe(0);
  const lines = said.trim().split('\n');
  expect(lines).toEqual([
    expect.stringContaining('Paid without an order'),
    expect.stringContaining(`${less}  10.00 USD instead of 12.58 USD`),
    expect.stringContaining('Orders by card without a payment'),
    expect.stringContaining(`${bare}  pi_bare`),
    expect.stringContaining('Refunds that failed'),
    expect.stringContaining(`${order?.id}  ${whole}  12.58 USD`),
  ]);
  expect(run(['all'])).toMatchObject({ status: 1 });
  const none = { disputed: 0, unsettled: 0, late: 0, withdrawn: 0, closed: 0 };
  const clock = { elapsed: () => 0 };
  const { readKinds } = paymentsListed({ db, provider: 'sandbox', clock });
  expect(await readKinds()).toEqual({ ...none, withoutOrder: 1, withoutPayment: 1, refundFailed: 1 });
  await newOrder(db, {
    ...{ paymentMethod: 'card', status: 'completed', stripePaymentIntentId: 'pi_other' },
    ...{ chargedAmount: 1258, chargedCurrency: 'USD', exchangeRate: '95.4' },
  });
  expect(await readKinds(), 'counted once a minute').toMatchObject({ withoutPayment: 1 });
  clock.elapsed = () => 60_000;
  expect(await readKinds()).toMatchObject({ withoutPayment: 2 });
});

test('an operator who is called at night sees what waits, and since when', async () => {
  await db.insert(externalEvents).values({
    ...{ source: 'sandbox', externalId: 'evt_waits', type: 'payment_intent.succeeded' },
    receivedAt: sql`now() - interval '6 minutes'`,
  });
  expect(run().said).toMatch(/^Late: .*\n {4}payment_intent\.succeeded {2}evt_waits {2}since \d{4}-/m);
});
