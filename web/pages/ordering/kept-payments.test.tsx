
import { expect, test } from 'vitest';
import {
  address,
  beginEachWithCart,
  CONFIRM,
  emptyCart,
  fillIn,
  message,
  open,
  order,
  paid,
  pass,
  pay,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { ana, refuse } from '#test/fake-server.ts';
import { storedAttempt } from '#web/features/orders/order-attempt.ts';
import { type PendingPayment, storedPayment, storePayment } from '#web/features/payments/pending-payment.ts';
import { forgetPersonalThings } from '#web/kit/kept.ts';

const success = `${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`;
const kept = (state: PendingPayment['state'], at = Date.now()): PendingPayment => ({
  ...{ userId: ana.id, paymentIntentId: 'pi_1', sessionId: 'session_1', at, state },
});

beginEachWithCart();

test('who pays after their session ended signs in, and hears of the order then', async () => {
  await open();
  await fillIn();
  server.on(CONFIRM, paid);
  for (const each of [RECORD, 'GET /api/auth/me']) server.on(each, refuse(401, 'access.notAuthenticated'));
  await pay();
  await pass(300);
  expect(address()).toMatch(/^\/login\?next=/);
  expect(message()).toBe(`${t('auth.sessionEnded')} | ${t('toast.pay.signedOut')}`);
  expect(storedPayment()).toMatchObject({ paymentIntentId: 'pi_1', state: 'signedOut' });
});

test('whoever signs in again after they paid is told of their order', async () => {
  emptyCart();
  storePayment(kept('signedOut'));
  await open();
  await pass(500);
  expect([message(), address(), storedPayment()]).toEqual([success, '/cart', null]);
  expect(storedAttempt()).toMatchObject({ state: 'made', orderId: order.id });
});

test.each([
  ['paid and was signed out', 'signedOut', 0, true],
  ['left half an hour ago', 'signedOut', 31 * 60_000, false],
  ['is at it', 'paying', 0, false],
  ['signs out by themselves', 'paid', 0, false],
] as const)('a payment of who %s is kept for them alone, or not at all', (_, state, age, isKept) => {
  storePayment(kept(state, Date.now() - age));
  forgetPersonalThings();
  expect(storedPayment() !== null).toBe(isKept);
});
