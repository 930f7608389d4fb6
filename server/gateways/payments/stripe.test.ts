/** The Stripe adapter against Stripe's example objects, over HTTP. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { examples, listOf, problem, startStripeServer, WEBHOOK_SECRET } from '#test/stripe/server.ts';
import { FailedForKey, NotOpen, ProviderAway, Refused } from './provider.ts';
import { createStripe } from './stripe.ts';

const { id: ID } = examples.payment_intent;
const intent = (more: object = {}) => ({ ...examples.payment_intent, metadata: { attempt: 'attempt-1' }, ...more });

const { received, answer, options, log } = await startStripeServer();
const stripe = createStripe(options);
afterAll(() => stripe.close());
beforeEach(() => answer({}));

const attempt = { attemptId: 'attempt-1', amount: 1099 };
const CREATE = 'POST /v1/payment_intents';
const FIND = `GET /v1/payment_intents/${ID}`;
const CHANGE = `POST /v1/payment_intents/${ID}`;
const CANCEL = `POST /v1/payment_intents/${ID}/cancel`;
const REFUND = 'POST /v1/refunds';

test('payment is created in dollars, with the attempt as its idempotency key', async () => {
  answer({ [CREATE]: { body: intent() } });
  expect(await stripe.create(attempt)).toEqual({
    ...{ id: ID, clientSecret: examples.payment_intent.client_secret, state: 'open', attemptId: 'attempt-1' },
    ...{ amount: 1099, received: 0, currency: 'usd', isLive: false, refunds: [], disputes: [] },
  });
  const form = {
    amount: '1099',
    currency: 'usd',
    'allowed_payment_method_types[0]': 'card',
    'metadata[attempt]': 'attempt-1',
  };
  expect(received()).toEqual([{ call: CREATE, form, key: 'attempt-1' }]);
});

test('replayed answer is fetched again, since it is as old as its idempotency key', async () => {
  const paid = intent({ status: 'succeeded', amount_received: 1099 });
  answer({
    [CREATE]: { headers: { 'idempotent-replayed': 'true' }, body: intent() },
    [FIND]: { body: paid },
    'GET /v1/refunds': { body: listOf([]) },
  });
  expect(await stripe.create(attempt)).toMatchObject({ state: 'paid', received: 1099 });
});

test('payment is changed for another attempt under a key of its own, and canceled', async () => {
  answer({ [CHANGE]: { body: intent({ amount: 1300 }) }, [CANCEL]: { body: intent({ status: 'canceled' }) } });
  expect(await stripe.change(ID, { ...attempt, amount: 1300 })).toMatchObject({ amount: 1300, state: 'open' });
  expect(await stripe.cancel(ID)).toMatchObject({ state: 'canceled' });
  const form = { amount: '1300', 'metadata[attempt]': 'attempt-1' };
  expect(received()[0]).toEqual({ call: CHANGE, form, key: 'attempt-1:change' });
});

test('payment in another state or unknown is not open, except that a canceled one is canceled again', async () => {
  const tooLate = problem(400, { code: 'payment_intent_unexpected_state' });
  answer({ [CHANGE]: tooLate, [CANCEL]: tooLate, [FIND]: { body: intent({ status: 'processing' }) } });
  await expect(stripe.change(ID, attempt)).rejects.toThrow(NotOpen);
  await expect(stripe.cancel(ID)).rejects.toThrow(NotOpen);
  answer({ [CHANGE]: tooLate, [CANCEL]: tooLate, [FIND]: { body: intent({ status: 'canceled' }) } });
  expect(await stripe.cancel(ID)).toMatchObject({ state: 'canceled' });
  await expect(stripe.change('pi_none', attempt)).rejects.toThrow(NotOpen);
  await expect(stripe.cancel('pi_none')).rejects.toThrow(NotOpen);
  expect(await stripe.find('pi_none')).toBeNull();
});

test.each([
  ['requires_payment_method', 'open'],
  ['requires_action', 'open'],
  ['processing', 'paying'],
  ['requires_capture', 'paying'],
  ['succeeded', 'paid'],
  ['canceled', 'canceled'],
  ['a status of tomorrow', 'paying'],
])('payment with status "%s" is %s', async (status, state) => {
  answer({ [FIND]: { body: intent({ status }) } });
  expect((await stripe.find(ID))?.state).toBe(state);
});

test('paid payment is found with all its refunds, page after page, and its disputes', async () => {
  const refund = (id: string, more: object = {}) => ({
    ...examples.refund,
    id,
    metadata: { refund: `key-${id}` },
    ...more,
  });
  const pages = [
    listOf([refund('re_3', { status: 'pending' })], true),
    listOf([refund('re_2', { status: 'canceled' }), refund('re_1')]),
  ];
  const statuses = ['warning_needs_response', 'under_review', 'warning_closed', 'prevented', 'won', 'lost'];
  answer({
    [FIND]: {
      body: intent({ status: 'succeeded', amount_received: 1099, latest_charge: { id: 'ch_1', disputed: true } }),
    },
    'GET /v1/refunds': pages.map((body) => ({ body })),
    'GET /v1/disputes': {
      body: listOf(statuses.map((status) => ({ ...examples.dispute, id: `dp_${status}`, status }))),
    },
  });
  const found = await stripe.find(ID);
  expect(found?.refunds).toEqual([
    { id: 're_3', key: 'key-re_3', amount: 100, state: 'pending' },
    { id: 're_2', key: 'key-re_2', amount: 100, state: 'failed' },
    { id: 're_1', key: 'key-re_1', amount: 100, state: 'succeeded' },
  ]);
  expect(found?.disputes.map(({ state }) => state)).toEqual(['open', 'open', 'won', 'won', 'won', 'lost']);
});

test('refund is made with its key, and a refused one is refused', async () => {
  answer({ [REFUND]: { body: { ...examples.refund, metadata: { refund: 'key-1' } } } });
  const asked = { key: 'key-1', amount: 100 };
  expect(await stripe.refund(ID, asked)).toEqual({ id: examples.refund.id, ...asked, state: 'succeeded' });
  const form = { payment_intent: ID, amount: '100', 'metadata[refund]': 'key-1' };
  expect(received()).toEqual([{ call: REFUND, form, key: 'key-1' }]);
  answer({ [REFUND]: problem(400, { code: 'charge_already_refunded' }) });
  await expect(stripe.refund(ID, asked)).rejects.toThrow(Refused);
  await expect(stripe.refund('pi_none', asked)).rejects.toThrow(Refused);
});

test('newest payments, listed, are those of ours that were paid', async () => {
  const paid = { status: 'succeeded' };
  const all = [intent({ ...paid, id: 'pi_1' }), intent({ id: 'pi_2' }), intent({ ...paid, id: 'pi_3', metadata: {} })];
  answer({ 'GET /v1/payment_intents': { body: listOf(all) } });
  expect(await stripe.paidLately(1_000)).toEqual(['pi_1']);
});

test('one failure of the provider is retried, a second is reported, both under the same key', async () => {
  answer({ [CREATE]: [problem(500), { body: intent() }] });
  expect(await stripe.create(attempt)).toMatchObject({ id: ID });
  answer({ [CREATE]: problem(500) });
  await expect(stripe.create(attempt)).rejects.toThrow(FailedForKey);
  answer({ [CREATE]: problem(429) });
  await expect(stripe.create(attempt)).rejects.toThrow(ProviderAway);
  expect(new Set(received().map(({ key }) => key))).toEqual(new Set(['attempt-1']));
});

test('provider that does not answer, or is not there, is away within the timeout', async () => {
  answer({ [FIND]: 'none' });
  const quick = createStripe({ ...options, timeouts: { request: 100, call: 300 } });
  const begun = performance.now();
  await expect(quick.find(ID)).rejects.toThrow(ProviderAway);
  expect(performance.now() - begun).toBeLessThan(1_000);
  await quick.close();
  const absent = createStripe({ ...options, apiBase: 'http://127.0.0.1:9' });
  await expect(absent.create(attempt)).rejects.toThrow(ProviderAway);
  await absent.close();
});

test.each([401, 403])(
  'API key that is refused (%i) is a provider that is away, and is logged without the key',
  async (status) => {
    const { lines } = log;
    lines.length = 0;
    answer({ [FIND]: problem(status, { message: 'this key will not do' }), [REFUND]: problem(status) });
    await expect(stripe.find(ID)).rejects.toThrow(ProviderAway);
    await expect(stripe.refund(ID, { key: 'key-1', amount: 100 })).rejects.toThrow(ProviderAway);
    expect(lines.map(({ level }) => level)).toEqual(['error', 'error']);
    expect(lines[0]?.text).toMatch(/STRIPE_SECRET_KEY.*this key will not do|this key will not do.*STRIPE_SECRET_KEY/);
    expect(lines.map(({ text }) => text).join()).not.toContain('sk_test_key');
  },
);

const now = () => Math.floor(Date.now() / 1000);
const bodyOf = (about: object, more: object = {}) =>
  Buffer.from(
    JSON.stringify({ ...examples.event, type: 'payment_intent.succeeded', data: { object: about }, ...more }),
  );
const signed = (body: Buffer, { secret = WEBHOOK_SECRET, at = now() } = {}) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
const paid = bodyOf(examples.payment_intent);

test('webhook is read for five minutes from its signature', () => {
  const event = { id: examples.event.id, type: 'payment_intent.succeeded', subjectId: ID };
  expect(stripe.readEvent(paid, signed(paid))).toEqual(event);
  expect(stripe.readEvent(paid, signed(paid, { at: now() - 290 }))).toEqual(event);
  expect(stripe.readEvent(paid, signed(paid, { at: now() - 310 }))).toBeNull();
});

test('webhook with a forged signature or a changed body is not read', () => {
  const changed = Buffer.from(paid.toString().replace(ID, 'pi_2'));
  expect(stripe.readEvent(changed, signed(paid))).toBeNull();
  const forged = [
    '',
    'x',
    't=1',
    `t=${now()},v1=`,
    signed(paid).replace('v1=', 'v0='),
    signed(paid, { secret: 'whsec_other' }),
  ];
  for (const signature of forged) expect(stripe.readEvent(paid, signature), signature).toBeNull();
  expect(stripe.readEvent(Buffer.from(''), signed(paid))).toBeNull();
});

test('webhook signed with either of two secrets is read while one is rotated', () => {
  const both = createStripe({ ...options, webhookSecrets: ['whsec_next', WEBHOOK_SECRET] });
  for (const secret of ['whsec_next', WEBHOOK_SECRET])
    expect(both.readEvent(paid, signed(paid, { secret }))).not.toBeNull();
  expect(both.readEvent(paid, signed(paid, { secret: 'whsec_other' }))).toBeNull();
});

test.each([
  [{ object: 'charge', id: 'ch_1', payment_intent: ID }, ID],
  [{ object: 'charge', id: 'ch_1', payment_intent: { id: ID } }, ID],
  [{ ...examples.refund, payment_intent: ID }, ID],
  [{ ...examples.dispute, payment_intent: ID }, ID],
  [{ object: 'charge', id: 'ch_1', payment_intent: null }, null],
  [{ object: 'customer', id: 'cus_1', payment_intent: ID }, null],
  [examples.subscription, examples.subscription.id],
  [examples.checkout_session, examples.checkout_session.id],
  [{ ...examples.invoice, parent: { subscription_details: { subscription: 'sub_1' } } }, 'sub_1'],
  [{ ...examples.invoice, parent: null }, null],
])('webhook about %j names its subject', (about, subjectId) => {
  const body = bodyOf(about);
  expect(stripe.readEvent(body, signed(body))).toMatchObject({ subjectId });
});

test('signed webhook with an id or type that cannot be stored is not read', () => {
  for (const more of [{ id: undefined }, { id: 7 }, { id: 'evt_\0' }, { type: 'a\0b' }, { type: null }]) {
    const body = bodyOf(examples.payment_intent, more);
    expect(stripe.readEvent(body, signed(body)), JSON.stringify(more)).toBeNull();
  }
});

test.each(['sk_live_key', 'rk_live_key', 'sk_test_key'])(
  'webhook of the other mode than that of %s is not read',
  (secretKey) => {
    const isLive = secretKey.includes('live');
    const shop = createStripe({ ...options, secretKey });
    const [same, other] = [bodyOf(intent(), { livemode: isLive }), bodyOf(intent(), { livemode: !isLive })];
    expect([shop.readEvent(same, signed(same))?.subjectId, shop.readEvent(other, signed(other))]).toEqual([ID, null]);
    expect(shop.isLive).toBe(isLive);
    expect(shop.pageOf('pi_1')).toBe(`https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/pi_1`);
  },
);
