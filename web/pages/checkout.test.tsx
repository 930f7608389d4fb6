import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, orderNamed, signIn } from '#test/fake-server.ts';
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

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

test('who has confirmed sees the ticket until they are led home', async () => {
  vi.useFakeTimers();
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [lineOf(dealNumber(1))],
    'POST /api/cash-payment': () => {
      server.on('GET /api/cart/', () => []);
      return orderNamed('new');
    },
  });
  vi.stubGlobal('scrollTo', () => {});
  show(
    <>
      <Page />
      <Address />
    </>,
    { at: '/checkout?method=cash' },
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(100);
  fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
  await pass(100);
  expect(document.activeElement?.textContent).toBe(t('checkout.done'));
  expect(screen.getByText('BK-new')).toBeTruthy();
  expect(screen.getByText(t('orders.useBy', { date: '31 janar 2026' }))).toBeTruthy();
  await pass(1350);
  expect(screen.getByTestId('address').textContent).toBe('/checkout');
  await pass(150);
  expect(screen.getByTestId('address').textContent).toBe('/');
});
