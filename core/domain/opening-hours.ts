/** Whether a salon is open, by the clock in Albania. */
import { partsInTirane, weekdayInTirane } from './calendar-day.ts';

export interface OpenStretch {
  /** 1 is Monday. */
  weekday: number;
  /** `09:00`; stretches of a day stand in their order. */
  opens: string;
  closes: string;
}

export type Opening =
  | { isOpen: true; until: string }
  /** `inDays` 0 is still today. */
  | { isOpen: false; next: { inDays: number; weekday: number; at: string } };

/** At `now`, in ms. Null of a salon that never opens. */
export function openingAt(hours: readonly OpenStretch[], now: number): Opening | null {
  const { hour, minute } = partsInTirane(now);
  const today = weekdayInTirane(now);
  const time = `${hour}:${minute}`;
  const of = (weekday: number) => hours.filter((stretch) => stretch.weekday === weekday);
  const present = of(today).find(({ opens, closes }) => opens <= time && time < closes);
  if (present) return { isOpen: true, until: present.closes };
  for (let inDays = 0; inDays <= 7; inDays++) {
    const weekday = ((today + inDays - 1) % 7) + 1;
    const next = of(weekday).find(({ opens }) => inDays > 0 || opens > time);
    if (next) return { isOpen: false, next: { inDays, weekday, at: next.opens } };
  }
  return null;
}

export interface DaysAlike {
  first: number;
  last: number;
  /** `09:00–13:00`; none where they are closed. */
  stretches: string[];
}

/** The week from Monday, with neighbours of the same hours together. */
export function weekOf(hours: readonly OpenStretch[]): DaysAlike[] {
  const week: DaysAlike[] = [];
  for (let weekday = 1; weekday <= 7; weekday++) {
    const stretches = hours
      .filter((stretch) => stretch.weekday === weekday)
      .map(({ opens, closes }) => `${opens}–${closes}`);
    const before = week.at(-1);
    if (before?.stretches.join() === stretches.join()) before.last = weekday;
    else week.push({ first: weekday, last: weekday, stretches });
  }
  return week;
}
