import { expect, test } from 'vitest';
import { typedPrice } from '#web/features/browse/find-sheet.tsx';

test.each([
  ['1500.00 lekë', 1500],
  ['1.500,5 L.', 1500],
  ['Lek 1,500', 1500],
  ['1 500,00', 1500],
  ['1500.', 1500],
  ['1.500.000', 1_500_000],
  ['000001500', 1500],
  ['', 0],
  ['shumë', 0],
  ['99999999', 99_999_999],
  ['100000000', null],
  ['123456789', null],
])('“%s” is %s', (typed, price) => {
  expect(typedPrice(typed)).toBe(price);
});
