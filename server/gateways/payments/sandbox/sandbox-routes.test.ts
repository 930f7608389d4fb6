/** Paying with a test card, as a browser does. */
import type { LightMyRequestResponse } from 'fastify';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';
import { tableNames } from '#test/tables.ts';
import { clearFaults, setFault } from './sandbox-faults.ts';

const shop = await startShop({ config: { cards: { kind: 'sandbox', isForAll: false } } });
const { cards } = shop.deps;
if (!cards) throw new Error('cards are off');
const guest = shop.guest();

const newPayment = () => cards.create({ attemptId: v7(), amount: 1250 });
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
    url: `/sandbox/v1/payment_intents/${id}/confirm`,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    payload: JSON.stringify({
      client_secret: clientSecret,
      return_url: returnUrl,
      payment_method_data: {
        type: 'card',
        card: { number, exp_month: 12, exp_year: later, cvc: '123', ...card },
      },
    }),
  });
}

const codeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json().error?.code];

test('a test card pays, and the browser learns of the payment what is its business', async () => {
  const payment = await newPayment();
  const response = await pay(payment);
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toMatchObject({ id: payment.id, status: 'succeeded', amount: 1250 });
  expect(Object.keys(response.json())).not.toContain('metadata');
  expect(await cards.find(payment.id)).toMatchObject({ state: 'paid', received: 1250 });
  const again = await guest.send({
    url: `/sandbox/v1/payment_intents/${payment.id}?client_secret=${payment.clientSecret}`,
  });
  expect(again.json()).toEqual(response.json());
  expect(codeOf(await pay(payment))).toEqual([400, 'payment_intent_unexpected_state']);
});

test('a card that is refused says why, and another may follow', async () => {
  const payment = await newPayment();
  const refused = await pay({ ...payment, number: '4000000000000002' });
  expect(refused.statusCode).toBe(402);
  expect(refused.json().error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    payment_intent: { id: payment.id, status: 'requires_payment_method' },
  });
  expect(refused.body).not.toContain('"metadata":{"attempt"');
  expect((await pay(payment)).json().status).toBe('succeeded');
});

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '4242' }, 'incorrect_number'],
  [{ number: 'x'.repeat(16) }, 'incorrect_number'],
  [{ card: { exp_month: 13 } }, 'invalid_expiry_month'],
  [{ card: { exp_year: 2020 } }, 'invalid_expiry_year'],
  [{ card: { exp_year: later + 100 } }, 'invalid_expiry_year'],
  [{ card: { cvc: '12' } }, 'invalid_cvc'],
  [{ number: '4111 1111 1111 1111' }, 'card_declined'],
])('%j is refused as %s before anything is kept', async (wrong, code) => {
  const payment = await newPayment();
  expect(codeOf(await pay({ ...payment, ...wrong }))).toEqual([402, code]);
  expect((await cards.find(payment.id))?.state).toBe('open');
});

test('the number of a card is kept and told nowhere', async () => {
  const payment = await newPayment();
  const numbers = ['4111111111111111', '4000000000009995', '4242424242424242'];
  for (const number of numbers) await pay({ ...payment, number });
  await pay({ ...payment, number: numbers[0] as string, card: { exp_year: '2030' } });
  await guest.send({
    method: 'POST',
    url: `/sandbox/v1/payment_intents/${payment.id}/confirm`,
    headers: { 'content-type': 'application/json' },
    payload: `{"payment_method_data":{"card":{"number":"${numbers[0]}"`,
  });
  await setFault(shop.db, 'fail confirm', 1);
  expect((await pay({ ...payment, number: numbers[0] as string })).statusCode).toBe(500);
  const told = [...shop.log.lines.map(({ text }) => text)];
  for (const table of tableNames) {
    const { rows } = await shop.pool.query<{ all: string | null }>(
      `select string_agg(t::text, ' ') as all from ${table} t`,
    );
    told.push(rows[0]?.all ?? '');
  }
  for (const number of numbers) expect(told.filter((text) => text.includes(number))).toEqual([]);
});

