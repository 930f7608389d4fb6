/** Limits on preparing payments, and the pause after declined cards (protection against card testing). */
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { paymentsProcessWebhook } from './payments.jobs.ts';

const cards = fakePaymentProvider();
const taking = takingCards(cards);
const shop = await startShop({ ...taking, config: { ...taking.config, rateLimitScale: 1 } });
const { pool } = shop;

async function buyer() {
  const ana = await cardBuyer(shop, cards);
  const dealId = await ana.fill();
  return {
    ...ana,
    intend: () => ana.call(payments.intent, { body: { sessionId } }),
    refused: async () => {
      const { method, path: url } = payments.intent;
      const { statusCode, headers, body } = await ana.call.send({ method, url, payload: { sessionId } });
      return { code: `${statusCode} ${JSON.parse(body).code}`, seconds: Number(headers['retry-after']) };
    },
    addMore: () => ana.call(cart.add, { body: { dealId, sessionId } }),
  };
}

/** A webhook about a card that was declined so many minutes ago, processed now. */
async function decline(paymentIntentId: string, minutesAgo = 0): Promise<void> {
  const { body, signature } = cards.event(paymentIntentId, 'payment_intent.payment_failed');
  const headers = { 'stripe-signature': signature };
  await shop.guest().send({ method: 'POST', url: payments.webhook.path, headers, payload: body });
  const { id: externalId } = JSON.parse(body.toString());
  const received = 'update external_events set received_at = now() - make_interval(mins => $2) where external_id = $1';
  await pool.query(received, [externalId, minutesAgo]);
  await paymentsProcessWebhook.perform(shop.deps, { source: 'sandbox', externalId });
}

test('ten different carts are prepared in ten minutes, an eleventh is not; repeating and refusals do not count', async () => {
  const ana = await cardBuyer(shop, cards);
  const intend = () => ana.call(payments.intent, { body: { sessionId } });
  for (let time = 0; time < 15; time++) expect(await refusal(intend())).toBe('400 cart.empty');
  const dealId = await ana.fill();
  const first = await intend();
  for (let time = 0; time < 15; time++) expect(await intend()).toEqual(first);
  for (let change = 0; change < 10; change++) {
    await ana.call(cart.add, { body: { dealId, sessionId } });
    if (change < 9) await intend();
  }
  expect(await refusal(intend())).toBe('429 limit.reached');
});

test('address limit counts payments at the provider, and refuses new ones with the offer of cash', async () => {
  await pool.query('delete from rate_limits');
  const [ana, besa] = [await buyer(), await buyer()];
  for (let change = 0; change < 5; change++) {
    await ana.intend();
    await ana.addMore();
  }
  const counted = "select count from rate_limits where key ~ '^cardAttemptsOf(AnAddress|ANetwork):'";
  expect((await pool.query(counted)).rows).toEqual([{ count: 1 }, { count: 1 }]);
  await pool.query("update rate_limits set count = 100000 where key ~ '^cardAttemptsOfAnAddress:'");
  const refused = await besa.refused();
  expect(refused.code).toBe('429 payments.crowded');
  expect(refused.seconds).toBeGreaterThan(0);
  await ana.intend();
  expect(await besa.call(orders.cash, { body: { sessionId } })).toMatchObject({ paymentMethod: 'cash' });
  await pool.query('delete from rate_limits');
});

test('fourth card declined within ten minutes pauses cards for fifteen, cancels the payment and leaves cash', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  for (let times = 0; times < 3; times++) await decline(paymentIntentId);
  expect((await ana.intend()).paymentIntentId).toBe(paymentIntentId);
  cards.fail('cancel', 'before');
  await expect(decline(paymentIntentId)).rejects.toThrow('cancel was lost');
  expect(await refusal(ana.intend()), 'also while it could not be canceled').toBe('429 payments.paused');
  await decline(paymentIntentId);
  expect(await cards.find(paymentIntentId)).toMatchObject({ state: 'canceled' });
  const { code, seconds } = await ana.refused();
  expect(code).toBe('429 payments.paused');
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  expect(await ana.payments()).toMatchObject([{ status: 'canceled' }]);
  expect(await ana.call(orders.cash, { body: { sessionId } })).toMatchObject({ paymentMethod: 'cash' });
});

test('pause ends after fifteen minutes, and slow declines cause none', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId } = await ana.intend();
  for (const minutes of [16, 17, 18, 19]) await decline(paymentIntentId, minutes);
  expect((await ana.intend()).paymentIntentId).toBe(paymentIntentId);
  const { paymentIntentId: other } = await besa.intend();
  for (const minutes of [0, 4, 8, 12, 16, 20]) await decline(other, minutes);
  expect((await besa.intend()).paymentIntentId).toBe(other);
});

test('pause counts all payments of one person and nobody else', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  for (let times = 0; times < 4; times++) {
    const { paymentIntentId } = await ana.intend();
    await decline(paymentIntentId);
    if (times < 3) {
      await cards.cancel(paymentIntentId);
      await ana.addMore();
    }
  }
  const before = cards.count();
  await ana.addMore();
  expect(await refusal(ana.intend())).toBe('429 payments.paused');
  expect(cards.count()).toBe(before);
  await besa.intend();
});

test('payment made before the pause becomes an order', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  for (let times = 0; times < 3; times++) await decline(paymentIntentId);
  await cards.pay(paymentIntentId);
  await decline(paymentIntentId);
  expect(await ana.orders()).toHaveLength(1);
  expect(await refusal(ana.intend())).toBe('400 cart.empty');
});
