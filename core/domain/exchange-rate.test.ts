import { expect, test } from 'vitest';
import { isNearRate, readRate, toUsdCents } from './exchange-rate.ts';

test.each(['1', '80', '95.4', '81.382043', '10000', '10000.000000'])('%s lek are the price of a dollar', (said) =>
  expect(readRate(said)).toBe(said),
);

test.each([
  '',
  '0',
  '0.999999',
  '10000.000001',
  '95.1234567',
  '95,4',
  ' 95',
  '95 ',
  '-95',
  '+95',
  '1e2',
  '.5',
  '95.',
  'NaN',
])('“%s” is no rate', (said) => expect(readRate(said)).toBeNull());

test.each([
  [220_000, '95.4', 2306],
  [0, '95.4', 0],
  // Half a cent is a cent, and what is a millionth of a lek less is none.
  [100, '40', 3],
  [100, '40.000001', 2],
  [50_000_000, '81.382043', 614_386],
  [9_999_999_999, '1', 9_999_999_999],
])('%d qindarka at %s are %d cents', (qindarka, rate, cents) => expect(toUsdCents(qindarka, rate)).toBe(cents));

test.each([
  [1.5, '95.4'],
  [-1, '95.4'],
  [Number.NaN, '95.4'],
  [100, '0'],
  [100, '95.4 lek'],
])('%d qindarka at %s are refused', (qindarka, rate) => expect(() => toUsdCents(qindarka, rate)).toThrow(RangeError));

test.each([
  ['120', '100', true],
  ['80', '100', true],
  ['120.000001', '100', false],
  ['79.999999', '100', false],
  ['95.4', '95.4', true],
])('%s after %s is near: %s', (rate, before, isNear) => expect(isNearRate(rate, before)).toBe(isNear));
