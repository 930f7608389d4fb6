import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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
import { At, show, t } from '#test/dom.tsx';
import { type Answer, ana, noAnswer, refuse, signOut } from '#test/fake-server.ts';
import { storedAttempt } from '#web/features/orders/order-attempt.ts';
import { type PendingPayment, storedPayment, storePayment } from '#web/features/payments/pending-payment.ts';
import { clearPersonalState } from '#web/kit/data/stored-state.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { Page } from '#web/pages/checkout.page.tsx';

const success = `${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`;

const kept = (state: PendingPayment['state'], at = Date.now()): PendingPayment => ({
  ...{ userId: ana.id, paymentIntentId: 'pi_1', sessionId: 'session_1', at, state },
});

describe('next page', () => {
  beginEachWithCart();

  test('payment, session ended before its order was recorded, is announced after signing in', async () => {
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

  test('payment, paid before signing in again, is announced', async () => {
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
  ] as const)('pending payment, user who %s, is visible to that user only', (_, state, age, isKept) => {
    storePayment(kept(state, Date.now() - age));
    clearPersonalState();
    expect(storedPayment() !== null).toBe(isKept);
  });
});

const BACK = '/checkout?method=card&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=';

const notPaid = refuse(402, 'payments.notPaid');

const news = () => screen.queryByText(t('toast.pay.unknown'), { ignore: '[data-live-region] p, [data-testid]' });

const storedState = (more: Partial<PendingPayment> = {}): PendingPayment => ({
  ...{ userId: ana.id, paymentIntentId: 'pi_1', sessionId: 'session_1' },
  ...{ at: Date.now(), state: 'paying', ...more },
});

/** These responses in turn, then the last one. */
function withAttemptLock(...answers: Answer[]): Answer {
  let count = 0;
  return (asked) => answers[Math.min(count++, answers.length - 1)]?.(asked);
}

const SignIn = () => <p data-testid="next">{new URLSearchParams(useLocation().search).get('next')}</p>;

async function payWithoutAnswer(): Promise<void> {
  server.on(CONFIRM, noAnswer);
  await open();
  await fillIn();
  await pay();
}

describe('unknown outcome', () => {
  beginEachWithCart();

  test('payment, still processing when resolved, is not reported as failed', async () => {
    server.on(
      RECORD,
      withAttemptLock(notPaid, refuse(409, 'payments.underWay'), notPaid, () => order),
    );
    await payWithoutAnswer();
    expect([message(), screen.queryByRole('button', { name: t('checkout.processing') }) !== null]).toEqual(['', true]);
    await pass(8000);
    expect(message()).toBe(success);
    expect(screen.getByText('pi_1')).toBeTruthy();
  });

  test('payment, outcome unknown, shows no form until it is known', async () => {
    server.on(RECORD, noAnswer);
    await payWithoutAnswer();
    await pass(21_000);
    expect([message(), news() !== null]).toEqual([t('toast.pay.unknown'), true]);
    expect(screen.queryByRole('button', { name: /^Paguaj/ })).toBeNull();
    server.on(RECORD, () => order);
    await pass(15_000);
    expect([message(), news(), storedPayment()]).toEqual([success, null, null]);
  });

  test("payment, not as requested, shows the server's message", async () => {
    server.on(RECORD, refuse(409, 'payments.notAsAsked', 'It came.'));
    await payWithoutAnswer();
    await pass(100);
    expect([message(), storedPayment()]).toEqual(['It came.', null]);
  });

  test('bank return, parameters are removed from the history', async () => {
    await open({ at: `${BACK}succeeded` });
    expect([message(), address()]).toEqual([success, '/checkout?method=card']);
    expect(screen.getByText('pi_1')).toBeTruthy();
  });

  test('bank return, forged address, is not believed and keeps the pending payment', async () => {
    storePayment(storedState({ paymentIntentId: 'pi_2', state: 'paid' }));
    server.on(RECORD, ({ body }) =>
      (body as { paymentIntentId: string }).paymentIntentId === 'pi_1'
        ? refuse(404, 'payments.notFound')({ path: '', body })
        : noAnswer({ path: '', body }),
    );
    await open({ at: `${BACK}failed` });
    expect([message(), address(), storedPayment()?.paymentIntentId]).toEqual(['', '/checkout?method=card', 'pi_2']);
    server.on(RECORD, () => order);
    await pass(16_000);
  });

  test('bank return, session ended, resolves after signing in and does not leak the secret', async () => {
    signOut();
    show(
      <>
        <At path="/checkout">
          <Page />
        </At>
        <At path="/login">
          <SignIn />
        </At>
      </>,
      { at: `${BACK}succeeded` },
    );
    await pass(100);
    expect(screen.getByTestId('next').textContent).toBe(
      '/checkout?method=card&payment_intent=pi_1&redirect_status=succeeded',
    );
  });
});
