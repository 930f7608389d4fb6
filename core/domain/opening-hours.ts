/** Whether a salon is open, by the clock in Albania. */
import { dayInTirane, partsInTirane, weekdayInTirane } from './calendar-day.ts';

export interface OpenStretch {
  /** On which it opens; 1 is Monday. */
  weekday: number;
  /** `09:00`; stretches of a day stand in their order. */
  opens: string;
  /** Up to `24:00`; what is not after `opens` is on the next day. */
  closes: string;
}

interface OpeningTimes {
  hours: readonly OpenStretch[];
  /** Days on which it does not open, such as `2026-11-28`. */
  holidays: readonly string[];
}

export type Opening =
  | {
      isOpen: true;
      /** Null where it does not close within a week. */
      until: string | null;
      /** Of the closing, where that is more than a day ahead. */
      weekday?: number;
    }
  | {
      isOpen: false;
      /** It does not open on this day at all. */
      isAllDay: boolean;
      /** `inDays` 0 is still today. Null where holidays follow for longer than a month. */
      next: { inDays: number; weekday: number; day: string; at: string } | null;
    };

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 31;
/** Minutes. */
const DAY = 24 * 60;
const WEEK = 7 * DAY;

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function lengthOf({ opens, closes }: OpenStretch): number {
  const minutes = minutesOf(closes) - minutesOf(opens);
  return minutes > 0 ? minutes : minutes + DAY;
}

/** At `now`, in ms. Null of a salon that never opens. */
export function openingAt({ hours, holidays }: OpeningTimes, now: number): Opening | null {
  if (hours.length === 0) return null;
  const { hour, minute } = partsInTirane(now);
  const time = minutesOf(`${hour}:${minute}`);
  const today = Date.parse(dayInTirane(now));
  const weekdayToday = weekdayInTirane(now);
  const dayIn = (inDays: number) => new Date(today + inDays * DAY_MS).toISOString().slice(0, 10);
  const weekdayIn = (inDays: number) => ((weekdayToday + inDays + 6) % 7) + 1;
  // In minutes since midnight today.
  const stretchesIn = (inDays: number) =>
    (holidays.includes(dayIn(inDays)) ? [] : hours)
      .filter(({ weekday }) => weekday === weekdayIn(inDays))
      .map((stretch) => ({ begin: inDays * DAY + minutesOf(stretch.opens), length: lengthOf(stretch) }))
      .map(({ begin, length }) => ({ begin, end: begin + length }));
  const joined: { begin: number; end: number }[] = [];
  for (let inDays = -1; inDays <= DAYS_AHEAD; inDays++)
    for (const stretch of stretchesIn(inDays)) {
      const last = joined.at(-1);
      if (last?.end === stretch.begin) last.end = stretch.end;
      else joined.push(stretch);
    }
  const next = joined.find(({ end }) => end > time);
  const isAllDay = stretchesIn(0).length === 0;
  if (!next) return { isOpen: false, isAllDay, next: null };
  if (next.begin > time) {
    const inDays = Math.floor(next.begin / DAY);
    const at = timeOf(next.begin % DAY);
    return { isOpen: false, isAllDay, next: { inDays, weekday: weekdayIn(inDays), day: dayIn(inDays), at } };
  }
  if (next.end - time > WEEK) return { isOpen: true, until: null };
  const lastDay = Math.ceil(next.end / DAY) - 1;
  const until = timeOf(next.end - lastDay * DAY);
  return next.end - time > DAY ? { isOpen: true, until, weekday: weekdayIn(lastDay) } : { isOpen: true, until };
}

const OPENS = /^([01]\d|2[0-3]):[0-5]\d$/;
const CLOSES = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Whether these are opening hours: times of a day, of which none overlap, also past midnight. In any order. */
export function areStretches(hours: readonly OpenStretch[]): boolean {
  const areValid = hours.every(
    ({ weekday, opens, closes }) => weekday >= 1 && weekday <= 7 && OPENS.test(opens) && CLOSES.test(closes),
  );
  const beginOf = ({ weekday, opens }: OpenStretch) => (weekday - 1) * DAY + minutesOf(opens);
  const overlap = (one: OpenStretch, other: OpenStretch) => {
    const later = (beginOf(other) - beginOf(one) + WEEK) % WEEK;
    return later < lengthOf(one) || WEEK - later < lengthOf(other);
  };
  return areValid && !hours.some((one, index) => hours.slice(index + 1).some((other) => overlap(one, other)));
}

/** `closes` as schema.org has it: the day ends at 23:59, and a time equal to `opens` would mean closed. */
export function structuredCloses({ opens, closes }: OpenStretch): string {
  const minutes = minutesOf(closes);
  return minutes % DAY === 0 || closes === opens ? timeOf((minutes + DAY - 1) % DAY) : closes;
}

export interface DaysAlike {
  first: number;
  last: number;
  /** `09:00–13:00`; none where they are closed. */
  stretches: string[];
}

/** What is opened on a weekday: `09:00–13:00`, in order. */
export const stretchesOn = (weekday: number, hours: readonly OpenStretch[]): string[] =>
  hours
    .filter((stretch) => stretch.weekday === weekday)
    .map(({ opens, closes }) => `${opens}–${closes === '00:00' ? '24:00' : closes}`);

/** The week from Monday, with neighbours of the same hours together. */
export function weekOf(hours: readonly OpenStretch[]): DaysAlike[] {
  const week: DaysAlike[] = [];
  for (let weekday = 1; weekday <= 7; weekday++) {
    const stretches = stretchesOn(weekday, hours);
    const before = week.at(-1);
    if (before?.stretches.join() === stretches.join()) before.last = weekday;
    else week.push({ first: weekday, last: weekday, stretches });
  }
  return week;
}
