/** What is said of a payment of which nobody knows at once whether it was made: no more than is true. */
import { screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import {
  address,
  beginEachWithCart,
  CONFIRM,
  fillIn,
  INTENT,
  message,
  open,
  order,
  pass,
  pay,
  payButton,
  press,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { show, t } from '#test/dom.tsx';
import { type Answer, ana, noAnswer, refuse, refuseMutely, signOut } from '#test/fake-server.ts';
import { keepConfirmation, keptConfirmation, newConfirmation } from '#web/features/orders/confirmation.ts';
import { type KeptPayment, keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';
import { Page } from '#web/pages/checkout.page.tsx';
import { Page as Profile } from '#web/pages/profile.page.tsx';
import { UnrecordedOrder } from './unrecorded-order.tsx';

const BACK = '/checkout?method=card&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=';
const success = `${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`;
const notPaid = refuse(402, 'payments.notPaid');
const news = () => screen.queryByText(t('toast.pay.unknown'), { ignore: '[data-live-region] p, [data-testid]' });
const kept = (more: Partial<KeptPayment> = {}): KeptPayment => ({
  ...{ userId: ana.id, paymentIntentId: 'pi_1', sessionId: 'session_1' },
  ...{ at: Date.now(), state: 'paying', ...more },
});

/** These answers one after the other, and the last one from then on. */
function inTurn(...answers: Answer[]): Answer {
  let count = 0;
  return (asked) => answers[Math.min(count++, answers.length - 1)]?.(asked);
}

const SignIn = () => <p data-testid="next">{new URLSearchParams(useLocation().search).get('next')}</p>;

beginEachWithCart();

async function payWithoutAnswer(): Promise<void> {
  server.on(CONFIRM, noAnswer);
  await open();
  await fillIn();
  await pay();
}

test('what is on its way still when it is asked about is not called failed', async () => {
  server.on(
    RECORD,
    inTurn(notPaid, refuse(409, 'payments.underWay'), notPaid, () => order),
  );
  await payWithoutAnswer();
  expect([message(), screen.queryByRole('button', { name: t('checkout.processing') }) !== null]).toEqual(['', true]);
  await pass(8000);
  expect(message()).toBe(success);
  expect(screen.getByText('pi_1')).toBeTruthy();
});

test('what was not made after all may be tried again, and nobody says that it failed', async () => {
  server.on(RECORD, notPaid);
  await payWithoutAnswer();
  await pass(8000);
  expect(message()).toBe(t('checkout.cardError.lost'));
  expect(keptPayment()).toBeNull();
  expect(payButton().getAttribute('aria-disabled')).toBeNull();
});

test('while nobody can tell, no card is asked for, here or when one comes back, until it is known', async () => {
  server.on(RECORD, noAnswer);
  await payWithoutAnswer();
  await pass(21_000);
  expect([message(), news() !== null]).toEqual([t('toast.pay.unknown'), true]);
  expect(screen.queryByRole('button', { name: /^Paguaj/ })).toBeNull();
  server.on(RECORD, () => order);
  await pass(15_000);
  expect([message(), news(), keptPayment()]).toEqual([success, null, null]);
});

test.each(['unknown', 'doubted', 'underWay', 'signedOut'] as const)(
  'a cash order that is %s is asked about still after a card paid',
  async (state) => {
    const cash = { ...newConfirmation(ana.id, []), state };
    keepConfirmation(cash);
    await open();
    await fillIn();
    await pay();
    expect(message()).toBe(success);
    expect(keptConfirmation()).toMatchObject({ key: cash.key, state });
  },
);

test('of a cash order that was made before, the empty cart speaks no more after a card paid', async () => {
  keepConfirmation({ ...newConfirmation(ana.id, []), state: 'made', orderId: 'order-0' });
  await open();
  await fillIn();
  await pay();
  expect(keptConfirmation()).toMatchObject({ orderId: 'order-1', isPaid: true });
});

test('whoever chooses how to pay sees that a payment is not known of yet', async () => {
  server.on(RECORD, noAnswer);
  keepPayment(kept({ state: 'unknown' }));
  await open({ at: '/checkout' });
  expect(news()).toBeTruthy();
  server.on(RECORD, notPaid);
  await pass(30_000);
  expect([news(), message()]).toEqual([null, t('checkout.cardError.lost')]);
});

test.each([
  ['unknown', 'toast.pay.unknown'],
  ['paid', 'checkout.recording'],
] as const)(
  'where orders are looked for, a payment that is %s is spoken of until its order is there',
  async (state, words) => {
    server.on(RECORD, noAnswer);
    keepPayment(kept({ state }));
    show(
      <>
        <Profile />
        <UnrecordedOrder />
      </>,
      { at: '/profile' },
    );
    await pass(200);
    expect(screen.getByText(t(words))).toBeTruthy();
    server.on(RECORD, () => order);
    await pass(15_000);
    expect(screen.queryByText(t(words))).toBeNull();
    expect(document.getElementById('order-order-1')).toBeTruthy();
  },
);

test('a shop that takes no cards any more says nothing of what was paid', async () => {
  server.on(RECORD, refuse(404, 'payments.noCards'));
  await payWithoutAnswer();
  await pass(21_000);
  expect(message()).toBe(t('toast.pay.unknown'));
  server.on(RECORD, () => order);
  await pass(16_000);
});

test('money that came and was not as asked is told in the words of the server', async () => {
  server.on(RECORD, refuse(409, 'payments.notAsAsked', 'It came.'));
  await payWithoutAnswer();
  await pass(100);
  expect([message(), keptPayment()]).toEqual(['It came.', null]);
});

test('what a bank carries out since another tab began it is waited for', async () => {
  await open();
  await fillIn();
  server.on(INTENT, refuse(409, 'payments.underWay'));
  server.on(
    RECORD,
    inTurn(refuse(409, 'payments.underWay'), () => order),
  );
  await pay();
  await pass(2000);
  expect(server.asked).not.toContain(CONFIRM);
  expect(message()).toBe(success);
});

test('who comes back from their bank while nobody answers does not wait for ever', async () => {
  server.on(RECORD, refuseMutely(502));
  await open({ at: `${BACK}succeeded` });
  expect(screen.getByText(t('checkout.processing'))).toBeTruthy();
  await pass(21_000);
  expect([message(), news() !== null, address()]).toEqual([t('toast.pay.unknown'), true, '/checkout?method=card']);
  server.on(RECORD, () => order);
  await pass(16_000);
  expect(message()).toBe(success);
});

test('nothing of a payment stays in the address, so that nobody who goes back hears of it again', async () => {
  await open({ at: `${BACK}succeeded` });
  expect([message(), address()]).toEqual([success, '/checkout?method=card']);
  expect(screen.getByText('pi_1')).toBeTruthy();
});

test('an address that somebody made up is believed in nothing, and what is kept stays', async () => {
  keepPayment(kept({ paymentIntentId: 'pi_2', state: 'paid' }));
  server.on(RECORD, ({ body }) =>
    (body as { paymentIntentId: string }).paymentIntentId === 'pi_1'
      ? refuse(404, 'payments.notFound')({ path: '', body })
      : noAnswer({ path: '', body }),
  );
  await open({ at: `${BACK}failed` });
  expect([message(), address(), keptPayment()?.paymentIntentId]).toEqual(['', '/checkout?method=card', 'pi_2']);
  server.on(RECORD, () => order);
  await pass(16_000);
});

test('whose session ended at the bank signs in and hears of it then, and the secret goes nowhere', async () => {
  signOut();
  show(
    <Routes>
      <Route path="/checkout" element={<Page />} />
      <Route path="/login" element={<SignIn />} />
    </Routes>,
    { at: `${BACK}succeeded` },
  );
  await pass(100);
  expect(screen.getByTestId('next').textContent).toBe(
    '/checkout?method=card&payment_intent=pi_1&redirect_status=succeeded',
  );
});

test('whose session ended while the answer was lost is told where to look', async () => {
  server.on(RECORD, refuse(401, 'auth.required'));
  await payWithoutAnswer();
  await pass(100);
  expect(message()).toBe(t('toast.pay.signedOut'));
  keepPayment(null);
});

test('who goes back from the page of their bank hears that nothing was paid, and may pay again', async () => {
  server.on(CONFIRM, () => ({ status: 'requires_action', next_action: { redirect_to_url: { url: '#bank' } } }));
  server.on(RECORD, notPaid);
  await open();
  await fillIn();
  await pay();
  expect(screen.getByRole('button', { name: t('checkout.processing') })).toBeTruthy();
  window.dispatchEvent(new Event('pageshow'));
  await pass(8000);
  expect([message(), payButton().getAttribute('aria-disabled'), keptPayment()]).toEqual([
    t('checkout.cardError.left'),
    null,
    null,
  ]);
  await press(/^Paguaj/);
  window.dispatchEvent(new Event('pageshow'));
  await pass(8000);
});
