/** What is posted to us as if from Stripe. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordingLog } from '#test/log.ts';
import { createStripe } from './stripe.ts';

const SECRET = 'whsec_of-this-test';
const options = {
  name: 'stripe',
  secretKey: 'sk_test_nobody',
  publishableKey: 'pk_test_nobody',
  apiBase: 'http://127.0.0.1:9',
  log: recordingLog(),
} as const;
const provider = createStripe({ ...options, webhookSecrets: [SECRET] });

const now = () => Math.floor(Date.now() / 1000);

function bodyOf(type: string, about: object, more: object = {}): Buffer {
  return Buffer.from(
    JSON.stringify({ id: 'evt_1', object: 'event', livemode: false, type, data: { object: about }, ...more }),
  );
}

function signed(body: Buffer, { secret = SECRET, at = now() } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

const paid = bodyOf('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' });

test('what the provider signed is read', () => {
  expect(provider.readEvent(paid, signed(paid))).toEqual({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    paymentId: 'pi_1',
  });
});

test('what somebody else signed, changed or made up is not', () => {
  const changed = Buffer.from(paid.toString().replace('pi_1', 'pi_2'));
  expect(provider.readEvent(changed, signed(paid))).toBeNull();
  expect(provider.readEvent(paid, signed(paid, { secret: 'whsec_of-another-shop' }))).toBeNull();
  for (const signature of ['', 'x', 't=1', `t=${now()},v1=`, signed(paid).replace('v1=', 'v0=')]) {
    expect(provider.readEvent(paid, signature), signature).toBeNull();
  }
  expect(provider.readEvent(Buffer.from(''), signed(paid))).toBeNull();
});

test('what was signed five minutes ago is not read any more', () => {
  expect(provider.readEvent(paid, signed(paid, { at: now() - 290 }))).not.toBeNull();
  expect(provider.readEvent(paid, signed(paid, { at: now() - 310 }))).toBeNull();
});

test('while a secret is replaced both count', () => {
  const both = createStripe({ ...options, webhookSecrets: ['whsec_next', SECRET] });
  expect(both.readEvent(paid, signed(paid))?.paymentId).toBe('pi_1');
  expect(both.readEvent(paid, signed(paid, { secret: 'whsec_next' }))?.paymentId).toBe('pi_1');
  expect(both.readEvent(paid, signed(paid, { secret: 'whsec_other' }))).toBeNull();
});

test.each([
  ['charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
  ['charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: { id: 'pi_1' } }, 'pi_1'],
  ['refund.updated', { object: 'refund', id: 're_1', payment_intent: 'pi_1' }, 'pi_1'],
  ['charge.dispute.created', { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }, 'pi_1'],
  ['charge.succeeded', { object: 'charge', id: 'ch_1', payment_intent: null }, null],
  ['customer.created', { object: 'customer', id: 'cus_1', payment_intent: 'pi_1' }, null],
])('an event %s is about the payment of %j', (type, about, paymentId) => {
  const body = bodyOf(type, about);
  expect(provider.readEvent(body, signed(body))).toEqual({ id: 'evt_1', type, paymentId });
});

test('what was signed and cannot be kept is not read', () => {
  const about = { object: 'payment_intent', id: 'pi_1' };
  for (const more of [{ id: undefined }, { id: 7 }, { id: 'evt_\0' }, { type: 'a\0b' }, { type: null }]) {
    const body = bodyOf('payment_intent.succeeded', about, more);
    expect(provider.readEvent(body, signed(body)), JSON.stringify(more)).toBeNull();
  }
  const nul = bodyOf('payment_intent.succeeded', { ...about, id: 'pi_\0' });
  expect(provider.readEvent(nul, signed(nul))).toBeNull();
});

test('a payment is answered for at Stripe, on a page of the mode of the key, and nowhere in the sandbox', () => {
  const pageOf = (more: object) => createStripe({ ...options, webhookSecrets: [SECRET], ...more }).pageOf('pi_1');
  expect(pageOf({})).toBe('https://dashboard.stripe.com/test/payments/pi_1');
  expect(pageOf({ secretKey: 'rk_live_nobody' })).toBe('https://dashboard.stripe.com/payments/pi_1');
  expect(pageOf({ name: 'sandbox' })).toBeNull();
});

test.each(['sk_live_nobody', 'rk_live_nobody', 'sk_test_nobody'])(
  'what happened in the other mode than that of %s is not read',
  (secretKey) => {
    const isLive = secretKey.includes('live');
    const shop = createStripe({ ...options, secretKey, webhookSecrets: [SECRET] });
    const body = (livemode: boolean) =>
      bodyOf('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' }, { livemode });
    expect(shop.readEvent(body(isLive), signed(body(isLive)))).toMatchObject({ paymentId: 'pi_1' });
    expect(shop.readEvent(body(!isLive), signed(body(!isLive)))).toBeNull();
  },
);
