import { expect, test } from 'vitest';
import { formatLek } from './format.ts';
import { heard, spelled } from './heard.ts';

test.each([
  ['sq', 950, '950\u00a0lekë', '950\u00a0lekë'],
  ['sq', 2200, '2\u00a0200\u00a0lekë', '2200\u00a0lekë'],
  ['sq', 1234567.5, '1\u00a0234\u00a0567,50\u00a0lekë', '1234567,50\u00a0lekë'],
  ['en', 950, 'ALL\u00a0950', '950 lek'],
  ['en', 2200, 'ALL\u00a02,200', '2200 lek'],
  ['en', 1234567.5, 'ALL\u00a01,234,567.50', '1234567.50 lek'],
] as const)('an amount in %s is grouped for eyes and plain for ears: %d', (language, lek, seen, said) => {
  expect(formatLek(lek, language)).toBe(seen);
  expect(heard(seen, language)).toBe(said);
});

test('a sentence is heard with each of its amounts', () => {
  expect(heard('Çmimi ndryshoi nga 2\u00a0200\u00a0lekë në 12\u00a0000\u00a0lekë.', 'sq')).toBe(
    'Çmimi ndryshoi nga 2200\u00a0lekë në 12000\u00a0lekë.',
  );
  expect(heard('The price changed from ALL\u00a02,200 to ALL\u00a01,800.', 'en')).toBe(
    'The price changed from 2200 lek to 1800 lek.',
  );
});

test.each([
  ['en', 'ALL\u00a01,000–3,000', '1000 to 3000 lek'],
  ['sq', '1\u00a0000–3\u00a0000\u00a0lekë', '1000 deri në 3000\u00a0lekë'],
  ['sq', '09:00–21:00', '09:00 deri në 21:00'],
  ['en', '09:00–13:00, 16:00–20:00', '09:00 to 13:00, 16:00 to 20:00'],
  ['en', '9 AM - 9 PM', '9 AM to 9 PM'],
] as const)('a range in %s is heard from one end to the other: %s', (language, seen, said) => {
  expect(heard(seen, language)).toBe(said);
});

test.each([
  ['sq', '1\u00a0900,00\u00a0lekë', '1900\u00a0lekë'],
  ['en', 'ALL\u00a01,900.00', '1900 lek'],
] as const)('an amount in %s without a part of a lek is heard whole', (language, seen, said) => {
  expect(heard(seen, language)).toBe(said);
});

test('what is no grouped number stays as it is', () => {
  for (const text of ['20 nëntor 2025', '35\u00a0km', '10\u00a0euro', '+355 69 123 4567', 'e hënë – e premte'])
    expect(heard(text, 'sq')).toBe(text);
});

test.each([
  ['BK-QX4VSR23T', 'B K, Q X 4 V S R 2 3 T'],
  ['ABCDE-FGHJK', 'A B C D E, F G H J K'],
  ['0193c5a7e0f2', '0 1 9 3 c 5 a 7 e 0 f 2'],
  ['pi_3Nx…', 'p i _ 3 N x …'],
])('a code is heard letter by letter, with a pause where it has a dash: %s', (code, said) => {
  expect(spelled(code)).toBe(said);
});
