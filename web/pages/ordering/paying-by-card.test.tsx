/** What becomes of a payment by card. */
import { screen } from '@testing-library/react';
import { expect, test, } from 'vitest';
import {
  address,
  beginEachWithCart,
  CONFIRM,
  declined,
  emptyCart,
  fillIn,
  INTENT,
  message,
  open,
  order,
  paid,
  pass,
  pay,
  payButton,
  prepared,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { ana, noAnswer, refuse } from '#test/fake-server.ts';
import { storedPayment, storePayment } from '#web/features/payments/pending-payment.ts';

beginEachWithCart();

test.each([
  ['before the card was charged, hears so', INTENT, 'toast.pay.notCharged'],
  ['while the answer was lost, is told where to look', RECORD, 'toast.pay.signedOut'],
] as const)('whose session ended %s, where one signs in to come back', async (_when, call, words) => {
  await open();
  await fillIn();
  server.on(CONFIRM, noAnswer);
  for (const each of [call, 'GET /api/auth/me']) server.on(each, refuse(401, 'access.notAuthenticated'));
  await pay();
  await pass(300);
  expect(address()).toMatch(/^\/login\?next=/);
  expect(message()).toBe(`${t('auth.sessionEnded')} | ${t(words)}`);
});

test('a payment that succeeds is said, its order recorded and shown, and home follows', async () => {
  await open();
  await fillIn();
  await pay();
  expect(message()).toBe(`${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('checkout.done'));
  expect(screen.getByText('pi_1')).toBeTruthy();
  expect(server.sent('POST').slice(-2)).toEqual([
    {
      client_secret: 'pi_1_secret_x',
      return_url: `${location.origin}/checkout?method=card`,
      payment_method_data: {
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: new Date().getFullYear() + 3, cvc: '123' },
      },
    },
    { sessionId: expect.any(String), paymentIntentId: 'pi_1' },
  ]);
  expect(storedPayment()).toBeNull();
  await pass(1600);
  expect(address()).toBe('/');
});

test('what was paid is in the cart no more, in this tab too', async () => {
  await open();
  await fillIn();
  await pay();
  expect(server.asked.slice(server.asked.indexOf(RECORD)).some((call) => call.startsWith('GET /api/cart/'))).toBe(true);
});

test.each([
  ['generic_decline', 'declined'],
  ['insufficient_funds', 'funds'],
  ['expired_card', 'expired'],
  ['incorrect_cvc', 'cvc'],
  ['payment_intent_authentication_failure', 'bank'],
  ['something_new', 'other'],
] as const)('a card that is declined for %s is told so, and may be tried again', async (code, words) => {
  server.on(CONFIRM, declined(code));
  await open();
  await fillIn();
  await pay();
  expect(message()).toBe(`${t('toast.pay.failed')} | ${t(`checkout.cardError.${words}`)}`);
  expect(storedPayment()).toBeNull();
  server.on(CONFIRM, paid);
  await pay();
  expect(message()).toContain(t('toast.pay.success.title'));
});

test('what another tab paid meanwhile was paid, and is not called failed', async () => {
  await open();
  await fillIn();
  server.on(INTENT, refuse(400, 'cart.empty'));
  emptyCart();
  await pay();
  expect(message()).toBe(`${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`);
  expect(server.sent('POST').at(-1)).toEqual({ sessionId: expect.any(String), paymentIntentId: 'pi_1' });
});

test('a payment whose answer was lost is asked about, and not paid again', async () => {
  server.on(CONFIRM, noAnswer);
  await open();
  await fillIn();
  await pay();
  await pass(200);
  expect(message()).toContain(t('toast.pay.success.title'));
  expect(server.asked.filter((call) => call === CONFIRM)).toHaveLength(1);
  expect(screen.getByText('pi_1')).toBeTruthy();
});

test('whose cards are paused while the form is open reads when that ends, in its place', async () => {
  await open();
  await fillIn();
  server.on(INTENT, refuse(429, 'payments.paused', 'Karta u refuzua disa herë.', 15 * 60));
  await pay();
  await pass(300);
  expect(server.asked).not.toContain(CONFIRM);
  expect(screen.getByText(`Karta u refuzua disa herë. ${t.count('checkout.pausedFor', 15)}`)).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(message(), 'said once').toBe('');
});

test('another amount than the one on the screen is shown before it is paid', async () => {
  await open();
  await fillIn();
  server.on(INTENT, () => ({ ...prepared, totalUSD: 12 }));
  await pay();
  expect(server.asked).not.toContain(CONFIRM);
  expect(message()).toBe(`${t('toast.pay.failed')} | ${t('checkout.totalChanged')}`);
  expect(screen.getByRole('button', { name: t('checkout.payUsd', { totalUSD: '12,00' }) })).toBeTruthy();
});

test('an order that cannot be recorded at once is recorded later; the success stands', async () => {
  server.on(RECORD, noAnswer);
  await open();
  await fillIn();
  await pay();
  expect(message()).toContain(t('toast.pay.success.title'));
  expect(screen.getByText(t('checkout.recording'))).toBeTruthy();
  expect(storedPayment()).toMatchObject({ paymentIntentId: 'pi_1', state: 'paid' });
  await pass(1600);
  expect(address()).toBe('/');
  server.on(RECORD, () => order);
  await pass(20_000);
  expect(storedPayment()).toBeNull();
});

test('who left in the middle of a payment hears what became of it', async () => {
  storePayment({
    userId: ana.id,
    paymentIntentId: 'pi_1',
    sessionId: 'session_1',
    at: Date.now(),
    state: 'paying',
  });
  await open({ at: '/checkout' });
  expect(message()).toContain(t('toast.pay.success.title'));
  expect(storedPayment()).toBeNull();
});

test('who refused at their bank is told so and finds the form', async () => {
  server.on(RECORD, refuse(402, 'payments.notPaid'));
  await open({ at: '/checkout?method=card&payment_intent=pi_1&redirect_status=failed' });
  expect(message()).toBe(`${t('toast.pay.failed')} | ${t('checkout.cardError.bank')}`);
  expect(address()).toBe('/checkout?method=card');
  expect(payButton()).toBeTruthy();
});
