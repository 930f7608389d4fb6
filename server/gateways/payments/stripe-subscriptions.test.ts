/** Subscriptions of the Stripe adapter against Stripe's example objects, over HTTP. */
import { beforeEach, expect, test } from 'vitest';
import { examples, listOf, problem, startStripeServer } from '#test/stripe/server.ts';
import { CardDeclined, NotOpen } from './provider.ts';
import { createStripe } from './stripe.ts';

const { received, answer, options } = await startStripeServer();
const { subscriptions } = createStripe(options);
beforeEach(() => answer({}));

const { id: ID } = examples.subscription;
const [item] = examples.subscription.items.data;
const [START, END] = [1_800_000_000, 1_802_592_000];
const metadata = { checkout: 'checkout-1', user: 'user-1', plan: 'silver' };
const subscription = (more: object = {}, period: object = {}) => ({
  ...{ ...examples.subscription, metadata, cancel_at: null, cancel_at_period_end: false, ...more },
  items: listOf([{ ...item, current_period_start: START, current_period_end: END, ...period }]),
});
const [line] = examples.invoice.lines.data;
const invoice = (id: string, amount_paid: number, spans: [number, number][] = [[START, END]]) => ({
  ...{ ...examples.invoice, id, amount_paid, status: 'paid' },
  lines: listOf(spans.map(([start, end]) => ({ ...line, period: { start, end } }))),
  parent: { type: 'subscription_details', subscription_details: { subscription: ID, metadata } },
});
const FIND = `GET /v1/subscriptions/${ID}`;
const UPDATE = `POST /v1/subscriptions/${ID}`;
const CANCEL = `DELETE /v1/subscriptions/${ID}`;
const INVOICES = 'GET /v1/invoices';
const PRICES = 'GET /v1/prices';
const found = (more: object = {}, invoices: object[] = []) => ({
  [FIND]: { body: subscription(more) },
  [INVOICES]: { body: listOf(invoices) },
});

test('subscription has the period of its item and its paid invoices, each with the span of its last line', async () => {
  const [upgraded, trial] = [START + 864_000, invoice('in_0', 0)];
  const spans: [number, number][] = [
    [upgraded, END],
    [START, START + 10],
  ];
  const extra = invoice('in_3', 10_000, [[START, START]]);
  answer(found({}, [extra, invoice('in_2', 90_000, spans), trial, invoice('in_1', 220_000)]));
  const at = (seconds: number) => new Date(seconds * 1000);
  expect(await subscriptions.find(ID)).toEqual({
    ...{ id: ID, checkoutId: 'checkout-1', plan: 'silver', state: 'active', isCanceling: false },
    ...{ createdAt: at(examples.subscription.created), startsAt: at(START), endsAt: at(END) },
    invoices: [
      { id: 'in_2', plan: 'silver', amount: 90_000, startsAt: at(upgraded), endsAt: at(END) },
      { id: 'in_1', plan: 'silver', amount: 220_000, startsAt: at(START), endsAt: at(END) },
    ],
  });
  expect(received().find(({ call }) => call === INVOICES)?.form).toMatchObject({ subscription: ID, status: 'paid' });
});

