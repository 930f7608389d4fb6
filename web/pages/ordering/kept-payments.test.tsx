/** What was paid is known to who paid, whatever became of the page, the session or the connection since. */
import { screen } from '@testing-library/react';
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
import { ana, noAnswer, refuse } from '#test/fake-server.ts';
import { keptConfirmation } from '#web/features/orders/confirmation.ts';
import { type KeptPayment, keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';
import { clearPersonalState } from '#web/kit/stored-state.ts';

const success = `${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`;
const said = (words: 'checkout.recording' | 'checkout.underWay') =>
  screen.queryAllByText(t(words), { ignore: '[data-live-region] p, [data-testid]' }).length;
const kept = (state: KeptPayment['state'], at = Date.now()): KeptPayment => ({
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
  expect(keptPayment()).toMatchObject({ paymentIntentId: 'pi_1', state: 'signedOut' });
});

test('whoever signs in again after they paid is told of their order', async () => {
  emptyCart();
  keepPayment(kept('signedOut'));
  await open();
  await pass(500);
  expect([message(), address(), keptPayment()]).toEqual([success, '/cart', null]);
  expect(keptConfirmation()).toMatchObject({ state: 'made', orderId: order.id });
});

test.each([
  ['paid and was signed out', 'signedOut', 0, true],
  ['left half an hour ago', 'signedOut', 31 * 60_000, false],
  ['is at it', 'paying', 0, false],
  ['signs out by themselves', 'paid', 0, false],
] as const)('a payment of who %s is kept for them alone, or not at all', (_, state, age, isKept) => {
  keepPayment(kept(state, Date.now() - age));
  clearPersonalState();
  expect(keptPayment() !== null).toBe(isKept);
});

test('who loads the page again right after they paid is not told that the cart is empty', async () => {
  emptyCart();
  server.on(RECORD, noAnswer);
  keepPayment(kept('paid'));
  await open();
  expect([message(), said('checkout.recording'), address()]).toEqual(['', 1, '/checkout?method=card']);
  server.on(RECORD, () => order);
  await pass(16_000);
  expect([message(), address()]).toEqual(['', '/cart']);
  expect(keptConfirmation()).toMatchObject({ state: 'made', orderId: order.id });
});

test('whose payment is under way when they load the page again is not told that the cart is empty', async () => {
  emptyCart();
  server.on(RECORD, noAnswer);
  keepPayment(kept('paying'));
  await open();
  expect([message(), said('checkout.underWay'), address()]).toEqual(['', 1, '/checkout?method=card']);
  server.on(RECORD, () => order);
  await pass(16_000);
  expect([message(), address()]).toEqual([success, '/cart']);
});
