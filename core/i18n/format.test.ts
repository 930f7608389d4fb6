import { expect, test } from 'vitest';
import { allWords } from './all-words.ts';
import { formatDate, formatDateTime, formatEnd } from './dates.ts';
import { formatAmount, formatLek } from './format.ts';
import { formatHours } from './hours.ts';
import { acceptedLanguage } from './language.ts';
import { spelled, toSpoken } from './spoken.ts';
import { translator } from './t.ts';
import { formatLeft, formatRemaining } from './time-left.ts';

const shqip = translator('sq', allWords.sq.words);
const english = translator('en', allWords.en.words);
const NBSP = '\u00a0';

test.each([
  [0, '0', '0'],
  [999, '999', '999'],
  [2200, `2${NBSP}200`, '2,200'],
  [1234567, `1${NBSP}234${NBSP}567`, '1,234,567'],
  [1999.5, `1${NBSP}999,50`, '1,999.50'],
  [0.05, '0,05', '0.05'],
  [-1200, `-1${NBSP}200`, '-1,200'],
  [99999999.99, `99${NBSP}999${NBSP}999,99`, '99,999,999.99'],
])('amount %d, is formatted %j in Albanian and %j in English', (lek, inAlbanian, inEnglish) => {
  expect(formatAmount(lek, 'sq')).toBe(inAlbanian);
  expect(formatAmount(lek, 'en')).toBe(inEnglish);
  expect(formatLek(lek, 'sq')).toBe(`${inAlbanian}${NBSP}lekë`);
  expect(formatLek(lek, 'en')).toBe(`ALL${NBSP}${inEnglish}`);
});

test('amount with fixed decimals, shows zero decimals', () => {
  expect(formatAmount(2200, 'sq', 2)).toBe(`2${NBSP}200,00`);
  expect(formatLek(2200, 'en', 2)).toBe(`ALL${NBSP}2,200.00`);
});

test('date, is formatted in the time zone of Albania', () => {
  expect(formatDate('2025-11-20T22:59:59Z', 'sq')).toBe('20 nëntor 2025');
  expect(formatDate('2025-11-20T23:00:00Z', 'sq')).toBe('21 nëntor 2025');
  expect(formatDate('2026-07-01T21:59:59Z', 'en')).toBe('1 July 2026');
  expect(formatDateTime('2026-07-01T22:05:00Z', 'en')).toBe('2 July 2026, 00:05');
  expect(formatDateTime('2025-12-31T23:00:00Z', 'sq')).toBe('1 janar 2026, 00:00');
});

test('end of a deal, has the weekday in Albania', () => {
  expect(formatEnd('2026-11-24T17:31:00Z', 'sq')).toBe('të martën, 24 nëntor, 18:31');
  expect(formatEnd('2026-11-24T17:31:00Z', 'en')).toBe('Tuesday, 24 November, 18:31');
  expect(formatEnd('2026-11-28T23:00:00Z', 'sq')).toBe('të dielën, 29 nëntor, 00:00');
});

test('months, have names in both languages', () => {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
  expect(months.map((at) => formatDate(at, 'sq').split(' ')[1]).join(' ')).toBe(
    'janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor',
  );
  expect(months.map((at) => formatDate(at, 'en').split(' ')[1]).join(' ')).toBe(
    'January February March April May June July August September October November December',
  );
});

