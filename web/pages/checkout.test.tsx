import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { said, seenIn, show, t } from '#test/dom.tsx';
import {
  type Answer,
  after,
  ana,
  dealNumber,
  type FakeServer,
  fakeServer,
  lineOf,
  noAnswer,
  orderNamed,
  refuse,
  signIn,
} from '#test/fake-server.ts';
import { keepConfirmation, keptConfirmation, newConfirmation } from '#web/features/orders/confirmation.ts';
import { toast, useToast } from '#web/kit/toasts.ts';
import { Page } from './checkout.page.tsx';

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
  keepConfirmation({ ...newConfirmation(ana.id, []), state: 'made', orderId: 'order-1' });
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

let asked: FakeServer;

/** Confirms an order, with a finger unless said, and waits for it; answers how to let time pass. */
async function confirmOrder(
  press: PointerEventInit = { detail: 1, pointerType: 'touch' },
  down: PointerEventInit = { width: 24, height: 24 },
  answers: Record<string, Answer> = {},
) {
  vi.useFakeTimers();
  signIn();
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [lineOf(dealNumber(1))],
    'POST /api/cash-payment': () => {
      server.on('GET /api/cart/', () => []);
      return orderNamed('new');
    },
    ...answers,
  });
  asked = server;
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
  const button = screen.getByRole('button', { name: t('checkout.cash.confirm') });
  fireEvent(button, new PointerEvent('pointerdown', { bubbles: true, ...down }));
  fireEvent(button, new PointerEvent('click', { bubbles: true, ...press }));
  await pass(100);
  return pass;
}

test('who has confirmed sees the ticket until they are led home', async () => {
  const pass = await confirmOrder();
  expect(document.activeElement?.textContent).toBe(t('checkout.done'));
  expect(screen.getByText('BK-new')).toBeTruthy();
  expect(screen.getByText(t('orders.useBy', { date: '31 janar 2026' }))).toBeTruthy();
  await pass(1350);
  expect(screen.getByTestId('address').textContent).toBe('/checkout');
  await pass(150);
  expect(screen.getByTestId('address').textContent).toBe('/');
});

test.each(['pointerdown', 'keydown', 'focusin'])('who touches the confirmation keeps it (%s)', async (sign) => {
  const pass = await confirmOrder();
  fireEvent(screen.getByText('BK-new'), new Event(sign, { bubbles: true }));
  await pass(10_000);
  expect(screen.getByTestId('address').textContent).toBe('/checkout');
  expect(document.title).toContain(t('checkout.done'));
});

test.each([
  { by: 'a key, or VoiceOver in Safari', press: { detail: 0 } },
  { by: 'TalkBack, NVDA or JAWS in Chromium', press: { detail: 1, buttons: 1, pointerType: 'mouse' } },
  { by: 'a reader in Firefox', press: { detail: 1, pointerType: '' } },
  { by: 'VoiceOver on an iPhone', press: { detail: 1, pointerType: 'touch' }, down: { width: 0, height: 0 } },
])('whose order was confirmed by $by has time to hear it out', async ({ press, down }) => {
  const pass = await confirmOrder(press, down);
  await pass(20_000);
  expect(screen.getByTestId('address').textContent).toBe('/checkout');
});

test('what is confirmed is what is on the screen', async () => {
  await confirmOrder();
  expect(asked.sent('POST')).toMatchObject([{ expectedItems: expectedItems([lineOf(dealNumber(1))]) }]);
});

test('who confirmed a cart that had changed sees it as it is, and why nothing was ordered', async () => {
  const pass = await confirmOrder(undefined, undefined, {
    'POST /api/cash-payment': (call) => {
      asked.on('GET /api/cart/', () => [lineOf(dealNumber(2))]);
      return refuse(409, 'cart.changed', 'Shporta ndryshoi.')(call);
    },
  });
  await pass(1000);
  expect(screen.getByText(dealNumber(2).title)).toBeTruthy();
  expect(screen.queryByText(dealNumber(1).title)).toBeNull();
  expect(screen.getByText('Shporta ndryshoi.')).toBeTruthy();
});

test('an order that is under way is confirmed no second time', async () => {
  const pass = await confirmOrder(undefined, undefined, {
    'POST /api/cash-payment': after(3000, () => orderNamed('new')),
  });
  fireEvent.click(screen.getByRole('button', { name: t('common.submitting') }));
  await pass(10_000);
  expect(asked.sent('POST')).toHaveLength(1);
});

