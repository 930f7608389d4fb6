/** Whose session has ended when they order. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, refuse, signIn } from '#test/fake-server.ts';
import { useSessionEnd } from '#web/features/accounts/use-session-end.ts';
import { keepConfirmation } from '#web/features/orders/confirmation.ts';
import { useToast } from '#web/kit/toasts.ts';
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

test('they are told that nothing was ordered, and why', async () => {
  vi.useFakeTimers();
  signIn();
  const ended = refuse(401, 'access.notAuthenticated');
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [lineOf(dealNumber(1))],
    'POST /api/cash-payment': ended,
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  show(<Shop />, { at: '/checkout?method=cash' });
  await pass(100);
  server.on('GET /api/auth/me', ended);
  fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
  await pass(1000);
  expect(screen.getByTestId('message').textContent).toBe(`${t('auth.sessionEnded')} | ${t('toast.cash.signedOut')}`);
  keepConfirmation(null);
});