test('who was not given the payment cannot pay or see it', async () => {
  const payment = await newPayment();
  const other = await newPayment();
  const id = payment.id;
  for (const clientSecret of ['', 'x', `${payment.clientSecret}x`, other.clientSecret]) {
    expect(codeOf(await pay({ id, clientSecret }))).toEqual([404, 'resource_missing']);
    const seen = await guest.send({ url: `/sandbox/v1/payment_intents/${id}?client_secret=${clientSecret}` });
    expect(codeOf(seen)).toEqual([404, 'resource_missing']);
  }
  expect(codeOf(await pay({ ...other, id: 'pi_none' }))).toEqual([404, 'resource_missing']);
  expect((await cards.find(id))?.state).toBe('open');
});

test('what is not read is refused, and so is another site', async () => {
  const payment = await newPayment();
  expect(codeOf(await pay({ ...payment, card: { number: 4242 } }))).toEqual([400, 'parameter_invalid']);
  for (const returnUrl of [
    'https://evil.example/',
    'javascript:alert(1)',
    '/checkout',
    'http://localhost.evil.example',
  ]) {
    expect(codeOf(await pay({ ...payment, returnUrl })), returnUrl).toEqual([400, 'parameter_invalid']);
  }
  expect((await pay({ ...payment, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
  expect((await pay({ ...payment, headers: { 'content-type': 'text/plain' } })).statusCode).toBe(415);
  expect((await pay({ ...payment, number: '4'.repeat(70_000) })).statusCode).toBe(413);
  expect((await cards.find(payment.id))?.state).toBe('open');
});

/** Where the card whose holder is asked sends its holder. */
async function asked(of = newPayment()) {
  const payment = await of;
  const { next_action: next, status } = (await pay({ ...payment, number: '4000000000003220' })).json();
  expect([status, next.type, next.redirect_to_url.return_url]).toEqual(['requires_action', 'redirect_to_url', RETURN]);
  const url = new URL(next.redirect_to_url.url);
  expect(url.origin).toBe('http://localhost');
  return { ...payment, page: `${url.pathname}${url.search}` };
}

function say(answer: string, { id, clientSecret }: { id: string; clientSecret: string }, headers = {}) {
  return guest.send({
    method: 'POST',
    url: '/sandbox/authenticate',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    payload: String(new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret, answer })),
  });
}

const backWith = ({ id, clientSecret }: { id: string; clientSecret: string }, status: string) =>
  `${RETURN}&payment_intent=${id}&payment_intent_client_secret=${clientSecret}&redirect_status=${status}`;

test.each([
  ['sq', 'A e konfirmoni pagesën?', '12,50\u00a0USD', 'Refuzo'],
  ['en', 'Do you confirm the payment?', '12.50\u00a0USD', 'Refuse'],
])('in %s the bank asks on a page of its own', async (language, title, amount, refuse) => {
  const { page } = await asked();
  const { statusCode, body, headers } = await guest.send({ url: `${page}&lang=${language}` });
  expect(statusCode).toBe(200);
  expect(body).toContain(`<html lang="${language}">`);
  for (const text of [title, amount, refuse]) expect(body).toContain(text);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-.*form-action 'self'/);
  expect(headers['cache-control']).toBe('no-store');
});

test('the bank names much money so that it is heard as one number', async () => {
  const { page } = await asked(cards.create({ attemptId: v7(), amount: 188_889 }));
  const { body } = await guest.send({ url: `${page}&lang=sq` });
  const [, seen, said] = /<span aria-hidden="true">(.*?)<\/span><span class="ear">(.*?)<\/span>/.exec(body) ?? [];
  expect([seen, said]).toEqual(['1\u00a0888,89\u00a0USD', '1888,89\u00a0USD']);
});

test('who accepts has paid and goes on where they came from', async () => {
  const payment = await asked();
  const { statusCode, headers } = await say('accept', payment);
  expect([statusCode, headers.location]).toEqual([303, backWith(payment, 'succeeded')]);
  expect(await cards.find(payment.id)).toMatchObject({ state: 'paid', received: 1250 });
  // Pressed twice, or the page opened again.
  expect((await say('refuse', payment)).headers.location).toBe(backWith(payment, 'succeeded'));
  expect((await guest.send({ url: payment.page })).headers.location).toBe(backWith(payment, 'succeeded'));
});

test('who refuses has not paid and may try another card', async () => {
  const payment = await asked();
  expect((await say('refuse', payment)).headers.location).toBe(backWith(payment, 'failed'));
  const seen = await guest.send({
    url: `/sandbox/v1/payment_intents/${payment.id}?client_secret=${payment.clientSecret}`,
  });
  expect(seen.json()).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
  expect((await say('accept', payment)).headers.location).toBe(backWith(payment, 'failed'));
  expect((await pay(payment)).json().status).toBe('succeeded');
});

test('who was not given the payment is not asked by its bank and does not answer it', async () => {
  const payment = await asked();
  const other = await newPayment();
  for (const clientSecret of ['', 'x', other.clientSecret]) {
    const wrong = `payment_intent=${payment.id}&payment_intent_client_secret=${clientSecret}`;
    expect((await guest.send({ url: `/sandbox/authenticate?${wrong}` })).statusCode).toBe(404);
    expect((await say('accept', { id: payment.id, clientSecret })).statusCode).toBe(404);
  }
  expect((await cards.find(payment.id))?.state).toBe('open');
});

test('another site answers for nobody, and nonsense is no answer', async () => {
  const payment = await asked();
  expect((await say('accept', payment, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await say('maybe', payment)).statusCode).toBe(400);
  expect((await cards.find(payment.id))?.state).toBe('open');
});

test('an answer can be lost after the card was charged', async () => {
  const payment = await newPayment();
  const address = await shop.listen();
  await setFault(shop.db, 'lose confirm', 1);
  const card = { number: '4242424242424242', exp_month: 12, exp_year: later, cvc: '123' };
  const body = {
    client_secret: payment.clientSecret,
    return_url: `${address}/checkout`,
    payment_method_data: { type: 'card', card },
  };
  const lost = fetch(`${address}/sandbox/v1/payment_intents/${payment.id}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await expect(lost).rejects.toThrow();
  await clearFaults(shop.db);
  expect(await cards.find(payment.id)).toMatchObject({ state: 'paid' });
});

test('where cards are real or off there is nothing of it', async () => {
  const plain = await startShop();
  expect(plain.deps.cards).toBeNull();
  for (const [method, url] of [
    ['POST', '/sandbox/v1/payment_intents/pi_1/confirm'],
    ['GET', '/sandbox/v1/payment_intents/pi_1'],
    ['POST', '/sandbox/authenticate'],
    ['GET', '/sandbox/authenticate'],
  ] as const) {
    expect((await plain.guest().send({ method, url })).statusCode, url).toBe(404);
  }
});

test('whoever is not at this machine pays with no test card, unless that was said by name', async () => {
  const { id, clientSecret } = await newPayment();
  const url = `/sandbox/v1/payment_intents/${id}?client_secret=${clientSecret}`;
  const others = [{ remoteAddress: '192.0.2.7' }, { headers: { host: 'bukuri.al' } }];
  for (const from of others) expect((await shop.app.inject({ url, ...from })).statusCode).toBe(404);
  expect((await shop.app.inject({ url })).statusCode).toBe(200);
  const shown = await startShop({ url: shop.url, config: { cards: { kind: 'sandbox', isForAll: true } } });
  for (const from of others) expect((await shown.app.inject({ url, ...from })).statusCode).toBe(200);
});
