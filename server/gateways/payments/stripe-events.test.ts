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

function bodyOf(type: string, about: object): Buffer {
  return Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: about } }));
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
