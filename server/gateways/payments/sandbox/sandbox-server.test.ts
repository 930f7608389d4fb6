/** The stand-in's own manners, as Stripe has them. */
import { readFileSync } from 'node:fs';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { testDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { payWith } from '#test/pay-with.ts';
import { keyLock } from './sandbox-answers.ts';
import { setFault } from './sandbox-faults.ts';
import { openDispute } from './sandbox-refunds.ts';
import { serveSandbox } from './sandbox-server.ts';
import { listKept } from './sandbox-store.ts';

const { pool, db } = await testDatabase();
const secretKey = 'sk_test_of-this';
const log = recordingLog();
const sandbox = await serveSandbox({ db, secretKey, origin: 'http://localhost:3000', log });
afterAll(() => sandbox.close());

const MAKE = 'amount=1250&currency=usd&payment_method_types[0]=card&metadata[attempt]=a';

async function ask(path: string, { form, key, bearer = secretKey }: { form?: string; key?: string; bearer?: string }) {
  const response = await fetch(`${sandbox.address}${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(key && { 'idempotency-key': key }),
    },
    ...(form !== undefined && { body: form }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const make = async () => (await ask('/v1/payment_intents', { form: MAKE })).body;
const confirm = (id: string, token: string) =>
  ask(`/v1/payment_intents/${id}/confirm`, {
    form: `payment_method=${token}&return_url=http://localhost:3000/checkout`,
  });

test('an object has every field of the example that Stripe gives', async () => {
  const examples = JSON.parse(readFileSync(new URL('../../../../test/stripe/examples.json', import.meta.url), 'utf8'));
  const { id } = await make();
  const intent = await payWith(db, id, 'pm_card_visa');
  await ask('/v1/refunds', { form: `payment_intent=${id}&amount=100` });
  const [[charge], [refund]] = await Promise.all([listKept(db, 'charge', id), listKept(db, 'refund', id)]);
  const dispute = await openDispute(db, id);
  const { rows } = await pool.query(`select body from sandbox_objects where kind = 'payment_method'`);
  const events = await pool.query('select body from sandbox_events');
  const made: Record<string, object | undefined> = {
    payment_intent: intent,
    charge,
    refund,
    dispute,
    payment_method: rows[0].body,
    event: events.rows[0].body,
  };
  // Stripe sends it only where it is asked for.
  const left = { charge: ['refunds'] } as Record<string, string[]>;
  for (const [name, example] of Object.entries(examples)) {
    const expected = Object.keys(example as object).filter((field) => !left[name]?.includes(field));
    expect(Object.keys(made[name] ?? {}), name).toEqual(expect.arrayContaining(expected));
  }
});

test('nobody is answered without its key', async () => {
  for (const bearer of ['', 'sk_test_of-them', `${secretKey}x`]) {
    const { status, body } = await ask('/v1/payment_intents', { form: MAKE, bearer });
    expect([status, body.error.type]).toEqual([401, 'invalid_request_error']);
  }
});

test('the same key and the same words get the same answer', async () => {
  const key = v7();
  const first = await ask('/v1/payment_intents', { form: MAKE, key });
  const again = await ask('/v1/payment_intents', { form: MAKE, key });
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  expect(again.headers.get('idempotency-key')).toBe(key);
  expect(again.headers.get('request-id')).toMatch(/^req_/);
  const other = await ask('/v1/payment_intents', { form: MAKE.replace('1250', '1300'), key });
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
});

test('a key that is being answered is in use, and what was wrong in itself does not spend it', async () => {
  const key = v7();
  await inTransaction(db, async (tx) => {
    await tx.execute(keyLock(key));
    const { status, body } = await ask('/v1/payment_intents', { form: MAKE, key });
    expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use']);
  });
  expect((await ask('/v1/payment_intents', { form: 'currency=usd', key })).status).toBe(400);
  expect((await ask('/v1/payment_intents', { form: MAKE, key })).status).toBe(200);
});

test('a failure may pass, or be the answer to its key for good', async () => {
  const [passing, lasting] = [v7(), v7()];
  const statuses = async (key: string) => [
    (await ask('/v1/payment_intents', { form: MAKE, key })).status,
    (await ask('/v1/payment_intents', { form: MAKE, key })).status,
  ];
  await setFault(db, 'fail', 1);
  expect(await statuses(passing)).toEqual([500, 200]);
  await setFault(db, 'break create', 1);
  expect(await statuses(lasting)).toEqual([500, 500]);
  expect(await statuses(v7())).toEqual([200, 200]);
});

test('what a card refuses is an error of the card, kept with the payment and for its key', async () => {
  const refusals = [
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', /insufficient funds/],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', /expired/],
  ] as const;
  const { id } = await make();
  for (const [token, code, decline_code, message] of refusals) {
    const { status, body } = await confirm(id, token);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      decline_code,
      message: expect.stringMatching(message),
    });
    expect(body.error.payment_intent).toMatchObject({ id, status: 'requires_payment_method', amount_received: 0 });
    const { body: now } = await ask(`/v1/payment_intents/${id}?expand[0]=latest_charge`, {});
    expect(now.last_payment_error).toMatchObject({ type: 'card_error', code, decline_code });
    expect(now.latest_charge).toMatchObject({ id: body.error.charge, status: 'failed', paid: false });
  }
  expect((await confirm(id, 'pm_card_visa')).body).toMatchObject({ status: 'succeeded', last_payment_error: null });
});

