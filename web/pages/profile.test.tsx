import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { Order } from '#core/contract/orders.ts';
import { show, t } from '#test/dom.tsx';
import { ana, signIn } from '#test/fake-server.ts';
import { Page } from './profile.page.tsx';

const order = (id: string): Order => ({
  id,
  sessionId: 'session_1',
  userId: ana.id,
  stripePaymentIntentId: `BK-${id}`,
  totalAmount: 1000,
  status: 'pending',
  failedReason: null,
  paymentMethod: 'cash',
  createdAt: '2026-01-01T00:00:00Z',
  useBy: '2026-01-31T22:59:59Z',
  items: [],
});

test('a long payment history is shown a page at a time', async () => {
  signIn();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/me') return Response.json({ user: ana });
    if (url.includes('cursor=further')) return Response.json([order('older')]);
    return Response.json([order('newer')], { headers: { [NEXT_CURSOR]: 'further' } });
  });
  show(<Page />, { at: '/profile' });
  expect(await screen.findByText('BK-newer')).toBeTruthy();
  expect(screen.queryByText('BK-older')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: t('orders.more') }));
  expect(await screen.findByText('BK-older')).toBeTruthy();
  expect(screen.getByText('BK-newer')).toBeTruthy();
  expect(document.activeElement?.id).toBe('order-older');
  expect(screen.queryByRole('button', { name: t('orders.more') })).toBeNull();
});

test('the order one came for is shown once, not again with each further page', async () => {
  signIn();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/me') return Response.json({ user: ana });
    if (url.includes('cursor=further')) return Response.json([order('older')]);
    return Response.json([order('newer')], { headers: { [NEXT_CURSOR]: 'further' } });
  });
  show(<Page />, { at: '/profile#order-newer' });
  await screen.findByText('BK-newer');
  expect(scrolled.mock.contexts).toEqual([document.getElementById('order-newer')]);
  fireEvent.click(screen.getByRole('button', { name: t('orders.more') }));
  await screen.findByText('BK-older');
  expect(scrolled).toHaveBeenCalledOnce();
});
