import { expect, test } from 'vitest';
import { isPhone, readPhone } from './salons.ts';

test.each([
  ['069 123 4567', '+355691234567'],
  ['+355 69 123-45-67', '+355691234567'],
  ['00355 (69) 1234567', '+355691234567'],
  ['04 222 3333', '+35542223333'],
  ['+39 02 1234 5678', '+390212345678'],
])('%s is called as %s', (typed, called) => {
  expect(readPhone(typed)).toBe(called);
  expect(isPhone(called)).toBe(true);
});

test.each(['call me', '12', '+0 123 456 789', '+355 69 1234 x'])('%s cannot be called', (typed) =>
  expect(isPhone(readPhone(typed) ?? '')).toBe(false),
);

test('nothing typed is nothing', () => expect(readPhone('  ')).toBeUndefined());
