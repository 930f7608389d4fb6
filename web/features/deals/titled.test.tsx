import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CartItem } from '#core/contract/cart.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { show } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { TranslateProvider } from '#web/kit/i18n.tsx';
import { CartLine } from '../cart/cart-line.tsx';
import { SaveHeart } from '../favorites/save-button.tsx';

const en = translator('en', allWords.en.words);
const hearts = { has: () => false, toggle: () => {}, refused: () => false };
const albanian = () => [...document.querySelectorAll('[lang=sq]')].map(({ textContent }) => textContent);

function showInEnglish(titleEn: string | null) {
  const deal = { ...dealNumber(1), title: 'Manikyr', titleEn };
  const line = { id: '1', dealId: deal.id, quantity: 1, deal, salon: null } as unknown as CartItem;
  show(
    <TranslateProvider value={en}>
      <SaveHeart deal={deal} hearts={hearts} />
      <CartLine line={line} />
    </TranslateProvider>,
  );
}

test('an Albanian title in the name of a control on an English page is said in Albanian', () => {
  showInEnglish(null);
  const names = screen.getAllByRole('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent);
  expect(names).toEqual([
    'Add to favorites: Manikyr',
    'Remove Manikyr from cart',
    'Remove: Manikyr',
    'Increase quantity of Manikyr',
  ]);
  expect(screen.getByRole('group', { name: 'Quantity: Manikyr' })).toBeTruthy();
  expect(albanian()).toEqual(Array(6).fill('Manikyr'));
});
