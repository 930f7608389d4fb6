import { dayInTirane } from './calendar-day.ts';

/** The day `days` before that of `ms`: days are 23 to 25 hours long, so that hours cannot be subtracted. */
export const dayBefore = (ms: number, days: number): string =>
  new Date(Date.parse(dayInTirane(ms)) - days * 86_400_000).toISOString().slice(0, 10);
