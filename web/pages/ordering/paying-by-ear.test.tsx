/** Paying by card for who listens, or uses keys. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, } from 'vitest';
import {
  address,
  beginEachWithCart,
  CONFIRM,
  declined,
  fillIn,
  open,
  paid,
  pass,
  pay,
  payButton,
  server,
} from '#test/card-screen.tsx';
import { said, t } from '#test/dom.tsx';

beginEachWithCart();

test('card payment, submitted by keyboard, stays on its confirmation', async () => {
  await open();
  await fillIn();
  await act(async () => void fireEvent(payButton(), new MouseEvent('click', { bubbles: true, detail: 0 })));
  await pass(100);
  expect(screen.getByText('pi_1')).toBeTruthy();
  await pass(20_000);
  expect(address()).toBe('/checkout?method=card');
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

test('how many fields are missing is said and seen', async () => {
  await open();
  await pay();
  await pass(300);
  expect(said()).toEqual([t.count('form.wrong', 4)]);
  expect(screen.getByText(t.count('form.wrong', 4), { selector: 'form p' })).toBeTruthy();
  await fillIn();
  expect(screen.queryByText(t.count('form.wrong', 4), { selector: 'form p' })).toBeNull();
});