test('without a connection nothing is ordered, then or later', async () => {
  await visit('/checkout?method=cash', [lineOf(dealNumber(1))], {
    'POST /api/cash-payment': (call) => {
      throw new Error(`asked: ${call.path}`);
    },
  });
  act(() => onlineManager.setOnline(false));
  fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(keptConfirmation()).toBeNull();
  act(() => onlineManager.setOnline(true));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(keptConfirmation()).toBeNull();
});

test('fingers that have no size on some Android phones are led home', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 10; K)');
  const pass = await confirmOrder(undefined, { width: 0, height: 0 });
  await pass(1500);
  expect(screen.getByTestId('address').textContent).toBe('/');
});

test('the confirmation is heard with its code first', async () => {
  const pass = await confirmOrder();
  await pass(200);
  const heard = said().filter((text) => text?.includes('B K, n e w'));
  expect(heard).toEqual([
    `${t('toast.cash.success.title')}. ${t('orders.purchaseId')}: B K, n e w. ${t('toast.cash.success.text')} ${t('orders.view')}`,
  ]);
});

test('whose every answer was lost sees the ticket of the order that was made', async () => {
  vi.useFakeTimers();
  signIn();
  const lose: Answer = (asked) => {
    server.on('GET /api/cart/', () => []);
    return noAnswer(asked);
  };
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [lineOf(dealNumber(1))],
    'POST /api/cash-payment': lose,
    'GET /api/orders/my?key=': () => [orderNamed('found')],
  });
  vi.stubGlobal('scrollTo', () => {});
  toast({ tone: 'note', title: 'nothing' });
  show(
    <>
      <Page />
      <Message />
    </>,
    { at: '/checkout?method=cash' },
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
  const heard = new Set<string | null>();
  for (let second = 0; second < 20 && !screen.queryByText('BK-found'); second++) {
    await act(() => vi.advanceTimersByTimeAsync(1000));
    heard.add(screen.getByTestId('message').textContent);
  }
  expect(screen.getByText('BK-found')).toBeTruthy();
  expect([...heard]).toEqual(['nothing', t('toast.cash.success.title')]);
});

/** The checkout of a cart, once the server has told its lines. */
async function visit(at: string, lines: CartItem[], more: Record<string, Answer> = {}) {
  vi.useFakeTimers();
  signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/cart/': () => lines, ...more });
  vi.stubGlobal('scrollTo', () => {});
  show(<Page />, { at });
  await act(() => vi.advanceTimersByTimeAsync(100));
}

const withdrawn: CartItem = {
  ...lineOf({ ...dealNumber(5), title: '', businessName: '' }),
  id: 'line-5',
  unavailable: 'unavailable',
};

test.each(['/checkout', '/checkout?method=cash'])(
  'who has a deal in the cart that is not for sale any more is led back to it (%s)',
  async (at) => {
    await visit(at, [lineOf(dealNumber(1)), withdrawn]);
    expect(screen.getByText(t('cart.blocked'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('toast.cartAdd.view') }).getAttribute('href')).toBe('/cart');
    expect(screen.queryByRole('button', { name: t('checkout.cash.confirm') })).toBeNull();
    expect(screen.queryByRole('link', { name: new RegExp(t('checkout.cash')) })).toBeNull();
    expect(screen.getAllByRole('definition').map((sum) => seenIn(sum)?.replaceAll('\u00a0', ' '))).toEqual([
      '1 000 lekë',
      '0 lekë',
      '1 000 lekë',
    ]);
    expect(screen.getByText(t('cart.withoutUnavailable'))).toBeTruthy();
    expect(screen.getByRole('region', { name: t('cart.title') }).textContent).toContain(t('cart.line.unavailable'));
  },
);

test('why an order was refused stays at its button', async () => {
  await visit('/checkout?method=cash', [lineOf(dealNumber(1))], {
    'POST /api/cash-payment': refuse(409, 'orders.tooManyOpen', 'Keni shumë porosi të papaguara.'),
  });
  fireEvent.click(screen.getByRole('button', { name: t('checkout.cash.confirm') }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(
    screen.getByText('Keni shumë porosi të papaguara.', { selector: 'p:not(.invisible, [data-voice] p)' }),
  ).toBeTruthy();
});
