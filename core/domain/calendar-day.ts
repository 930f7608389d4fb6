/**
 * Date and time in Albania. Parts are looked up by type: their order and separators differ between ICU versions, so
 * formatted output must never be parsed or compared.
 */
let tirane: Intl.DateTimeFormat | undefined;
/** Created at first use: it takes a slow phone over 100 ms, which a page that shows no date need not spend. */
const formatOfTirane = () =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Tirane',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

/** Each with a leading zero: `2026`, `03`, `09`, `18`, `05`. */
export function partsInTirane(ms: number): Record<Part, string> {
  tirane ??= formatOfTirane();
  return Object.fromEntries(tirane.formatToParts(ms).map(({ type, value }) => [type, value])) as Record<Part, string>;
}

/** As `2026-11-22`; days begin at midnight in Albania. */
export function dayInTirane(ms: number): string {
  const { year, month, day } = partsInTirane(ms);
  return `${year}-${month}-${day}`;
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayInTirane = (ms: number): number => new Date(dayInTirane(ms)).getUTCDay() || 7;
