/** The message of a payment by card and the order at hand, wherever one is when that is recorded. */
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#core/contract/orders.ts';
import { show } from '#test/dom.tsx';
import { ana, fakeServer, orderNamed, signIn } from '#test/fake-server.ts';
import { useAnnouncePayment } from '#web/features/checkout/card-outcome.ts';
import { PinnedOrder } from '#web/features/orders/pinned-order.tsx';
import { useToast } from '#web/kit/toasts.ts';

beforeEach(signIn);

const useBy = new Date(Date.now() + 86_400_000).toISOString();
const paid = orderNamed('new', { paymentMethod: 'card', status: 'completed', useBy });

function Teller({ recording }: { recording: Promise<Order> }) {
  const tell = useAnnouncePayment();
  return (
    <button type="button" onClick={() => tell(recording)}>
      Paguaj
    </button>
  );
}

test.each([
  ['is known before the order is at hand', 'before'],
  ['is known only after that', 'after'],
])('the message of a payment gives way to its order, also where that %s', async (_, when) => {
  fakeServer({ 'GET /api/auth/me': () => ({ user: ana }), 'GET /api/orders/my?usable=true': () => [paid] });
  const { result } = renderHook(useToast);
  const { promise: recording, resolve: record } = Promise.withResolvers<Order>();
  const { getByRole, rerender, queryByRole } = show(<Teller recording={recording} />);
  act(() => getByRole('button').click());
  if (when === 'before') await act(async () => record(paid));
  expect(result.current?.isLeaving).toBe(false);
  rerender(<PinnedOrder />);
  await waitFor(() => expect(queryByRole('complementary')).toBeTruthy());
  if (when === 'after') await act(async () => record(paid));
  await waitFor(() => expect(result.current?.isLeaving).toBe(true));
});

test('of a payment that could not be recorded here the message leads to the profile', async () => {
  const { result } = renderHook(useToast);
  const { getByRole } = show(<Teller recording={Promise.reject(new Error('no answer'))} />);
  await act(async () => getByRole('button').click());
  expect([result.current?.isLeaving, result.current?.action?.leadsTo]).toEqual([false, '/profile']);
});
