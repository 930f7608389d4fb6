import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, signIn } from '#test/fake-server.ts';
import { keepConfirmation, newConfirmation } from '#web/features/orders/confirmation.ts';
import { toast, useToast } from '#web/kit/toasts.ts';
import { Page } from './checkout.page.tsx';

afterEach(() => {
  keepConfirmation(null);
});

function Message() {
  return <p data-testid="message">{useToast()?.title}</p>;
}

test.each([
  ['just now', 0, 'nothing'],
  ['a week ago', 7 * 24 * 3600_000, t('toast.cartEmpty.title')],
])('at the checkout of an empty cart, who ordered %s is told what is new to them', async (_when, ms, words) => {
  vi.useFakeTimers();
  signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => [] });
  keepConfirmation({ ...newConfirmation(ana.id, 1000), state: 'made', orderId: 'order-1' });
  vi.advanceTimersByTime(ms);
  toast({ tone: 'note', title: 'nothing' });
  const { getByTestId } = show(
    <>
      <Page />
      <Message />
    </>,
    { at: '/checkout' },
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(getByTestId('message').textContent).toBe(words);
});