const now = Date.parse('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();

test.each([
  [86_400 + 2 * 3600 + 5 * 60 + 9, '1 ditë, 2 orë dhe 5 minuta', '1 day, 2 hours and 5 minutes'],
  [3 * 86_400, '3 ditë', '3 days'],
  [86_400 + 60, '1 ditë dhe 1 minutë', '1 day and 1 minute'],
  [3600 + 59, '1 orë', '1 hour'],
  [59, '59 sekonda', '59 seconds'],
  [1, '1 sekondë', '1 second'],
  [0.4, allWords.sq.words['time.lessThanSecond'], 'less than one second'],
  [0, allWords.sq.words['time.expired'], 'expired'],
  [-60, allWords.sq.words['time.expired'], 'expired'],
])('%d seconds left, are formatted without zero units', (seconds, inAlbanian, inEnglish) => {
  expect(formatRemaining(after(seconds), now, shqip)).toBe(inAlbanian);
  expect(formatRemaining(after(seconds), now, english)).toBe(inEnglish);
});

test.each([
  [86_400 + 2 * 3600, 'Mbetet 1 ditë', '1 day left'],
  [5 * 86_400 - 3600, 'Mbeten 5 ditë', '5 days left'],
  [4 * 86_400 + 11 * 3600, 'Mbeten 4 ditë', '4 days left'],
  [86_400 - 20 * 60, 'Mbetet 1 ditë', '1 day left'],
  [86_400 - 40 * 60, 'Mbeten 23 orë', '23 hours left'],
  [3600 - 20, 'Mbetet 1 orë', '1 hour left'],
  [59.6, 'Mbetet 1 minutë', '1 minute left'],
  [21 * 86_400, 'Mbeten 21 ditë', '21 days left'],
  [10 * 3600, 'Mbeten 10 orë', '10 hours left'],
  [1, 'Mbetet 1 sekondë', '1 second left'],
  [0.4, allWords.sq.words['time.lessThanSecond'], 'less than one second'],
  [0, allWords.sq.words['time.expired'], 'expired'],
])('%d seconds left, short form has the largest unit, rounded to the nearest', (seconds, inAlbanian, inEnglish) => {
  expect([shqip, english].map((t) => formatLeft(after(seconds), now, t))).toEqual([inAlbanian, inEnglish]);
});

test('deal without expiration, says so', () => {
  expect(formatLeft(null, now, english)).toBe('no expiration');
  expect(formatRemaining(null, now, english)).toBe('no expiration');
  expect(formatRemaining(null, now, shqip)).toBe(allWords.sq.words['time.noExpiration']);
});

test.each([
  ['9 AM - 9 PM', '09:00–21:00'],
  ['12 AM - 12 PM', '00:00–12:00'],
  ['10:30 am-7:15 pm', '10:30–19:15'],
  ['E hënë–e premte 9–17', 'E hënë–e premte 9–17'],
  ['', ''],
])('opening hours %j, are %j in Albanian and unchanged in English', (stored, inAlbanian) => {
  expect(formatHours(stored, 'sq')).toBe(inAlbanian);
  expect(formatHours(stored, 'en')).toBe(stored);
});

test('placeholder without a value, stays; only 1 is singular', () => {
  expect(shqip('home.empty.search', { search: 'xhel {x}' })).toContain('xhel {x}');
  expect([0, 1, 2, 21].map((count) => english.count('home.results', count))).toEqual([
    '0 deals',
    '1 deal',
    '2 deals',
    '21 deals',
  ]);
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8,sq;q=0.7', 'en'],
  ['en;q=0.5, sq;q=0.9', 'sq'],
  ['de, en;q=0.8, sq;q=0.1', 'en'],
  ['en-GB;q=0.3, sq-AL;q=0.3', 'en'],
  ['en-GB;q=0.3, sq-AL;q=0.2, sq', 'sq'],
  ['SQ-al', 'sq'],
  ['sq;q=0, en;q=0.1', 'en'],
  ['sq; q=0, *', 'en'],
  ['*', 'sq'],
  ['sq;q=0', null],
  ['en;q=no', null],
  ['enm, it', null],
  [undefined, null],
])('Accept-Language %j, prefers %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

test('counts, are grouped like amounts', () => {
  expect(english.count('home.results', 10_002)).toBe('10,002 deals');
  expect(shqip.count('home.results', 10_002)).toBe('10\u00a0002 oferta');
});

test.each([
  ['sq', 950, '950\u00a0lekë', '950\u00a0lekë'],
  ['sq', 2200, '2\u00a0200\u00a0lekë', '2200\u00a0lekë'],
  ['sq', 1234567.5, '1\u00a0234\u00a0567,50\u00a0lekë', '1234567,50\u00a0lekë'],
  ['en', 950, 'ALL\u00a0950', '950 lek'],
  ['en', 2200, 'ALL\u00a02,200', '2200 lek'],
  ['en', 1234567.5, 'ALL\u00a01,234,567.50', '1234567.50 lek'],
] as const)('amount in %s, for screen readers has no group separators: %d', (language, lek, seen, said) => {
  expect(formatLek(lek, language)).toBe(seen);
  expect(toSpoken(seen, language)).toBe(said);
});

test('sentence with several amounts, all are converted', () => {
  expect(toSpoken('Çmimi ndryshoi nga 2\u00a0200\u00a0lekë në 12\u00a0000\u00a0lekë.', 'sq')).toBe(
    'Çmimi ndryshoi nga 2200\u00a0lekë në 12000\u00a0lekë.',
  );
  expect(toSpoken('The price changed from ALL\u00a02,200 to ALL\u00a01,800.', 'en')).toBe(
    'The price changed from 2200 lek to 1800 lek.',
  );
});

test.each([
  ['en', 'ALL\u00a01,000–3,000', '1000 to 3000 lek'],
  ['sq', '1\u00a0000–3\u00a0000\u00a0lekë', '1000 deri në 3000\u00a0lekë'],
  ['sq', '09:00–21:00', '09:00 deri në 21:00'],
  ['en', '09:00–13:00, 16:00–20:00', '09:00 to 13:00, 16:00 to 20:00'],
  ['en', '9 AM - 9 PM', '9 AM to 9 PM'],
] as const)('range in %s, for screen readers is in words: %s', (language, seen, said) => {
  expect(toSpoken(seen, language)).toBe(said);
});

test.each([
  ['sq', '1\u00a0900,00\u00a0lekë', '1900\u00a0lekë'],
  ['en', 'ALL\u00a01,900.00', '1900 lek'],
] as const)('amount in %s with zero decimals, for screen readers has no decimals', (language, seen, said) => {
  expect(toSpoken(seen, language)).toBe(said);
});

test('text without grouped numbers, is unchanged', () => {
  for (const text of ['20 nëntor 2025', '35\u00a0km', '10\u00a0euro', '+355 69 123 4567', 'e hënë – e premte'])
    expect(toSpoken(text, 'sq')).toBe(text);
});

test.each([
  ['BK-QX4VSR23T', 'B K, Q X 4 V S R 2 3 T'],
  ['ABCDE-FGHJK', 'A B C D E, F G H J K'],
  ['0193c5a7e0f2', '0 1 9 3 c 5 a 7 e 0 f 2'],
  ['pi_3Nx…', 'p i _ 3 N x …'],
])('code %s, is spelled for screen readers', (code, said) => {
  expect(spelled(code)).toBe(said);
});
