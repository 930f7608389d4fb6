import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, orderNamed, signIn } from '#test/fake-server.ts';
import { forgetPersonalThings } from '#web/kit/kept.ts';
import { toast, useToast } from '#web/kit/toasts.ts';
import { PinnedOrder } from './pinned-order.tsx';

beforeEach(signIn);

const OPEN = 'GET /api/orders/my?status=pending';
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
  forgetPersonalThings();
  expect(localStorage.getItem('hiddenOrder')).toBe('null');
});
