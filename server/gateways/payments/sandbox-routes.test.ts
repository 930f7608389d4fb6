/** Paying with a test card as a browser does: the pages of the sandbox, its events and the jobs that process them. */
import type { LightMyRequestResponse } from 'fastify';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { payments } from '#core/contract/payments.ts';
import { startJobs } from '#server/jobs.ts';
import { cardBuyer, RATE, sessionId } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { tableNames } from '#test/tables.ts';

const shop = await startShop({
  config: { cards: { kind: 'sandbox', isForAll: false }, exchangeRate: { fixed: RATE, feed: null } },
});
const cards = shop.deps.cards ?? expect.fail();
const worker = await startJobs(shop.deps, shop.url);
afterAll(() => worker.close());
const guest = shop.guest();

const newPayment = (amount = 1250) => cards.create({ attemptId: v7(), amount });
const later = new Date().getFullYear() + 2;
const RETURN = 'http://localhost/checkout?cart=1';

interface Tried {
  id: string;
  clientSecret: string;
  number?: string;
  card?: object;
  returnUrl?: string;
  headers?: Record<string, string>;
}

function pay({ id, clientSecret, number = '4242 4242 4242 4242', card, returnUrl = RETURN, headers = {} }: Tried) {
  return guest.send({
    method: 'POST',
    url: `/sandbox/payments/${id}/confirm`,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    payload: JSON.stringify({
      clientSecret,
      returnUrl,
      card: { number, expMonth: 12, expYear: later, cvc: '123', ...card },
    }),
  });
}

const codeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json().error?.code];

test('test card pays, once', async () => {
  const payment = await newPayment();
  const response = await pay(payment);
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'succeeded' }]);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(await cards.find(payment.id)).toMatchObject({ state: 'paid', received: 1250 });
  const again = await pay(payment);
  expect(codeOf(again)).toEqual([400, 'payment_intent_unexpected_state']);
  expect(again.json().error.payment_intent).toEqual({ status: 'succeeded' });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000000069', 'expired_card', 'expired_card'],
])('test card %s is declined as %s, and another card may pay', async (number, code, decline_code) => {
  const payment = await newPayment();
  const refused = await pay({ ...payment, number });
  expect(refused.statusCode).toBe(402);
  expect(refused.json().error).toMatchObject({ type: 'card_error', code, decline_code });
  expect((await pay(payment)).json().status).toBe('succeeded');
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '4242' }, 'incorrect_number'],
  [{ card: { expMonth: 13 } }, 'invalid_expiry_month'],
  [{ card: { expYear: 2020 } }, 'invalid_expiry_year'],
  [{ card: { expYear: later + 100 } }, 'invalid_expiry_year'],
  [{ card: { cvc: '12' } }, 'invalid_cvc'],
])('card %j is refused as %s', async (wrong, code) => {
  const payment = await newPayment();
  expect(codeOf(await pay({ ...payment, ...wrong }))).toEqual([402, code]);
  expect((await cards.find(payment.id))?.state).toBe('open');
});

