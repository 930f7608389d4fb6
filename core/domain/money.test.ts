import { expect, test } from 'vitest';
import { readLek } from './money.ts';

test.each([
  ['2200', 2200],
  ['2 200', 2200],
  ['2\u00a0200,50', 2200.5],
  ['2.200', 2200],
  ['2,200', 2200],
  ['2,20', 2.2],
  ['0.5', 0.5],
  ['1.200.000,05', 1_200_000.05],
  ['1234,5', 1234.5],
])('%s lek are %d', (typed, lek) => expect(readLek(typed)).toBe(lek));

test.each(['a lot', '-5', '1,2345', '12.34.5', '5 ALL', ','])('%s is no amount', (typed) =>
  expect(readLek(typed)).toBeNaN(),
);

test('nothing typed is nothing', () => expect(readLek(' ')).toBeUndefined());
