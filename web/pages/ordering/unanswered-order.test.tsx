import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { show, t } from '#test/dom.tsx';
import { heldElsewhere } from '#test/fake-locks.ts';
import { type Answer, after, ana, noAnswer, orderNamed, refuse } from '#test/fake-server.ts';
import {
  beginEachAfresh,
  comeBack,
  LINES,
  line,
  MADE,
  message,
  PAY,
  pass,
  server,
  showCart,
} from '#test/order-screen.tsx';
import { useBecome } from '#web/features/accounts/use-user.ts';
import { ResumeOrder } from '#web/features/checkout/resume-order.tsx';
import { newAttempt, type OrderAttempt, storeAttempt, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { toast, useToast } from '#web/kit/toasts.ts';

const made: Answer = () => orderNamed('order-1');

beginEachAfresh({ [PAY]: made });

test('an order under way when its page was left is said to be, and then to be made', async () => {
  server.on(PAY, after(3000, made));
  await comeBack();
  expect(screen.getByText(t('checkout.underWay'))).toBeTruthy();
  expect(screen.queryByText(t('cart.empty.title'))).toBeNull();
  const { key } = storedAttempt() as OrderAttempt;
  expect(server.sent('POST')).toMatchObject([{ key, expectedItems: [] }]);
  await pass(3000);
  expect(message()).toBe(t('toast.cash.success.text'));
  expect(screen.getByRole('link', { name: t('orders.view') }).getAttribute('href')).toBe('/orders/order-1');
});

test('a confirmation that was refused leaves the cart as it is and is not sent again', async () => {
  server.on(LINES, () => [line]);
  server.on(PAY, refuse(409, 'cart.changed', 'Çmimi ndryshoi.'));
  await comeBack();
  expect([message(), storedAttempt()]).toEqual(['Çmimi ndryshoi.', null]);
  expect(screen.getByRole('link', { name: t('cart.checkout') })).toBeTruthy();
});

test('what was called failed makes no order any more, however the cart looks', async () => {
  server.on(LINES, () => [line]);
  await comeBack({ state: 'failed' });
  expect([server.sent('POST'), storedAttempt()]).toEqual([[], null]);
});

test('whoever comes back much later orders nothing by it', async () => {
  const now = Date.now();
  vi.setSystemTime(now - 11 * 60_000);
  storeAttempt(newAttempt(ana.id, []));
  const late = storedAttempt() as OrderAttempt;
  vi.setSystemTime(now);
  localStorage.setItem('confirmation', JSON.stringify(late));
  window.dispatchEvent(new StorageEvent('storage', { key: 'confirmation' }));
  server.on(LINES, () => [line]);
  show(<ResumeOrder />);
  await pass(100);
  expect([server.sent('POST'), storedAttempt()]).toEqual([[], null]);
});

test.each([
  ['was sent before they left is told that nobody knows yet', true, 'toast.cash.signedOutUnknown'],
  ['was never sent is told that it failed', false, 'toast.cash.signedOut'],
] as const)('whoever is signed out meanwhile and whose order %s', async (_how, isSent, words) => {
  toast({ tone: 'note', title: '' });
  server.on(PAY, refuse(401, 'access.notAuthenticated'));
  server.on(MADE, refuse(401, 'access.notAuthenticated'));
  await comeBack({ isSent });
  expect(message()).toBe(t(words));
});

test('a cart that was cleared after an order says nothing of the order', async () => {
  server.on(LINES, () => [line]);
  server.on('DELETE /api/cart/clear/', () => {
    server.on(LINES, () => []);
  });
  await comeBack({ state: 'made', orderId: 'order-1' });
  const press = () =>
    act(() => void fireEvent.click(screen.getAllByRole('button', { name: t('cart.clear') }).at(-1) as HTMLElement));
  press();
  press();
  await pass(100);
  expect(screen.getByText(t('cart.empty.title'))).toBeTruthy();
  expect(screen.queryByRole('link', { name: t('orders.view') })).toBeNull();
});

test('nobody is told what somebody else confirmed', async () => {
  await comeBack({ userId: 'somebody else' });
  expect(server.sent('POST')).toEqual([]);
  expect(screen.getByText(t('cart.empty.title'))).toBeTruthy();
});

test('a cart known from before an answer was lost says nothing of the order', async () => {
  server.on(LINES, () => [line]);
  const { queries } = showCart();
  await pass(10);
  server.on(LINES, noAnswer);
  server.on(PAY, noAnswer);
  server.on(MADE, noAnswer);
  act(() => storeAttempt(newAttempt(ana.id, [])));
  await pass(30_000);
  expect(storedAttempt()?.state).toBe('unknown');
  server.on(LINES, () => []);
  server.on(MADE, () => [orderNamed('order-1')]);
  void queries.invalidateQueries();
  await pass(1000);
  expect(message()).toBe(t('toast.cash.success.text'));
});

test('an order that stood behind a change when their page was left waits for it still', async () => {
  server.on(LINES, () => [line]);
  server.on(
    'PATCH /api/cart/',
    after(2000, () => ({ ...line, quantity: 2 })),
  );
  const at = Date.now();
  const changes = [
    { kind: 'set', dealId: line.dealId, quantity: 2, at },
    { kind: 'order', at },
  ];
  localStorage.setItem('keptChanges', JSON.stringify({ userId: ana.id, changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
  const give = heldElsewhere('keptChanges');
  await comeBack();
  await pass(1000);
  give();
  await pass(1000);
  expect(server.sent('POST')).toEqual([]);
  await pass(3000);
  expect([server.sent('PATCH'), server.sent('POST')]).toMatchObject([[{ quantity: 2 }], [{ expectedItems: [] }]]);
  expect(message()).toBe(t('toast.cash.success.text'));
});

/** Who is here, and the message with what it offers. */
function Door() {
  const become = useBecome();
  const message = useToast();
  const navigate = useNavigate();
  return (
    <>
      <ResumeOrder />
      <p data-testid="message">{message?.text}</p>
      <p data-testid="address">{useLocation().pathname}</p>
      <button type="button" onClick={() => become(null)}>
        session ends
      </button>
      <button type="button" onClick={() => become(ana)}>
        sign in
      </button>
      <button type="button" onClick={() => navigate('/checkout?method=cash')}>
        go on
      </button>
      {message?.action && (
        <button type="button" onClick={message.action.run}>
          {message.action.label}
        </button>
      )}
    </>
  );
}

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

/** An order that arrives after the session has ended, and its person who signs in again. */
async function signInAgain(lines: CartItem[], at = '/'): Promise<void> {
  server.on(LINES, () => [line]);
  server.on(PAY, (asked) => {
    server.on(LINES, refuse(401, 'access.notAuthenticated'));
    server.on(MADE, refuse(401, 'access.notAuthenticated'));
    return refuse(401, 'access.notAuthenticated')(asked);
  });
  storeAttempt(newAttempt(ana.id, []));
  show(<Door />, { at });
  await pass(100);
  press('session ends');
  server.on(MADE, () => (lines.length > 0 ? [] : [orderNamed('order-1')]));
  server.on(LINES, () => lines);
  press('sign in');
  await pass(100);
}

test('whose order failed because they were signed out hears so when they are back, and the way to it', async () => {
  await signInAgain([line]);
  expect([message(), storedAttempt()]).toEqual([t('toast.cash.signedOut'), null]);
  press(t('cart.checkout'));
  expect(screen.getByTestId('address').textContent).toBe('/checkout');
});

test('whoever is led back to the checkout hears there that it failed', async () => {
  await signInAgain([line], '/login');
  expect(storedAttempt()?.state, 'not said yet').toBe('signedOut');
  press('go on');
  await pass(100);
  expect([message(), storedAttempt()]).toEqual([t('toast.cash.signedOut'), null]);
  expect(screen.queryByRole('button', { name: t('cart.checkout') })).toBeNull();
});

test('what another tab called failed meanwhile is not sent once it is the turn of this one', async () => {
  const give = heldElsewhere('confirmation');
  await comeBack();
  // This one has not been told yet.
  localStorage.setItem('confirmation', JSON.stringify({ ...storedAttempt(), state: 'failed' }));
  give();
  await pass(1000);
  expect(server.sent('POST')).toEqual([]);
});

test('what was confirmed in place of it meanwhile is sent once', async () => {
  const give = heldElsewhere('confirmation');
  await comeBack();
  const { key } = newAttempt(ana.id, []);
  act(() => storeAttempt({ ...(storedAttempt() as OrderAttempt), key }));
  await pass(10);
  give();
  await pass(1000);
  expect(server.sent('POST')).toMatchObject([{ key }]);
});

test('a confirmation that does not say what was shown is not sent', async () => {
  const { expectedItems: _, ...old } = newAttempt(ana.id, []);
  localStorage.setItem('confirmation', JSON.stringify(old));
  window.dispatchEvent(new StorageEvent('storage', { key: 'confirmation' }));
  showCart();
  await pass(100);
  expect([server.sent('POST'), storedAttempt()]).toEqual([[], null]);
});

test('whose order was made before they were signed out hears that it was', async () => {
  await signInAgain([]);
  expect(message()).toBe(t('toast.cash.success.text'));
});
