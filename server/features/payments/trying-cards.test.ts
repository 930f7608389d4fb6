/** What is counted of somebody who tries to pay by card, and what becomes of somebody whose cards are declined. */
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { paymentsHear } from './payments.jobs.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ ...takingCards(cards), config: { ...takingCards(cards).config, rateLimitScale: 1 } });
const { pool } = shop;

async function buyer() {
  const ana = await cardBuyer(shop, cards);
  const dealId = await ana.fill();
  return {
    ...ana,
    intend: () => ana.call(payments.intent, { body: { sessionId } }),
    more: () => ana.call(cart.add, { body: { dealId, sessionId } }),
  };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

/** The provider tells that a card was declined so many minutes ago, and the shop works it off. */
async function decline(paymentIntentId: string, minutesAgo = 0): Promise<void> {
  const { body, signature } = cards.event(paymentIntentId, 'payment_intent.payment_failed');
  const headers = { 'stripe-signature': signature };
  const heard = await shop.guest().send({ method: 'POST', url: payments.webhook.path, headers, payload: body });
  expect(heard.statusCode).toBe(200);
  const { id: externalId } = JSON.parse(body.toString());
  await pool.query(
    'update external_events set received_at = now() - make_interval(mins => $2) where external_id = $1',
    [externalId, minutesAgo],
  );
  await paymentsHear.perform(shop.deps, { source: 'sandbox', externalId });
}

const waitOf = (ana: Buyer) => ana.call.send({ method: 'POST', url: payments.intent.path, payload: { sessionId } });

test('however often the payment of one cart is looked at again, it counts as one that was prepared', async () => {
  const ana = await buyer();
  const first = await ana.intend();
  for (let press = 0; press < 40; press++) expect(await ana.intend()).toEqual(first);
  for (let change = 0; change < 9; change++) {
    await ana.more();
    await ana.intend();
  }
  await ana.more();
  expect(await refusal(ana.intend()), 'the eleventh cart').toBe('429 limit.reached');
});

test('a few who change their carts again and again count once each among their neighbours', async () => {
  await pool.query('delete from rate_limits');
  const [ana, besa] = [await buyer(), await buyer()];
  for (const one of [ana, besa]) {
    await one.intend();
    for (let change = 0; change < 5; change++) {
      await one.more();
      await one.intend();
    }
  }
  const counted = "select count from rate_limits where key ~ '^cardAttemptsOf(AnAddress|ANetwork):'";
  expect((await pool.query(counted)).rows).toEqual([{ count: 2 }, { count: 2 }]);
});

test('who is refused for what very many neighbours did reads so, and pays in cash', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  await ana.intend();
  await pool.query("update rate_limits set count = 100000 where key ~ '^cardAttemptsOfAnAddress:'");
  const { statusCode, headers, body } = await waitOf(besa);
  expect([statusCode, JSON.parse(body).code]).toEqual([429, 'payments.crowded']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await ana.more();
  await ana.intend();
  expect(await besa.call(orders.cash, { body: { sessionId } })).toMatchObject({ paymentMethod: 'cash' });
  await pool.query('delete from rate_limits');
});

test('what cannot be prepared is not counted', async () => {
  const ana = await cardBuyer(shop, cards);
  const intend = () => ana.call(payments.intent, { body: { sessionId } });
  for (let press = 0; press < 15; press++) expect(await refusal(intend())).toBe('400 cart.empty');
  await ana.fill();
  await intend();
});

test('after the fourth card that is declined within ten minutes none is taken for fifteen, and cash is', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  for (let times = 0; times < 3; times++) await decline(paymentIntentId);
  expect((await ana.intend()).paymentIntentId, 'three may be declined').toBe(paymentIntentId);
  await decline(paymentIntentId);
  expect(await cards.find(paymentIntentId), 'nobody goes on with what they hold').toMatchObject({ state: 'canceled' });
  const { statusCode, headers, body } = await waitOf(ana);
  expect([statusCode, JSON.parse(body).code]).toEqual([429, 'payments.paused']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect(await ana.payments()).toMatchObject([{ status: 'canceled' }]);
  expect(await ana.call(orders.cash, { body: { sessionId } })).toMatchObject({ paymentMethod: 'cash' });
});

test('who holds on to what was prepared is told to wait, also while the provider cannot be asked to cancel it', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  for (let times = 0; times < 3; times++) await decline(paymentIntentId);
  cards.fail('cancel', 'before');
  await expect(decline(paymentIntentId)).rejects.toThrow('cancel was lost');
  expect(await refusal(ana.intend())).toBe('429 payments.paused');
});

test('a pause ends, and what was declined slowly makes none', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  const { paymentIntentId } = await ana.intend();
  for (const minutes of [16, 17, 18, 19]) await decline(paymentIntentId, minutes);
  expect((await ana.intend()).paymentIntentId).toBe(paymentIntentId);
  const { paymentIntentId: other } = await besa.intend();
  for (const minutes of [0, 4, 8, 12, 16, 20]) await decline(other, minutes);
  expect((await besa.intend()).paymentIntentId, 'three within any ten minutes').toBe(other);
});

test('a pause is of one person, over all that they prepared', async () => {
  const [ana, besa] = [await buyer(), await buyer()];
  for (let times = 0; times < 4; times++) {
    const { paymentIntentId } = await ana.intend();
    await decline(paymentIntentId);
    if (times < 3) {
      await cards.cancel(paymentIntentId);
      await ana.more();
    }
  }
  const before = cards.count();
  expect(await refusal(ana.intend())).toBe('429 payments.paused');
  await ana.more();
  expect(await refusal(ana.intend()), 'with another cart too').toBe('429 payments.paused');
  expect(cards.count(), 'asked for at the provider').toBe(before);
  await besa.intend();
});

test('who paid before the pause is told of it, and has their order', async () => {
  const ana = await buyer();
  const { paymentIntentId } = await ana.intend();
  for (let times = 0; times < 3; times++) await decline(paymentIntentId);
  await cards.pay(paymentIntentId);
  await decline(paymentIntentId);
  expect(await ana.orders()).toHaveLength(1);
  const other = await buyer();
  const { paymentIntentId: late } = await other.intend();
  for (let times = 0; times < 4; times++) {
    // The answer of the provider is older than what it did since.
    if (times === 3) await cards.pay(late);
    await decline(late);
  }
  expect(await refusal(other.intend())).toBe('400 cart.empty');
  expect(await other.orders()).toHaveLength(1);
});
