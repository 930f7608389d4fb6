import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { show, t } from '#test/dom.tsx';
import { heldElsewhere } from '#test/fake-locks.ts';
import { type Answer, ana, after as answerAfter, orderNamed, refuse } from '#test/fake-server.ts';
import { beginEachAfresh, comeBack, LINES, line, MADE, message, PAY, pass, server } from '#test/order-screen.tsx';
import { useBecome } from '#web/features/accounts/become.ts';
import { useSessionEnd } from '#web/features/accounts/session-end.ts';
import {
  newAttempt,
  type OrderAttempt,
  signedOutNotice,
  storeAttempt,
  storedAttempt,
  useHasUnresolvedAttempt,
  withAttemptLock,
} from '#web/features/orders/order-attempt.ts';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { resetToasts, useToast } from '#web/kit/toasts.ts';
import { ResumeOrder } from './cash-order.tsx';

const made: Answer = () => orderNamed('order-1');

/** The user, and the toast with its action. */
function Door() {
  const become = useBecome();
  const message = useToast();
  const navigate = useNavigate();
  return (
    <>
      <ResumeOrder />
      <p data-testid="message">{message?.text}</p>
      <p data-testid="address">{useLocation().pathname}</p>
      <button type="button" onClick={() => become(null)}>
        session ends
      </button>
      <button type="button" onClick={() => become(ana)}>
        sign in
      </button>
      <button type="button" onClick={() => navigate('/checkout?method=cash')}>
        go on
      </button>
      {message?.action && (
        <button type="button" onClick={message.action.run}>
          {message.action.label}
        </button>
      )}
    </>
  );
}

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

/** The order arrives after the session has ended; then its user signs in again. */
async function signInAgain(lines: CartItem[], at = '/'): Promise<void> {
  server.on(LINES, () => [line]);
  server.on(PAY, (asked) => {
    server.on(LINES, refuse(401, 'access.notAuthenticated'));
    server.on(MADE, refuse(401, 'access.notAuthenticated'));
    return refuse(401, 'access.notAuthenticated')(asked);
  });
  storeAttempt(newAttempt(ana.id, []));
  show(<Door />, { at });
  await pass(100);
  press('session ends');
  server.on(MADE, () => (lines.length > 0 ? [] : [orderNamed('order-1')]));
  server.on(LINES, () => lines);
  press('sign in');
  await pass(100);
}

describe('next page', () => {
  beginEachAfresh({ [PAY]: made });

  test('attempt, in progress when its page was left, is resumed and announced', async () => {
    server.on(PAY, answerAfter(3000, made));
    await comeBack();
    expect(screen.getByText(t('checkout.underWay'))).toBeTruthy();
    expect(screen.queryByText(t('cart.empty.title'))).toBeNull();
    const { key } = storedAttempt() as OrderAttempt;
    expect(server.sent('POST')).toMatchObject([{ key, expectedItems: [] }]);
    await pass(3000);
    expect(message()).toBe(t('toast.cash.success.text'));
    expect(screen.getByRole('link', { name: t('orders.view') }).getAttribute('href')).toBe('/orders/order-1');
  });

  test('attempt, refused, leaves the cart and is not sent again', async () => {
    server.on(LINES, () => [line]);
    server.on(PAY, refuse(409, 'cart.changed', 'Çmimi ndryshoi.'));
    await comeBack();
    expect([message(), storedAttempt()]).toEqual(['Çmimi ndryshoi.', null]);
    expect(screen.getByRole('link', { name: t('cart.checkout') })).toBeTruthy();
  });

  test('attempt, reported as failed, makes no order any more', async () => {
    server.on(LINES, () => [line]);
    await comeBack({ state: 'failed' });
    expect([server.sent('POST'), storedAttempt()]).toEqual([[], null]);
  });

  test('attempt, resumed much later, orders nothing', async () => {
    const now = Date.now();
    vi.setSystemTime(now - 11 * 60_000);
    storeAttempt(newAttempt(ana.id, []));
    const late = storedAttempt() as OrderAttempt;
    vi.setSystemTime(now);
    localStorage.setItem('confirmation', JSON.stringify(late));
    window.dispatchEvent(new StorageEvent('storage', { key: 'confirmation' }));
    server.on(LINES, () => [line]);
    show(<ResumeOrder />);
    await pass(100);
    expect([server.sent('POST'), storedAttempt()]).toEqual([[], null]);
  });

  test('attempt, of another user, is not announced', async () => {
    await comeBack({ userId: 'somebody else' });
    expect(server.sent('POST')).toEqual([]);
    expect(screen.getByText(t('cart.empty.title'))).toBeTruthy();
  });

  test('attempt, failed because of a sign-out, is announced after signing in with a link to the checkout', async () => {
    await signInAgain([line]);
    expect([message(), storedAttempt()]).toEqual([t('toast.cash.signedOut'), null]);
    press(t('cart.checkout'));
    expect(screen.getByTestId('address').textContent).toBe('/checkout');
  });

  test('attempt, reported as failed in another tab, is not sent here', async () => {
    const give = heldElsewhere('confirmation');
    await comeBack();
    // Without a storage event.
    localStorage.setItem('confirmation', JSON.stringify({ ...storedAttempt(), state: 'failed' }));
    give();
    await pass(1000);
    expect(server.sent('POST')).toEqual([]);
  });
});

const bea = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002' };

function Shop() {
  useSessionEnd(() => {
    const words = signedOutNotice();
    return words ? t(words) : undefined;
  });
  const become = useBecome();
  return (
    <>
      {useHasUnresolvedAttempt() && <ResumeOrder />}
      <p data-testid="message">{useToast()?.text}</p>
      <button type="button" onClick={() => become(ana)}>
        become Ana
      </button>
      <button type="button" onClick={() => become(bea)}>
        become Bea
      </button>
    </>
  );
}

describe('signed out meanwhile', () => {
  beginEachAfresh({ 'GET /api/auth/me': refuse(401, 'access.notAuthenticated') });

  test.each([
    ['a moment ago', { isSent: true }, t('toast.cash.signedOutUnknown')],
    ['what was not sent yet', { isSent: false }, t('toast.cash.signedOut')],
    ['long ago', { isSent: true, confirmedAt: 0 }, t('auth.sessionEnded.text')],
  ])('signed out, who confirmed %s, is told so', async (_what, more, words) => {
    storeAttempt({ ...newAttempt(ana.id, []), ...more });
    show(<Shop />);
    await pass(100);
    expect([message(), server.sent('POST')]).toEqual([words, []]);
  });

  test('signed in again, attempt is resolved and orders nothing', async () => {
    storeAttempt({ ...newAttempt(ana.id, []), isSent: true });
    show(<Shop />);
    await pass(100);
    server.on(MADE, () => [orderNamed('order-1')]);
    press('become Ana');
    await pass(100);
    expect([message(), server.sent('POST')]).toEqual([t('toast.cash.success.text'), []]);
  });

  test('another user signs in, attempt of the first is not announced', async () => {
    storeAttempt({ ...newAttempt(ana.id, []), isSent: true });
    show(<Shop />);
    await pass(100);
    press('become Bea');
    act(resetToasts);
    await pass(100);
    expect([message(), server.sent('POST')]).toEqual(['', []]);
  });
});

const MINUTE = 60_000;

describe('attempt in progress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    storeAttempt(null);
  });

  test('attempt, never answered, blocks others for ten minutes only', async () => {
    void withAttemptLock(() => new Promise(() => {}));
    const next = vi.fn(async () => {});
    void withAttemptLock(next);
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect(next).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(next).toHaveBeenCalledOnce();
  });
});
