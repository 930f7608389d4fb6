import { expect, test } from 'vitest';
import { openingAt, weekOf } from './opening-hours.ts';

const day = (weekday: number) => ({ weekday, opens: '09:00', closes: '17:00' });
const workdays = [1, 2, 3, 4, 5, 6].map(day);
const withBreak = [
  { weekday: 1, opens: '09:00', closes: '13:00' },
  { weekday: 1, opens: '16:00', closes: '20:00' },
];
/** A Monday; Albania is an hour ahead of UTC in winter and two in summer. */
const at = (utc: string) => Date.parse(utc);

test.each([
  ['before it opens', '2026-11-23T07:59:59Z', { isOpen: false, next: { inDays: 0, weekday: 1, at: '09:00' } }],
  ['when it opens', '2026-11-23T08:00:00Z', { isOpen: true, until: '17:00' }],
  ['a second before it closes', '2026-11-23T15:59:59Z', { isOpen: true, until: '17:00' }],
  ['when it closes', '2026-11-23T16:00:00Z', { isOpen: false, next: { inDays: 1, weekday: 2, at: '09:00' } }],
  ['in summer', '2026-07-06T07:00:00Z', { isOpen: true, until: '17:00' }],
  ['on a Saturday night', '2026-11-28T20:00:00Z', { isOpen: false, next: { inDays: 2, weekday: 1, at: '09:00' } }],
  ['after midnight', '2026-11-28T23:30:00Z', { isOpen: false, next: { inDays: 1, weekday: 1, at: '09:00' } }],
])('a salon knows whether it is open %s', (_when, now, opening) => {
  expect(openingAt(workdays, at(now))).toEqual(opening);
});

test('a break at noon is closed until it is over, and one open day a week is found again', () => {
  const noon = { isOpen: false, next: { inDays: 0, weekday: 1, at: '16:00' } };
  expect(openingAt(withBreak, at('2026-11-23T12:30:00Z'))).toEqual(noon);
  const nextWeek = { isOpen: false, next: { inDays: 7, weekday: 1, at: '09:00' } };
  expect(openingAt(withBreak, at('2026-11-23T20:00:00Z'))).toEqual(nextWeek);
});

test('a salon that is open to the end of the day closes at midnight', () => {
  const late = [{ weekday: 1, opens: '18:00', closes: '24:00' }];
  expect(openingAt(late, at('2026-11-23T22:59:00Z'))).toEqual({ isOpen: true, until: '24:00' });
  expect(openingAt(late, at('2026-11-23T23:00:00Z'))).toMatchObject({ isOpen: false });
});

test('of a salon without hours nothing is said', () => {
  expect(openingAt([], at('2026-11-23T12:00:00Z'))).toBeNull();
});

test('days alike stand together', () => {
  expect(weekOf(workdays)).toEqual([
    { first: 1, last: 6, stretches: ['09:00–17:00'] },
    { first: 7, last: 7, stretches: [] },
  ]);
  expect(weekOf(withBreak)[0]).toEqual({ first: 1, last: 1, stretches: ['09:00–13:00', '16:00–20:00'] });
});
