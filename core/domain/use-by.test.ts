import { expect, test } from 'vitest';
import { formatDate } from '#core/i18n/dates.ts';
import { lastDayFrom } from './use-by.ts';

test.each([
  ['2026-06-10T21:59:59Z', '10 July 2026'],
  ['2026-06-10T22:00:00Z', '11 July 2026'],
  ['2026-10-01T21:30:00Z', '31 October 2026'],
  ['2027-02-27T22:30:00Z', '29 March 2027'],
])('what is ordered at %s can be used until %s', (ordered, last) => {
  expect(formatDate(lastDayFrom(Date.parse(ordered)), 'en')).toBe(last);
});
