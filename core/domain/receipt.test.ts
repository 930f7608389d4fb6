import encode from 'qr';
import { expect, test } from 'vitest';
import { receiptOf } from './orders.ts';
import { makePurchaseId } from './purchase-id.ts';

const order = {
  id: '01a205f3-27bc-70a4-a3d2-4498688bc852',
  stripePaymentIntentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  totalAmount: 99_999_999.99,
  createdAt: '2026-11-23T01:09:31.123Z',
  status: 'completed',
  paymentMethod: 'card',
};

/** Modules of a side, with four light ones around it. */
const sideOf = (said: object) => encode(JSON.stringify(said), 'raw', { ecc: 'medium', border: 4 }).length;

test('a receipt says how it is to be read, and the six fields of the specification', () => {
  expect(receiptOf(order)).toEqual({
    v: 1,
    paymentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    orderId: '01a205f3-27bc-70a4-a3d2-4498688bc852',
    amount: 99_999_999.99,
    date: '2026-11-23T01:09:31.123Z',
    status: 'completed',
    paymentMethod: 'card',
  });
});

test('there is room for a code and a signature: on the narrowest phone a module is about three pixels', () => {
  const ED25519 = 'A'.repeat(86);
  expect(230 / sideOf(receiptOf(order))).toBeGreaterThan(3.3);
  expect(230 / sideOf({ ...receiptOf(order), code: makePurchaseId(Buffer.alloc(5)), sig: ED25519 })).toBeGreaterThan(
    2.8,
  );
});
