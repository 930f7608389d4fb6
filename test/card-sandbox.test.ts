/** The whole way of a payment by card in the sandbox: the shop, the provider in code, the stand-in, its events, the jobs. */
import { afterAll, expect, test } from 'vitest';
import { payments } from '#core/contract/payments.ts';
import { startJobs } from '#server/jobs.ts';
import { cardBuyer, RATE, sessionId } from './card-buyers.ts';
import { startShop } from './client.ts';

const shop = await startShop({
  config: { cards: { kind: 'sandbox', isForAll: false }, exchangeRate: { fixed: RATE, feed: null } },
});
const { cards } = shop.deps;
if (!cards) throw new Error('cards are off');
const worker = await startJobs(shop.deps, shop.url);
afterAll(() => worker.close());
const address = await shop.listen();

/** As the form of the page does it. */
async function pay(intent: { clientSecret: string; paymentIntentId: string }, number: string) {
  const response = await fetch(`${address}/sandbox/v1/payment_intents/${intent.paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      client_secret: intent.clientSecret,
      return_url: `${address}/checkout`,
      payment_method_data: { type: 'card', card: { number, exp_month: 12, exp_year: 2040, cvc: '123' } },
    }),
  });
  return response.json();
}

async function prepared() {
  const buyer = await cardBuyer(shop, cards as NonNullable<typeof cards>);
  await buyer.fill();
  const intent = await buyer.call(payments.intent, { body: { sessionId } });
  expect(intent).toMatchObject({ provider: 'sandbox', publishableKey: cards?.publishableKey });
  return { buyer, intent };
}

test('who pays and comes back has their order, and the events change nothing about it', async () => {
  const { buyer, intent } = await prepared();
  expect((await pay(intent, '4000000000000002')).error.code).toBe('card_declined');
  expect(await pay(intent, '4242424242424242')).toMatchObject({ status: 'succeeded' });
  const order = await buyer.call(payments.checkout, { body: { sessionId, paymentIntentId: intent.paymentIntentId } });
  const isTold = async () =>
    (await shop.pool.query('select from sandbox_events where delivered_at is null')).rowCount === 0;
  await expect.poll(isTold).toBe(true);
  expect((await buyer.orders()).map(({ id }) => id)).toEqual([order.id]);
});

test('who pays and never comes back has their order too, and nothing else', async () => {
  const { buyer, intent } = await prepared();
  await pay(intent, '4242424242424242');
  await expect.poll(async () => (await buyer.orders()).length).toBe(1);
  expect(await buyer.lines()).toEqual([]);
});

test('an event that somebody else signed is not heard', async () => {
  const { intent } = await prepared();
  const body = JSON.stringify({
    id: 'evt_forged',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: intent.paymentIntentId } },
  });
  const response = await fetch(`${address}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
    body,
  });
  expect(response.status).toBe(400);
  expect((await shop.pool.query(`select from external_events where external_id = 'evt_forged'`)).rowCount).toBe(0);
});

test('whoever asks from elsewhere prepares no payment with a test card that nobody allowed by name', async () => {
  const { buyer } = await prepared();
  const asked = { method: 'POST' as const, url: payments.intent.path, payload: { sessionId } };
  const cookie = [...buyer.call.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const there = await shop.app.inject({ ...asked, headers, remoteAddress: '192.0.2.7' });
  expect([there.statusCode, there.json().code]).toEqual([404, 'payments.noCards']);
  expect((await shop.app.inject({ ...asked, headers })).statusCode).toBe(200);
});
