/** What becomes of a payment by card. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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
  press,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { after, ana, noAnswer, refuse } from '#test/fake-server.ts';
import { keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';

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
      clientSecret: 'pi_1_secret_x',
      returnUrl: `${location.origin}/checkout?method=card`,
      card: { number: '4242424242424242', expMonth: 12, expYear: new Date().getFullYear() + 3, cvc: '123' },
    },
    { sessionId: expect.any(String), paymentIntentId: 'pi_1' },
  ]);
  expect(keptPayment()).toBeNull();
  await pass(1600);
  expect(address()).toBe('/');
});

test('another payment of the same sum than was shown is not carried out', async () => {
  await open();
  await fillIn();
  server.on(INTENT, () => ({ ...prepared, clientSecret: 'pi_2_secret_x', paymentIntentId: 'pi_2' }));
  await pay();
  expect(message()).toBe(`${t('toast.pay.failed')} | ${t('checkout.intentFailed')}`);
  expect(server.asked).not.toContain(CONFIRM);
});

test('what was paid is in the cart no more, in this tab too', async () => {
  await open();
  await fillIn();
  await pay();
  expect(server.asked.slice(server.asked.indexOf(RECORD)).some((call) => call.startsWith('GET /api/cart/'))).toBe(true);
});

test('the other tabs hear that the cart is empty', async () => {
  const other = new BroadcastChannel('bukuri');
  const heard = vi.fn();
  other.addEventListener('message', ({ data }) => heard(data));
  await open();
  await fillIn();
  await pay();
  vi.useRealTimers();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('cart'));
  other.close();
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
  expect(keptPayment()).toBeNull();
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

test.each([
  ['pays once', paid],
  ['is declined once', declined('generic_decline')],
])('who presses twice %s', async (_what, answer) => {
  server.on(CONFIRM, after(1000, answer));
  await open();
  await fillIn();
  const button = payButton();
  // Before anything has been rendered.
  await act(async () => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await pass(200);
  await press(t('checkout.processing'));
  await pass(4000);
  expect(server.asked.filter((call) => call === CONFIRM)).toHaveLength(1);
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

test('what was paid meanwhile is not paid again', async () => {
  await open();
  await fillIn();
  server.on(INTENT, refuse(409, 'payments.alreadyPaid'));
  await pay();
  await pass(200);
  expect(server.asked).not.toContain(CONFIRM);
  expect(message()).toContain(t('toast.pay.success.title'));
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
  expect(keptPayment()).toMatchObject({ paymentIntentId: 'pi_1', state: 'paid' });
  await pass(1600);
  expect(address()).toBe('/');
  server.on(RECORD, () => order);
  await pass(20_000);
  expect(keptPayment()).toBeNull();
});

test('who left in the middle of a payment hears what became of it', async () => {
  keepPayment({
    userId: ana.id,
    paymentIntentId: 'pi_1',
    sessionId: 'session_1',
    at: Date.now(),
    state: 'paying',
  });
  await open({ at: '/checkout' });
  expect(message()).toContain(t('toast.pay.success.title'));
  expect(keptPayment()).toBeNull();
});

test('who comes back from their bank, to a cart that is empty by then, sees their order', async () => {
  emptyCart();
  await open({ at: '/checkout?method=card&payment_intent=pi_1&redirect_status=succeeded' });
  expect(message()).toContain(t('toast.pay.success.title'));
  expect(screen.getByText('pi_1')).toBeTruthy();
});

test('who refused at their bank is told so and finds the form', async () => {
  server.on(RECORD, refuse(402, 'payments.notPaid'));
  await open({ at: '/checkout?method=card&payment_intent=pi_1&redirect_status=failed' });
  expect(message()).toBe(`${t('toast.pay.failed')} | ${t('checkout.cardError.bank')}`);
  expect(address()).toBe('/checkout?method=card');
  expect(payButton()).toBeTruthy();
});

test('what was said of the last try is gone while the next one runs', async () => {
  server.on(CONFIRM, declined('generic_decline'));
  await open();
  await fillIn();
  await pay();
  expect(message()).toContain(t('toast.pay.failed'));
  server.on(CONFIRM, after(3000, paid));
  await pay();
  await pass(1500);
  expect(screen.getByRole('button', { name: t('checkout.processing') })).toBeTruthy();
  expect(message()).toBe('');
  await pass(2000);
});
