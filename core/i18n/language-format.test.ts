import { expect, test } from 'vitest';
import { allWords } from './all-words.ts';
import { formatAmount } from './amount.ts';
import {
  formatDate,
  formatDateTime,
  formatEnd,
  formatHours,
  formatLeft,
  formatLek,
  formatRemaining,
} from './format.ts';
import { acceptedLanguage } from './language.ts';
import { translator } from './t.ts';

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
])('%d lek is written %j in Albanian and %j in English', (lek, inAlbanian, inEnglish) => {
  expect(formatAmount(lek, 'sq')).toBe(inAlbanian);
  expect(formatAmount(lek, 'en')).toBe(inEnglish);
  expect(formatLek(lek, 'sq')).toBe(`${inAlbanian}${NBSP}lekë`);
  expect(formatLek(lek, 'en')).toBe(`ALL${NBSP}${inEnglish}`);
});

test('receipts show decimals that are zero', () => {
  expect(formatAmount(2200, 'sq', 2)).toBe(`2${NBSP}200,00`);
  expect(formatLek(2200, 'en', 2)).toBe(`ALL${NBSP}2,200.00`);
});

test('a date is the day it is in Albania, in summer and in winter', () => {
  expect(formatDate('2025-11-20T22:59:59Z', 'sq')).toBe('20 nëntor 2025');
  expect(formatDate('2025-11-20T23:00:00Z', 'sq')).toBe('21 nëntor 2025');
  expect(formatDate('2026-07-01T21:59:59Z', 'en')).toBe('1 July 2026');
  expect(formatDateTime('2026-07-01T22:05:00Z', 'en')).toBe('2 July 2026, 00:05');
  expect(formatDateTime('2025-12-31T23:00:00Z', 'sq')).toBe('1 janar 2026, 00:00');
});

test('a deal ends on a day of the week in Albania', () => {
  expect(formatEnd('2026-11-24T17:31:00Z', 'sq')).toBe('të martën, 24 nëntor, 18:31');
  expect(formatEnd('2026-11-24T17:31:00Z', 'en')).toBe('Tuesday, 24 November, 18:31');
  expect(formatEnd('2026-11-28T23:00:00Z', 'sq')).toBe('të dielën, 29 nëntor, 00:00');
});

test('every month has its name in both languages', () => {
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
])('%d seconds before the end says so without parts that are zero', (seconds, inAlbanian, inEnglish) => {
  expect(formatRemaining(after(seconds), now, shqip)).toBe(inAlbanian);
  expect(formatRemaining(after(seconds), now, english)).toBe(inEnglish);
});

test.each([
  [86_400 + 2 * 3600, 'Mbetet 1 ditë', '1 day left'],
  [21 * 86_400, 'Mbeten 21 ditë', '21 days left'],
  [10 * 3600, 'Mbeten 10 orë', '10 hours left'],
  [1, 'Mbetet 1 sekondë', '1 second left'],
  [0.4, allWords.sq.words['time.lessThanSecond'], 'less than one second'],
  [0, allWords.sq.words['time.expired'], 'expired'],
])(
  '%d seconds before the end a card says the largest part, and whether it is one',
  (seconds, inAlbanian, inEnglish) => {
    expect([shqip, english].map((t) => formatLeft(after(seconds), now, t))).toEqual([inAlbanian, inEnglish]);
  },
);

test('a deal without an end says so', () => {
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
])('opening hours %j read %j in Albanian and stay as they are in English', (stored, inAlbanian) => {
  expect(formatHours(stored, 'sq')).toBe(inAlbanian);
  expect(formatHours(stored, 'en')).toBe(stored);
});

test('a text without its value keeps the place, and 1 alone is singular', () => {
  expect(shqip('home.empty.search', { search: 'xhel {x}' })).toContain('xhel {x}');
  expect([0, 1, 2, 21].map((count) => english.count('home.results', count))).toEqual([
    '0 deals',
    '1 deal',
    '2 deals',
    '21 deals',
  ]);
});

test('the browser is heard in its own order, and else nobody decides', () => {
  expect(acceptedLanguage('de-DE,de;q=0.9,en;q=0.8,sq;q=0.7')).toBe('en');
  expect(acceptedLanguage('sq-AL')).toBe('sq');
  expect(acceptedLanguage('it')).toBeNull();
  expect(acceptedLanguage(undefined)).toBeNull();
});

test('counts are written as amounts are', () => {
  expect(english.count('home.results', 10_002)).toBe('10,002 deals');
  expect(shqip.count('home.results', 10_002)).toBe('10\u00a0002 oferta');
});