test.each([
  ['incomplete', 'incomplete'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
])('subscription with status "%s" is %s', async (status, state) => {
  answer(found({ status, cancel_at: END }));
  expect(await subscriptions.find(ID)).toMatchObject({ state, isCanceling: true });
});

test('subscription without a period or plan is an error, an unknown one or one that is not ours is null', async () => {
  answer({ ...found(), [FIND]: { body: subscription({}, { current_period_end: undefined }) } });
  await expect(subscriptions.find(ID)).rejects.toThrow('no period');
  answer(found({ metadata: { ...metadata, plan: 'platinum' } }));
  await expect(subscriptions.find(ID)).rejects.toThrow('platinum');
  answer(found({ metadata: {} }));
  expect(await subscriptions.find(ID)).toBeNull();
  expect(await subscriptions.find('sub_none')).toBeNull();
});

test('payment page is opened for a monthly price in lek, made at first use, and starts after a gift', async () => {
  const session = { ...examples.checkout_session, mode: 'subscription' };
  answer({
    [PRICES]: { body: listOf([]) },
    'POST /v1/prices': { body: { ...examples.price, id: 'price_silver' } },
    'POST /v1/checkout/sessions': { body: session },
  });
  const request = {
    ...{ id: 'checkout-1', userId: 'user-1', customerId: 'cus_1', plan: 'silver' as const },
    trialEnd: new Date(END * 1000),
    expiresAt: new Date(START * 1000),
    successUrl: 'https://bukuri.test/profile?membership=success',
    cancelUrl: 'https://bukuri.test/profile',
  };
  const opened = { id: session.id, url: session.url, state: 'open', subscriptionId: null };
  expect(await subscriptions.openCheckout(request)).toEqual(opened);
  await subscriptions.openCheckout({ ...request, id: 'checkout-2', trialEnd: null });
  const [prices, created, first, second, ...more] = received();
  expect(prices?.form).toMatchObject({ 'lookup_keys[0]': 'bukuri_silver_220000_all_monthly' });
  expect(created?.form).toMatchObject({ currency: 'all', unit_amount: '220000', 'recurring[interval]': 'month' });
  expect(first).toMatchObject({
    key: 'checkout-1',
    form: {
      ...{ mode: 'subscription', customer: 'cus_1', 'line_items[0][price]': 'price_silver', expires_at: `${START}` },
      'subscription_data[metadata][checkout]': 'checkout-1',
      'subscription_data[metadata][plan]': 'silver',
      'subscription_data[trial_end]': `${END}`,
      'adaptive_pricing[enabled]': 'false',
    },
  });
  expect(second?.form).not.toHaveProperty('subscription_data[trial_end]');
  expect(more).toEqual([]);
});

test('payment page is paid, expired or open; one that was paid cannot expire', async () => {
  const { id } = examples.checkout_session;
  const [find, expire] = [`GET /v1/checkout/sessions/${id}`, `POST /v1/checkout/sessions/${id}/expire`];
  const session = (more: object) => ({ body: { ...examples.checkout_session, url: null, ...more } });
  const paid = session({ status: 'complete', payment_status: 'no_payment_required', subscription: ID });
  answer({ [find]: paid, [expire]: problem(400) });
  expect(await subscriptions.expireCheckout(id)).toMatchObject({ state: 'paid', subscriptionId: ID });
  answer({ [expire]: session({ status: 'expired' }), [find]: session({ status: 'complete', subscription: ID }) });
  expect(await subscriptions.expireCheckout(id)).toMatchObject({ state: 'expired' });
  expect(await subscriptions.findCheckout(id), 'complete, but the payment is under way').toMatchObject({
    state: 'open',
  });
  expect(await subscriptions.findCheckout('cs_none')).toBeNull();
});

test('plan is changed with proration at once; a declined card or an ended subscription is refused', async () => {
  answer({
    ...found(),
    [PRICES]: { body: listOf([{ ...examples.price, id: 'price_gold' }]) },
    [UPDATE]: { body: subscription() },
  });
  await subscriptions.changePlan(ID, { plan: 'gold', key: 'change-1' });
  expect(received().at(-1)).toMatchObject({
    key: 'change-1',
    form: {
      ...{ 'items[0][id]': item.id, 'items[0][price]': 'price_gold', 'metadata[plan]': 'gold' },
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    },
  });
  answer({ ...found(), [UPDATE]: problem(402, { type: 'card_error', code: 'card_declined' }) });
  await expect(subscriptions.changePlan(ID, { plan: 'gold', key: 'change-2' })).rejects.toThrow(CardDeclined);
  answer({ ...found({ status: 'canceled' }), [UPDATE]: problem(400) });
  await expect(subscriptions.setCanceling(ID, true)).rejects.toThrow(NotOpen);
});

test('subscription is canceled at its end, deferred, and ended with its open invoices voided, also twice', async () => {
  answer({
    ...found(),
    [UPDATE]: { body: subscription() },
    [CANCEL]: { body: subscription({ status: 'canceled' }) },
    [INVOICES]: { body: listOf([invoice('in_9', 0)]) },
    'POST /v1/invoices/in_9/void': { body: invoice('in_9', 0) },
  });
  await subscriptions.setCanceling(ID, true);
  await subscriptions.deferTo(ID, new Date(END * 1000));
  await subscriptions.end(ID);
  expect(received().map(({ call }) => call)).toEqual([UPDATE, UPDATE, CANCEL, INVOICES, 'POST /v1/invoices/in_9/void']);
  expect(received()[0]?.form).toEqual({ cancel_at_period_end: 'true' });
  expect(received()[1]?.form).toEqual({ trial_end: `${END}`, proration_behavior: 'none' });
  answer({ ...found({ status: 'canceled' }), [CANCEL]: problem(404, { code: 'resource_missing' }) });
  await subscriptions.end(ID);
});

test('customer is created once, or again where the provider has lost it; the portal changes the card', async () => {
  const { id } = examples.customer;
  answer({
    [`GET /v1/customers/${id}`]: { body: examples.customer },
    'POST /v1/customers': { body: { ...examples.customer, id: 'cus_new' } },
    'POST /v1/billing_portal/sessions': { body: examples.portal_session },
  });
  const user = { userId: 'user-1', email: 'besa@bukuri.example' };
  expect(await subscriptions.ensureCustomer({ ...user, knownId: id })).toBe(id);
  expect(await subscriptions.ensureCustomer({ ...user, knownId: 'cus_lost' })).toBe('cus_new');
  expect(received().at(-1)).toMatchObject({ key: 'customer:user-1:cus_lost', form: { email: user.email } });
  const portal = { customerId: id, returnUrl: 'https://bukuri.test/profile' };
  expect(await subscriptions.openPortal(portal)).toBe(examples.portal_session.url);
  expect(received().at(-1)?.form).toMatchObject({ 'flow_data[type]': 'payment_method_update' });
});
