/** Paying by card for who listens, or uses keys. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderNumberOf } from '#core/domain/order-number.ts';
import {
  address,
  beginEachWithCart,
  CONFIRM,
  fillIn,
  INTENT,
  open,
  order,
  paid,
  pass,
  pay,
  payButton,
  prepared,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { heardIn, said, t } from '#test/dom.tsx';
import { after } from '#test/fake-server.ts';

beginEachWithCart();

test('who comes back from the page of their bank stays with the order: nobody knows how it was pressed there', async () => {
  await open({ at: '/checkout?method=card&payment_intent=pi_1&redirect_status=succeeded' });
  expect(screen.getByText('pi_1')).toBeTruthy();
  await pass(20_000);
  expect(address()).toBe('/checkout?method=card');
});

test.each([
  { by: 'a key', press: { detail: 0 }, down: null },
  { by: 'VoiceOver on an iPhone', press: { detail: 1, pointerType: 'touch' }, down: { width: 0, height: 0 } },
])('who paid by $by has time to hear it out', async ({ press, down }) => {
  await open();
  await fillIn();
  if (down) fireEvent(payButton(), new PointerEvent('pointerdown', { bubbles: true, ...down }));
  await act(async () => void fireEvent(payButton(), new PointerEvent('click', { bubbles: true, ...press })));
  await pass(100);
  expect(screen.getByText('pi_1')).toBeTruthy();
  await pass(20_000);
  expect(address()).toBe('/checkout?method=card');
});

test('what is paid is heard as one number, however much it is', async () => {
  server.on(INTENT, () => ({ ...prepared, totalUSD: 1888.89 }));
  await open();
  const button = screen.getByRole('button', { name: 'Paguaj 1888,89 USD' });
  expect(heardIn(button)).toBe('Paguaj 1888,89 USD');
  expect(button.querySelector('[aria-hidden=true]')?.textContent).toBe('Paguaj 1\u00a0888,89 USD');
});

test('that a payment is under way is said once it takes longer than a second', async () => {
  server.on(CONFIRM, after(20_000, paid));
  await open();
  await fillIn();
  await pay();
  expect(said()).not.toContain(t('checkout.processing'));
  await pass(1200);
  expect(said().filter((text) => text === t('checkout.processing'))).toHaveLength(1);
  await pass(3000);
  expect(said().filter((text) => text === t('checkout.processing'))).toHaveLength(1);
  await pass(20_000);
});

test('of an order that is paid its number is said once that is known', async () => {
  server.on(
    RECORD,
    after(2000, () => order),
  );
  await open();
  await fillIn();
  await pay();
  await pass(300);
  expect(said()).toContain(`${t('toast.pay.success.title')}. ${t('toast.pay.success.text')} ${t('orders.view')}`);
  const number = `${t('orders.orderId')}: ${orderNumberOf(order)}`;
  expect(said()).not.toContain(number);
  await pass(2000);
  expect(said()).toContain(number);
});
