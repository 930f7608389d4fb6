import { expect, test } from 'vitest';
import { areStretches, openingAt, weekOf } from './opening-hours.ts';

const day = (weekday: number) => ({ weekday, opens: '09:00', closes: '17:00' });
const workdays = [1, 2, 3, 4, 5, 6].map(day);
const withBreak = [
  { weekday: 1, opens: '09:00', closes: '13:00' },
  { weekday: 1, opens: '16:00', closes: '20:00' },
];
/** A Monday; Albania is an hour ahead of UTC in winter and two in summer. */
const at = (utc: string) => Date.parse(utc);

const closed = (inDays: number, weekday: number, day: string, isAllDay = false) => ({
  isOpen: false,
  isAllDay,
  next: { inDays, weekday, day, at: '09:00' },
});

test.each([
  ['before it opens', '2026-11-23T07:59:59Z', closed(0, 1, '2026-11-23')],
  ['when it opens', '2026-11-23T08:00:00Z', { isOpen: true, until: '17:00' }],
  ['a second before it closes', '2026-11-23T15:59:59Z', { isOpen: true, until: '17:00' }],
  ['when it closes', '2026-11-23T16:00:00Z', closed(1, 2, '2026-11-24')],
  ['in summer', '2026-07-06T07:00:00Z', { isOpen: true, until: '17:00' }],
  ['on a Saturday night', '2026-11-21T20:00:00Z', closed(2, 1, '2026-11-23')],
  ['after midnight', '2026-11-21T23:30:00Z', closed(1, 1, '2026-11-23', true)],
  ['on a holiday', '2026-11-28T10:00:00Z', closed(3, 2, '2026-12-01', true)],
  ['the evening before a holiday', '2026-11-27T17:00:00Z', closed(4, 2, '2026-12-01')],
  ['on a day that is a holiday in Albania already', '2026-11-27T23:10:00Z', closed(3, 2, '2026-12-01', true)],
])('a salon knows whether it is open %s', (_when, now, opening) => {
  expect(openingAt({ hours: workdays, holidays: ['2026-11-28', '2026-11-30'] }, at(now))).toEqual(opening);
});

test('a break at noon is closed until it is over, and one open day a week is found again', () => {
  const times = { hours: withBreak, holidays: [] };
  const noon = { isOpen: false, isAllDay: false, next: { inDays: 0, weekday: 1, day: '2026-11-23', at: '16:00' } };
  expect(openingAt(times, at('2026-11-23T12:30:00Z'))).toEqual(noon);
  expect(openingAt(times, at('2026-11-23T20:00:00Z'))).toEqual(closed(7, 1, '2026-11-30'));
});

test('a salon that is open to the end of the day closes at midnight', () => {
  const late = { hours: [{ weekday: 1, opens: '18:00', closes: '24:00' }], holidays: [] };
  expect(openingAt(late, at('2026-11-23T22:59:00Z'))).toEqual({ isOpen: true, until: '24:00' });
  expect(openingAt(late, at('2026-11-23T23:00:00Z'))).toMatchObject({ isOpen: false });
});

const stretch = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes });
const nights = [stretch(1, '09:00', '13:00'), stretch(5, '20:00', '01:00'), stretch(6, '20:00', '01:00')];
const aroundTheClock = [1, 2, 3, 4, 5, 6, 7].map((weekday) => stretch(weekday, '00:00', '00:00'));

test.each([
  ['on Friday evening', nights, '2026-11-27T21:00:00Z', { isOpen: true, until: '01:00' }],
  ['on the night to a holiday', nights, '2026-11-27T23:30:00Z', { isOpen: true, until: '01:00' }],
  ['after it', nights, '2026-11-28T00:00:00Z', { isOpen: false, isAllDay: true, next: { inDays: 2, at: '09:00' } }],
  ['on a holiday', nights, '2026-11-28T21:00:00Z', { isOpen: false, isAllDay: true, next: { inDays: 2 } }],
  ['on the night after a holiday', nights, '2026-11-28T23:30:00Z', { isOpen: false, next: { inDays: 1 } }],
  ['on Sunday night', [stretch(7, '22:00', '02:00')], '2026-11-29T23:30:00Z', { isOpen: true, until: '02:00' }],
  [
    'between adjoining stretches',
    [stretch(2, '09:00', '13:00'), stretch(2, '13:00', '24:00'), stretch(3, '00:00', '02:00')],
    '2026-11-24T09:00:00Z',
    { isOpen: true, until: '02:00' },
  ],
  ['on one whole day', [stretch(2, '00:00', '24:00')], '2026-11-24T09:00:00Z', { isOpen: true, until: '24:00' }],
  ['before a holiday', aroundTheClock, '2026-11-25T09:00:00Z', { isOpen: true, until: '24:00', weekday: 5 }],
  ['around the clock', aroundTheClock, '2026-12-01T09:00:00Z', { isOpen: true, until: null }],
])('a salon that is open past midnight knows whether it is open %s', (_when, hours, now, opening) => {
  expect(openingAt({ hours, holidays: ['2026-11-28'] }, at(now))).toMatchObject(opening);
});

test('of a salon without hours nothing is said, and with nothing but holidays ahead not when it opens', () => {
  expect(openingAt({ hours: [], holidays: [] }, at('2026-11-23T12:00:00Z'))).toBeNull();
  const mondays = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'];
  const away = openingAt({ hours: withBreak, holidays: mondays }, at('2026-11-23T12:00:00Z'));
  expect(away).toEqual({ isOpen: false, isAllDay: true, next: null });
});

test.each([
  [[], true],
  [withBreak, true],
  [[{ weekday: 7, opens: '18:00', closes: '24:00' }], true],
  [[stretch(5, '20:00', '01:00'), stretch(6, '01:00', '02:00')], true],
  [[stretch(5, '20:00', '01:01'), stretch(6, '01:00', '02:00')], false],
  [[stretch(1, '01:00', '02:00'), stretch(7, '20:00', '01:01')], false],
  [aroundTheClock, true],
  [[{ weekday: 1, opens: '24:00', closes: '24:00' }], false],
  [[{ weekday: 8, opens: '09:00', closes: '10:00' }], false],
  [[{ weekday: 1, opens: '', closes: '10:00' }], false],
  [[day(1), { weekday: 1, opens: '16:59', closes: '20:00' }], false],
])('whether %j are opening hours is %j', (hours, areThey) => {
  expect(areStretches(hours)).toBe(areThey);
});

test('days alike stand together', () => {
  expect(weekOf(workdays)).toEqual([
    { first: 1, last: 6, stretches: ['09:00–17:00'] },
    { first: 7, last: 7, stretches: [] },
  ]);
  expect(weekOf(aroundTheClock)).toEqual([{ first: 1, last: 7, stretches: ['00:00–24:00'] }]);
  expect(weekOf(withBreak)[0]).toEqual({ first: 1, last: 1, stretches: ['09:00–13:00', '16:00–20:00'] });
});