test('a card whose holder is asked first sends them to a page of the shop', async () => {
  const { id, client_secret: secret } = await make();
  const { body } = await confirm(id, 'pm_card_threeDSecure2Required');
  expect(body).toMatchObject({ status: 'requires_action', amount_received: 0, latest_charge: null });
  expect(body.next_action).toEqual({
    type: 'redirect_to_url',
    redirect_to_url: {
      url: `http://localhost:3000/sandbox/authenticate?payment_intent=${id}&payment_intent_client_secret=${secret}`,
      return_url: 'http://localhost:3000/checkout',
    },
  });
  // Another sum is not what the bank asks about any more.
  const changed = await ask(`/v1/payment_intents/${id}`, { form: 'amount=1400' });
  expect(changed.body).toMatchObject({ status: 'requires_confirmation', next_action: null, amount: 1400 });
});

test('a card that is asked back is paid and disputed', async () => {
  const { id } = await make();
  await confirm(id, 'pm_card_createDispute');
  const { body } = await ask(`/v1/disputes?payment_intent=${id}`, {});
  expect(body).toMatchObject({ object: 'list', has_more: false, data: [{ object: 'dispute', payment_intent: id }] });
});

test('a list comes in pages', async () => {
  const { id } = await make();
  await confirm(id, 'pm_card_visa');
  for (let part = 0; part < 3; part++) await ask('/v1/refunds', { form: `payment_intent=${id}&amount=100` });
  const first = (await ask(`/v1/refunds?payment_intent=${id}&limit=2`, {})).body;
  expect([first.data.length, first.has_more]).toEqual([2, true]);
  const next = (await ask(`/v1/refunds?payment_intent=${id}&limit=2&starting_after=${first.data[1].id}`, {})).body;
  expect([next.data.length, next.has_more]).toEqual([1, false]);
  const one = await ask(`/v1/refunds/${next.data[0].id}`, {});
  expect(one.body).toEqual(next.data[0]);
});

test.each([
  ['/v1/payment_intents', 'amount=1250&currency=usd', 'payment_method_types'],
  ['/v1/payment_intents', MAKE.replace('usd', 'all'), 'currency'],
  ['/v1/payment_intents', MAKE.replace('1250', '12.5'), 'amount'],
  ['/v1/payment_intents', MAKE.replace('1250', '100000000'), 'amount'],
  ['/v1/payment_intents', `${MAKE}&confirm=true`, 'confirm'],
  ['/v1/payment_intents', `${MAKE}&expand[0]=customer`, 'expand'],
  ['/v1/refunds', 'payment_intent=pi_none&amount=0', 'amount'],
])('%s refuses %s because of %s', async (path, form, param) => {
  const { status, body } = await ask(path, { form });
  expect([status, body.error.type, body.error.param]).toEqual([400, 'invalid_request_error', param]);
});

test('what it does not know it says', async () => {
  expect((await ask('/v1/customers', { form: '' })).status).toBe(404);
  expect((await ask('/v1/payment_intents/pi_none', {})).body.error.code).toBe('resource_missing');
  expect((await ask('/v1/refunds/re_none', {})).body.error.code).toBe('resource_missing');
  expect(log.lines).toEqual([]);
});
