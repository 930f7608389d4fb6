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
import { WithPart } from './deal-words.tsx';
import { SalonPlace } from './salon-links.tsx';

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

test('an English one is said in English', () => {
  showInEnglish('Manicure');
  expect(screen.getByRole('button', { name: 'Remove Manicure from cart' })).toBeTruthy();
  expect(albanian()).toEqual([]);
});

test('an address is Albanian on an English page, and a city is not', () => {
  const salon = {
    id: null,
    address: 'Rruga e Kavajës, kati përdhes',
    city: 'tirana',
    location: null,
    phone: null,
    whatsapp: null,
  };
  const placed = (at: typeof salon) => (
    <TranslateProvider value={en}>
      <SalonPlace salon={at} />
    </TranslateProvider>
  );
  const { rerender } = show(placed(salon));
  expect(albanian()).toEqual([salon.address]);
  rerender(placed({ ...salon, address: '' }));
  expect(albanian()).toEqual([]);
});

test('a heading says the name of a category in its language', () => {
  show(
    <h2>
      <WithPart part={{ text: 'Depilim', lang: 'sq' }}>Depilim in Berat</WithPart>
    </h2>,
  );
  expect([screen.getByRole('heading').textContent, albanian()]).toEqual(['Depilim in Berat', ['Depilim']]);
});
