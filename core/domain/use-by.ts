/** Until when what was bought can be used. Days begin and end as in Albania. */
import { dayInTirane } from './calendar-day.ts';

/** How many days after its own an order can still be used. */
export const USABLE_DAYS = 30;

/** A moment of the last day on which can be used what is ordered `now`, in ms. */
export const lastDayFrom = (now: number): number =>
  Date.parse(`${dayInTirane(now)}T12:00:00Z`) + USABLE_DAYS * 86_400_000;
