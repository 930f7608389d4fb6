import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { type Answer, after, ana, orderNamed, refuse } from '#test/fake-server.ts';
import { beginEachAfresh, LINES, line, PAY, pass, server } from '#test/order-screen.tsx';
import { useBecome } from '#web/features/accounts/use-user.ts';
import { useCart, useCartChanges } from '#web/features/cart/use-cart.ts';
import { useConfirmOrder, useIsOrdering } from '#web/features/checkout/use-confirm-order.ts';
import { newAttempt, storedAttempt, } from '#web/features/orders/order-attempt.ts';
import { useOrders } from '#web/features/orders/use-orders.ts';
import { toast, useToast } from '#web/kit/toasts.ts';

const HISTORY = 'GET /api/orders/my';
const bea = { ...ana, id: '0190a5b2-0000-7000-8000-000000000002' };
const made: Answer = () => orderNamed('order-of-ana');

beginEachAfresh({ [LINES]: () => [line], [HISTORY]: () => [{ id: 'order-before' }], [PAY]: made });

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const said = (place: string) => screen.getByTestId(place).textContent;

function Shop() {
  const { lines } = useCart();
  const { step } = useCartChanges();
  const confirmOrder = useConfirmOrder();
  const isOrdering = useIsOrdering();
  const become = useBecome();
  const message = useToast();
  const history = useOrders().data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  return (
    <>
      <p data-testid="cart">{isOrdering ? 'under way' : `${lines?.length} lines`}</p>
      <p data-testid="history">{history?.join(' ')}</p>
      <p data-testid="message">{message?.text}</p>
      <p data-testid="way out">{message?.action?.label}</p>
      <button type="button" onClick={() => step(line.dealId, 1)}>
        more
      </button>
      <button type="button" onClick={() => void confirmOrder(newAttempt(ana.id, []))}>
        confirm
      </button>
      <button type="button" onClick={() => become(null)}>
        leave
      </button>
      <button type="button" onClick={() => become(ana)}>
        become Ana
      </button>
      <button type="button" onClick={() => become(bea)}>
        become Bea
      </button>
    </>
  );
}

async function open(): Promise<void> {
  toast({ tone: 'note', title: '', text: 'nothing' });
  show(<Shop />);
  await pass(10);
}

test('an order is in the history and said to be made', async () => {
  await open();
  press('confirm');
  await pass(10);
  expect(said('history')).toBe('order-of-ana order-before');
  expect(said('message')).toBe(t('toast.cash.success.text'));
});

test('who has too many open orders is led to them', async () => {
  server.on(PAY, refuse(409, 'orders.tooManyOpen', 'Keni shumë porosi të papaguara.'));
  await open();
  press('confirm');
  await pass(10);
  expect([said('message'), said('way out')]).toEqual(['Keni shumë porosi të papaguara.', t('orders.open')]);
});

test('an order that is answered when the next person is here is neither told to them nor in their history', async () => {
  server.on(PAY, after(8000, made));
  await open();
  press('confirm');
  await pass(10);
  press('leave');
  server.on(HISTORY, () => [{ id: 'order-of-bea' }]);
  press('become Bea');
  await pass(10_000);
  expect([said('history'), said('message'), said('cart')]).toEqual(['order-of-bea', 'nothing', '1 lines']);
});

test('an order that waited for a change that failed was not sent, and says why', async () => {
  server.on('PATCH /api/cart/', refuse(503, 'server.busy'));
  await open();
  press('more');
  press('confirm');
  await pass(10_000);
  expect([said('message'), server.sent('POST'), storedAttempt()]).toEqual([t('toast.cash.unsent'), [], null]);
});

test('nothing of an order stays on the device of who signed out', async () => {
  await open();
  press('confirm');
  await pass(10);
  expect(storedAttempt()?.orderId).toBe('order-of-ana');
  press('leave');
  expect([storedAttempt(), localStorage.getItem('confirmation')]).toEqual([null, 'null']);
});
