import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { type Answer, after, ana, noAnswer, orderNamed, refuse } from '#test/fake-server.ts';
import { beginEachAfresh, LINES, line, MADE, PAY, pass, server } from '#test/order-screen.tsx';
import { useBecome } from '#web/features/accounts/use-user.ts';
import { useCart, useCartChanges } from '#web/features/cart/use-cart.ts';
import { useConfirmOrder, useIsOrdering } from '#web/features/checkout/use-confirm-order.ts';
import { newAttempt, storeAttempt, storedAttempt, withAttemptLock } from '#web/features/orders/order-attempt.ts';
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

test('an order that was taken back before its answer came is not called confirmed', async () => {
  server.on(PAY, () => orderNamed('order-of-ana', { status: 'failed', failedReason: 'canceled' }));
  await open();
  press('confirm');
  await pass(10);
  expect([said('message'), storedAttempt()]).toEqual(['nothing', null]);
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

test('an order that arrives after its person was signed out is said to have failed', async () => {
  server.on(PAY, after(3000, refuse(401, 'access.notAuthenticated')));
  await open();
  press('confirm');
  await pass(10);
  press('leave');
  await pass(3000);
  expect(said('message')).toBe(t('toast.cash.signedOut'));
});

test('an order that waited for a change that failed was not sent, and says why', async () => {
  server.on('PATCH /api/cart/', refuse(503, 'server.busy'));
  await open();
  press('more');
  press('confirm');
  await pass(10_000);
  expect([said('message'), server.sent('POST'), storedAttempt()]).toEqual([t('toast.cash.unsent'), [], null]);
});

test('an order that waited for a change when its person left is not under way when they come back', async () => {
  await open();
  server.on('PATCH /api/cart/', () => new Promise(() => {}));
  press('more');
  await pass(400);
  press('confirm');
  await pass(10);
  expect(said('cart')).toBe('under way');
  press('leave');
  press('become Ana');
  await pass(10);
  expect([said('cart'), said('message'), server.sent('POST')]).toEqual(['1 lines', 'nothing', []]);
});

test('nobody hears what became of the order of somebody who left before that was known', async () => {
  server.on(PAY, noAnswer);
  await open();
  server.on(
    HISTORY,
    after(3000, () => []),
  );
  press('confirm');
  while (!server.asked.some((call) => call.startsWith(MADE))) await pass(500);
  press('leave');
  await pass(5000);
  expect(said('message')).toBe('nothing');
});

test('nothing of an order stays on the device of who signed out', async () => {
  await open();
  press('confirm');
  await pass(10);
  expect(storedAttempt()?.orderId).toBe('order-of-ana');
  press('leave');
  expect([storedAttempt(), localStorage.getItem('confirmation')]).toEqual([null, 'null']);
});

test('an order that the history already holds stands in it once', async () => {
  server.on(HISTORY, () => [{ id: 'order-before' }, { id: 'order-of-ana' }]);
  await open();
  press('confirm');
  await pass(10);
  expect(said('history')).toBe('order-of-ana order-before');
});

test('no other tab asks what became of an order before it is answered', async () => {
  server.on(PAY, after(3000, made));
  await open();
  press('confirm');
  const ask = vi.fn(async () => {});
  void withAttemptLock(ask);
  await pass(1000);
  expect(ask).not.toHaveBeenCalled();
  await pass(3000);
  expect(ask).toHaveBeenCalledOnce();
});

test('a history that was asked for before an order was made is asked for again', async () => {
  server.on(
    HISTORY,
    after(3000, () => [{ id: 'order-before' }]),
  );
  await open();
  server.on(HISTORY, () => [{ id: 'order-of-ana' }, { id: 'order-before' }]);
  press('confirm');
  await pass(5000);
  expect(said('history')).toBe('order-of-ana order-before');
});

test('what became of an order takes nothing away from a later one', async () => {
  server.on(PAY, after(3000, made));
  await open();
  press('confirm');
  await pass(10);
  const later = newAttempt(ana.id, []);
  act(() => storeAttempt(later));
  await pass(5000);
  expect(storedAttempt()).toMatchObject({ key: later.key, state: 'pending' });
});
