/** Whose session has ended when they order. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { storeAttempt } from '#web/features/orders/order-attempt.ts';
import { useToast } from '#web/kit/toasts.ts';
import { useSessionEnd } from '../features/accounts/session-end.ts';
import { Page } from './checkout.page.tsx';

function Shop() {
  useSessionEnd();
  const message = useToast();
  return (
    <>
      <Page />
      <p data-testid="message">{message && [message.title, message.text].join(' | ')}</p>
    </>
  );
}

const ended = refuse(401, 'access.notAuthenticated');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Confirms an order in cash when the session has ended; the first answer is lost where it says so. */
async function confirm({ firstIsLost = false } = {}): Promise<string | null> {
  vi.useFakeTimers();
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [lineOf(dealNumber(1))],
    'POST /api/cash-payment': firstIsLost ? noAnswer : ended,
    'GET /api/orders/my': ended,
    'GET /healthz': () => ({ status: 'alive' }),
  });
  show(<Shop />, { at: '/checkout?method=cash' });
  await pass(100);
  server.on('GET /api/auth/me', ended);
  fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
  await pass(10);
  server.on('POST /api/cash-payment', ended);
  await pass(3000);
  const said = screen.getByTestId('message').textContent;
  storeAttempt(null);
  return said;
}

test('they are told that nothing was ordered, and why', async () => {
  expect(await confirm()).toBe(`${t('auth.sessionEnded')} | ${t('toast.cash.signedOut')}`);
});

test('where an answer was lost before, nobody is told that nothing was ordered', async () => {
  expect(await confirm({ firstIsLost: true })).toBe(`${t('auth.sessionEnded')} | ${t('toast.cash.signedOutUnknown')}`);
});
