/** Whether a salon is open, by the clock in Albania. */
import { dayInTirane, partsInTirane, weekdayInTirane } from './calendar-day.ts';

export interface OpenStretch {
  /** 1 is Monday. */
  weekday: number;
  /** `09:00`; stretches of a day stand in their order. */
  opens: string;
  closes: string;
}

interface OpeningTimes {
  hours: readonly OpenStretch[];
  /** Days on which it is closed, such as `2026-11-28`. */
  holidays: readonly string[];
}

export type Opening =
  | { isOpen: true; until: string }
  | {
      isOpen: false;
      /** It does not open on this day at all. */
      isAllDay: boolean;
      /** `inDays` 0 is still today. Null where holidays follow for longer than a month. */
      next: { inDays: number; weekday: number; day: string; at: string } | null;
    };

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 31;

/** At `now`, in ms. Null of a salon that never opens. */
export function openingAt({ hours, holidays }: OpeningTimes, now: number): Opening | null {
  if (hours.length === 0) return null;
  const { hour, minute } = partsInTirane(now);
  const time = `${hour}:${minute}`;
  const today = Date.parse(dayInTirane(now));
  const weekdayToday = weekdayInTirane(now);
  const isOn = (inDays: number) => {
    const day = new Date(today + inDays * DAY_MS).toISOString().slice(0, 10);
    const weekday = ((weekdayToday + inDays - 1) % 7) + 1;
    const stretches = holidays.includes(day) ? [] : hours.filter((stretch) => stretch.weekday === weekday);
    return { day, weekday, stretches };
  };
  const { stretches } = isOn(0);
  const present = stretches.find(({ opens, closes }) => opens <= time && time < closes);
  if (present) return { isOpen: true, until: present.closes };
  const isAllDay = stretches.length === 0;
  for (let inDays = 0; inDays <= DAYS_AHEAD; inDays++) {
    const { day, weekday, stretches: later } = isOn(inDays);
    const next = later.find(({ opens }) => inDays > 0 || opens > time);
    if (next) return { isOpen: false, isAllDay, next: { inDays, weekday, day, at: next.opens } };
  }
  return { isOpen: false, isAllDay, next: null };
}

const OPENS = /^([01]\d|2[0-3]):[0-5]\d$/;
const CLOSES = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Whether these are opening hours: times of a day, of which none overlap. In any order. */
export function areStretches(hours: readonly OpenStretch[]): boolean {
  const areValid = hours.every(
    ({ weekday, opens, closes }) =>
      weekday >= 1 && weekday <= 7 && OPENS.test(opens) && CLOSES.test(closes) && opens < closes,
  );
  const overlap = (one: OpenStretch, other: OpenStretch) =>
    one.weekday === other.weekday && one.opens < other.closes && other.opens < one.closes;
  return areValid && !hours.some((one, index) => hours.slice(index + 1).some((other) => overlap(one, other)));
}

export interface DaysAlike {
  first: number;
  last: number;
  /** `09:00–13:00`; none where they are closed. */
  stretches: string[];
}

/** What is opened on a weekday: `09:00–13:00`, in order. */
export const stretchesOn = (weekday: number, hours: readonly OpenStretch[]): string[] =>
  hours.filter((stretch) => stretch.weekday === weekday).map(({ opens, closes }) => `${opens}–${closes}`);

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
