import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, orderNamed, signIn } from '#test/fake-server.ts';
import { clearPersonalState } from '#web/kit/stored-state.ts';
import { toast, useToast } from '#web/kit/toasts.ts';
import { PinnedOrder } from './pinned-order.tsx';

beforeEach(signIn);

const OPEN = 'GET /api/orders/my?usable=true';
const pin = () => screen.queryByRole('complementary', { name: t('orders.open') });

async function visit(...open: (string | Order)[]) {
  const server = fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    [OPEN]: () => open.map((order) => (typeof order === 'string' ? orderNamed(order) : order)),
  });
  const { unmount } = show(<PinnedOrder />);
  await waitFor(() => expect(server.asked).toContain(OPEN));
  // What was answered is shown.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  return unmount;
}

test('an open order is at hand, with where and until when', async () => {
  await visit('new');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/orders/new');
  expect(pin()?.textContent).toContain('BK-new');
  expect(pin()?.textContent).toContain('Salloni Mira · Përdoreni deri më 31 janar 2026');
});

test('a message that came along and leads to the same gives way to it', async () => {
  const action = { label: 'look', run: () => {}, leadsTo: '/orders/new' };
  act(() => toast({ tone: 'done', title: 'made', action }));
  const { result } = renderHook(useToast);
  await visit('new');
  expect(result.current?.isLeaving ?? true).toBe(true);
});

test('a message that comes while it is at hand stays', async () => {
  const { result } = renderHook(useToast);
  await visit('new');
  const action = { label: 'look', run: () => {}, leadsTo: '/orders/new' };
  act(() => toast({ tone: 'done', title: 'made', action }));
  expect(result.current?.isLeaving).toBe(false);
});

test('of several the newest is, with how many there are', async () => {
  await visit('new', 'old');
  expect(pin()?.textContent).toBe(`BK-new${t.count('orders.pinned', 2)}`);
});

test('an order whose card is still being charged is not to be used yet', async () => {
  await visit(orderNamed('charged', { paymentMethod: 'card' }));
  expect(pin()).toBeNull();
});

const paid = (more: Partial<Order> = {}) => {
  const useBy = new Date(Date.now() + 86_400_000).toISOString();
  return orderNamed('01a205f3-27bc-70a4-a3d2-4498688bc852', {
    paymentMethod: 'card',
    status: 'completed',
    stripePaymentIntentId: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    useBy,
    ...more,
  });
};

test('an order that was paid by card and can be used is at hand by its number', async () => {
  await visit(paid());
  expect(pin()?.textContent).toContain('4498688bc852');
  expect(pin()?.textContent).not.toContain('pi_');
});

test('one that is not to be used any more is not', async () => {
  const charge = { amount: 1, currency: 'USD', exchangeRate: 95, refunded: 0, refunding: 0 } as const;
  const is = { isTest: false, isVoid: false };
  await visit(
    paid({ status: 'refunded' }),
    paid({ useBy: '2026-01-31T22:59:59Z' }),
    paid({ charge: { ...charge, ...is, dispute: 'open' } }),
  );
  expect(pin()).toBeNull();
});

test('who has none sees nothing', async () => {
  await visit();
  expect(pin()).toBeNull();
});

test('an order that somebody does not want to see there stays away, until there is another', async () => {
  const leave = await visit('new');
  fireEvent.click(screen.getByRole('button', { name: t('orders.pinned.hide') }));
  expect(pin()).toBeNull();
  leave();
  (await visit('new'))();
  expect(pin()).toBeNull();
  await visit('newer', 'new');
  expect(pin()?.textContent).toContain('BK-newer');
});

test('what somebody put away is nobody else’s to miss', async () => {
  const leave = await visit('new');
  fireEvent.click(screen.getByRole('button', { name: t('orders.pinned.hide') }));
  leave();
  clearPersonalState();
  expect(localStorage.getItem('hiddenOrder')).toBe('null');
});
