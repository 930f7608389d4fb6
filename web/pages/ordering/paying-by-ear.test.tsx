/** Paying by card for who listens, or uses keys. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderNumberOf } from '#core/domain/orders.ts';
import { spelled } from '#core/i18n/heard.ts';
import {
  address,
  beginEachWithCart,
  CONFIRM,
  declined,
  fillIn,
  INTENT,
  open,
  order,
  paid,
  pass,
  pay,
  payButton,
  prepared,
  press,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { heardIn, said, t } from '#test/dom.tsx';
import { after, noAnswer, refuse } from '#test/fake-server.ts';
import { keepFocus } from '#web/kit/focus.ts';

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
  const number = `${t('orders.orderId')}: ${spelled(orderNumberOf(order))}`;
  expect(said()).not.toContain(number);
  await pass(2000);
  expect(said()).toContain(number);
});

test('what is refused leaves the button that was pressed in sight', async () => {
  server.on(CONFIRM, declined('generic_decline'));
  await open();
  await fillIn();
  payButton().focus();
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  await pay();
  expect(screen.getByText(t('checkout.cardError.declined'), { selector: 'form p' })).toBeTruthy();
  expect(seen.mock.contexts).toEqual([payButton()]);
  expect(seen.mock.calls).toEqual([[{ block: 'nearest' }]]);
});

test('what stands in the place of the form gets focus, and the form in its place', async () => {
  server.on(INTENT, noAnswer);
  await open();
  const stop = keepFocus();
  const again = screen.getByRole('button', { name: t('common.tryAgain') });
  again.focus();
  server.on(INTENT, after(500, noAnswer));
  await press(t('common.tryAgain'));
  await pass(100);
  expect(document.activeElement?.textContent).toBe(t('checkout.cardDetails'));
  await pass(600);
  expect(document.activeElement?.textContent).toBe(t('toast.payWindow.title'));
  stop();
});

test.each([
  ['expired_card', 'expiry'],
  ['incorrect_cvc', 'cvc'],
  ['incorrect_number', 'number'],
])('a card that is declined for %s is wrong in its field, which says what would do', async (code, name) => {
  server.on(CONFIRM, declined(code));
  await open();
  await fillIn();
  await pay();
  const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
  expect(document.activeElement).toBe(field);
  const words = (field?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
  expect(words.map((one) => one?.textContent)).toContain(t('validation.checkCard'));
  server.on(CONFIRM, paid);
  await pay();
  expect(screen.getByText('pi_1')).toBeTruthy();
});

test('why a payment failed at the bank stays on the page once its message has gone', async () => {
  server.on(RECORD, refuse(402, 'payments.notPaid'));
  await open({ at: '/checkout?method=card&payment_intent=pi_1&redirect_status=failed' });
  await pass(10_000);
  expect(screen.getByText(t('checkout.cardError.bank'), { selector: 'form p' })).toBeTruthy();
  await fillIn();
  server.on(RECORD, () => order);
  server.on(CONFIRM, after(1000, paid));
  await pay();
  expect(screen.queryByText(t('checkout.cardError.bank'), { selector: 'form p' })).toBeNull();
  await pass(2000);
});

test('how many fields are missing is said and seen', async () => {
  await open();
  await pay();
  await pass(300);
  expect(said()).toEqual([t.count('form.wrong', 4)]);
  expect(screen.getByText(t.count('form.wrong', 4), { selector: 'form p' })).toBeTruthy();
  await fillIn();
  expect(screen.queryByText(t.count('form.wrong', 4), { selector: 'form p' })).toBeNull();
});

test('why a payment was not made of which nobody knew stays on the page too', async () => {
  server.on(CONFIRM, noAnswer);
  server.on(RECORD, noAnswer);
  await open();
  await fillIn();
  await pay();
  await pass(21_000);
  server.on(RECORD, refuse(402, 'payments.notPaid'));
  await pass(60_000);
  expect(screen.getByText(t('checkout.cardError.lost'), { selector: 'form p' })).toBeTruthy();
});

test('that the fields are ready is said to who was told that they are waited for', async () => {
  server.on(
    INTENT,
    after(3000, () => prepared),
  );
  await open();
  await pass(1000);
  expect(said()).toEqual([t('checkout.preparing')]);
  await pass(2000);
  await pass(300);
  expect(said()).toEqual([t('checkout.preparing'), t('checkout.ready')]);
});

test('fields that come at once are not spoken of', async () => {
  await open();
  await pass(2000);
  expect(said()).toEqual([]);
});
