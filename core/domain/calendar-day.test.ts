import { afterEach, expect, test, vi } from 'vitest';
import { dayInTirane, weekdayInTirane } from './calendar-day.ts';
import { dayBefore } from './day-before.ts';
import { lastDayFrom } from './use-by.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['2026-11-22T22:59:59Z', '2026-11-22', 7],
  ['2026-11-22T23:00:00Z', '2026-11-23', 1],
  ['2026-06-05T22:00:00Z', '2026-06-06', 6],
])('calendar day, at %s, is %s in Albania', (at, day, weekday) => {
  expect(dayInTirane(Date.parse(at))).toBe(day);
  expect(weekdayInTirane(Date.parse(at))).toBe(weekday);
});

test('day before, across the end of summer time late in the evening, counts days and not hours', () => {
  expect(dayBefore(Date.parse('2026-11-28T22:30:00Z'), 89)).toBe('2026-08-31');
  expect(dayBefore(Date.parse('2026-03-29T22:30:00Z'), 1)).toBe('2026-03-29');
});

test('calendar day, where Intl formats in US order (ICU 72), is still the ISO date', () => {
  const parts = Object.entries({ month: '11', day: '26', year: '2026', hour: '10', minute: '00' });
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/26/2026');
  vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockReturnValue(
    parts.flatMap(([type, value]) => [
      { type: type as Intl.DateTimeFormatPartTypes, value },
      { type: 'literal', value: '/' },
    ]),
  );
  const now = Date.parse('2026-11-26T09:00:00Z');
  expect(dayInTirane(now)).toBe('2026-11-26');
  expect(new Date(lastDayFrom(now)).toISOString()).toBe('2026-12-26T12:00:00.000Z');
});