test('card that is not a test card is refused as one', async () => {
  const refused = await pay({ ...(await newPayment()), number: '4111111111111111' });
  expect(refused.json().error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
});

test('card number is neither stored nor logged', async () => {
  const payment = await newPayment();
  const numbers = ['4111111111111111', '4000000000009995', '4242424242424242'];
  for (const number of numbers) await pay({ ...payment, number });
  await pay({ ...payment, number: '4111111111111111', card: { expYear: '2030' } });
  const stored = [...shop.log.lines.map(({ text }) => text)];
  for (const table of tableNames) {
    const { rows } = await shop.pool.query(`select string_agg(t::text, ' ') as all from ${table} t`);
    stored.push(rows[0]?.all ?? '');
  }
  for (const number of numbers) expect(stored.filter((text) => text.includes(number))).toEqual([]);
});

test('payment without its secret, from another site, with another return address or malformed is refused', async () => {
  const payment = await newPayment();
  const other = await newPayment();
  for (const clientSecret of ['', 'x', other.clientSecret])
    expect(codeOf(await pay({ ...payment, clientSecret }))).toEqual([404, 'resource_missing']);
  expect(codeOf(await pay({ ...payment, card: { number: 4242 } }))).toEqual([400, 'parameter_invalid']);
  for (const returnUrl of [
    'https://evil.example/',
    'javascript:alert(1)',
    '/checkout',
    'http://localhost.evil.example',
  ])
    expect(codeOf(await pay({ ...payment, returnUrl })), returnUrl).toEqual([400, 'parameter_invalid']);
  expect((await pay({ ...payment, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
  expect((await pay({ ...payment, headers: { 'content-type': 'text/plain' } })).statusCode).toBe(415);
  expect((await cards.find(payment.id))?.state).toBe('open');
});

/** A payment whose card holder was sent to the page of their bank. */
async function authenticating(amount?: number) {
  const payment = await newPayment(amount);
  const { next_action: next, status } = (await pay({ ...payment, number: '4000000000003220' })).json();
  expect(status).toBe('requires_action');
  const url = new URL(next.redirect_to_url.url);
  expect(url.origin).toBe('http://localhost');
  return { ...payment, page: `${url.pathname}${url.search}` };
}

function answer(said: string, { id, clientSecret }: { id: string; clientSecret: string }, headers = {}) {
  return guest.send({
    method: 'POST',
    url: '/sandbox/authenticate',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    payload: String(
      new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret, answer: said }),
    ),
  });
}

const backWith = ({ id, clientSecret }: { id: string; clientSecret: string }, status: string) =>
  `${RETURN}&payment_intent=${id}&payment_intent_client_secret=${clientSecret}&redirect_status=${status}`;

test.each([
  ['sq', 'A e konfirmoni pagesën?', '1\u00a0888,89\u00a0USD', 'Refuzo'],
  ['en', 'Do you confirm the payment?', '1,888.89\u00a0USD', 'Refuse'],
])('authentication page in %s names the amount and both answers', async (language, title, amount, refuse) => {
  const { page } = await authenticating(188_889);
  const { statusCode, body, headers } = await guest.send({ url: `${page}&lang=${language}` });
  expect(statusCode).toBe(200);
  expect(body).toContain(`<html lang="${language}">`);
  for (const text of [title, amount, refuse]) expect(body).toContain(text);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-.*form-action 'self'/);
});

test('card holder who accepts has paid, once, and returns to the shop', async () => {
  const payment = await authenticating();
  const { statusCode, headers } = await answer('accept', payment);
  expect([statusCode, headers.location]).toEqual([303, backWith(payment, 'succeeded')]);
  expect(await cards.find(payment.id)).toMatchObject({ state: 'paid', received: 1250 });
  expect((await answer('refuse', payment)).headers.location).toBe(backWith(payment, 'succeeded'));
  expect((await guest.send({ url: payment.page })).headers.location).toBe(backWith(payment, 'succeeded'));
});

test('card holder who refuses has not paid and may try another card', async () => {
  const payment = await authenticating();
  expect((await answer('refuse', payment)).headers.location).toBe(backWith(payment, 'failed'));
  expect((await answer('accept', payment)).headers.location).toBe(backWith(payment, 'failed'));
  expect((await pay(payment)).json().status).toBe('succeeded');
});

test('authentication without the secret, from another site or with another answer is refused', async () => {
  const payment = await authenticating();
  const other = await newPayment();
  for (const clientSecret of ['', 'x', other.clientSecret]) {
    const wrong = `payment_intent=${payment.id}&payment_intent_client_secret=${clientSecret}`;
    expect((await guest.send({ url: `/sandbox/authenticate?${wrong}` })).statusCode).toBe(404);
    expect((await answer('accept', { id: payment.id, clientSecret })).statusCode).toBe(404);
  }
  expect((await answer('accept', payment, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await answer('maybe', payment)).statusCode).toBe(400);
  expect((await cards.find(payment.id))?.state).toBe('open');
});

test('sandbox is absent where cards are off, and closed to other machines unless enabled by name', async () => {
  const plain = await startShop({ url: shop.url });
  expect(plain.deps.cards).toBeNull();
  for (const [method, url] of [
    ['POST', '/sandbox/payments/pi_1/confirm'],
    ['POST', '/sandbox/authenticate'],
    ['GET', '/sandbox/authenticate'],
  ] as const)
    expect((await plain.guest().send({ method, url })).statusCode, url).toBe(404);
  const { page: url } = await authenticating();
  const elsewhere = [{ remoteAddress: '192.0.2.7' }, { headers: { host: 'bukuri.al' } }];
  for (const from of elsewhere) expect((await shop.app.inject({ url, ...from })).statusCode).toBe(404);
  expect((await shop.app.inject({ url })).statusCode).toBe(200);
  const open = await startShop({ url: shop.url, config: { cards: { kind: 'sandbox', isForAll: true } } });
  for (const from of elsewhere) expect((await open.app.inject({ url, ...from })).statusCode).toBe(200);
});

async function prepared() {
  const buyer = await cardBuyer(shop, cards);
  await buyer.fill();
  const intent = await buyer.call(payments.intent, { body: { sessionId } });
  expect(intent).toMatchObject({ provider: 'sandbox', publishableKey: cards.publishableKey });
  return { buyer, intent, payment: { id: intent.paymentIntentId, clientSecret: intent.clientSecret } };
}

test('buyer who pays and returns has one order, also after the events are processed', async () => {
  const { buyer, intent, payment } = await prepared();
  await pay({ ...payment, number: '4000000000000002' });
  await pay(payment);
  const order = await buyer.call(payments.checkout, { body: { sessionId, paymentIntentId: intent.paymentIntentId } });
  const pending = async () => (await shop.pool.query('select from external_events where handled_at is null')).rowCount;
  await expect.poll(pending).toBe(0);
  const { rows } = await shop.pool.query(
    'select type from external_events where subject_id = $1 order by received_at',
    [payment.id],
  );
  expect(rows.map(({ type }) => type)).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded']);
  expect((await buyer.orders()).map(({ id }) => id)).toEqual([order.id]);
});

test('buyer who pays and never returns has the order by the event', async () => {
  const { buyer, payment } = await prepared();
  await pay(payment);
  await expect.poll(async () => (await buyer.orders()).length).toBe(1);
  expect(await buyer.lines()).toEqual([]);
});

test('disputed test card marks the order as disputed', async () => {
  const { buyer, payment } = await prepared();
  await pay({ ...payment, number: '4000000000000259' });
  await expect.poll(async () => (await buyer.orders()).map(({ disputedAt }) => disputedAt !== null)).toEqual([true]);
});

test('webhook posted to a shop in the sandbox is refused', async () => {
  const { payment } = await prepared();
  const object = { object: 'payment_intent', id: payment.id };
  const event = { id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } };
  const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` };
  const { path: url } = payments.webhook;
  const response = await guest.send({ method: 'POST', url, headers, payload: JSON.stringify(event) });
  expect(response.statusCode).toBe(400);
  expect((await shop.pool.query(`select from external_events where external_id = 'evt_forged'`)).rowCount).toBe(0);
});

test('payment with a test card, prepared from another machine, is refused unless enabled by name', async () => {
  const { buyer } = await prepared();
  const asked = { method: 'POST' as const, url: payments.intent.path, payload: { sessionId } };
  const cookie = [...buyer.call.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const there = await shop.app.inject({ ...asked, headers, remoteAddress: '192.0.2.7' });
  expect([there.statusCode, there.json().code]).toEqual([404, 'payments.noCards']);
  expect((await shop.app.inject({ ...asked, headers })).statusCode).toBe(200);
});
