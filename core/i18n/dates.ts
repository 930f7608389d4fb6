/** Dates and hours in Europe/Tirane, identical in Node and every browser (docs/decisions/0003). */
import { partsInTirane, weekdayInTirane } from '#core/domain/calendar-day.ts';
import type { Language } from './language.ts';

const months: Record<Language, readonly string[]> = {
  sq: 'janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

const partsOf = (instant: string | number) => partsInTirane(new Date(instant).getTime());

/** `20 nëntor 2025` in Europe/Tirane. */
export function formatDate(instant: string | number, language: Language): string {
  const parts = partsOf(instant);
  return `${Number(parts.day)} ${months[language][Number(parts.month) - 1]} ${parts.year}`;
}

/** `20 nëntor 2025, 18:05` in Europe/Tirane. */
export function formatDateTime(instant: string | number, language: Language): string {
  const parts = partsOf(instant);
  return `${formatDate(instant, language)}, ${parts.hour}:${parts.minute}`;
}

/** Accusative, Sunday first. */
const onDays: Record<Language, readonly string[]> = {
  sq: ['të dielën', 'të hënën', 'të martën', 'të mërkurën', 'të enjten', 'të premten', 'të shtunën'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

/** `të martën`, `Tuesday`. @param weekday - 0 and 7 are Sunday */
export const formatWeekday = (weekday: number, language: Language) => onDays[language][weekday % 7] as string;

/** End of a deal: `Tuesday, 24 November, 18:31` in Europe/Tirane. */
export function formatEnd(instant: string, language: Language): string {
  const { month, day, hour, minute } = partsOf(instant);
  const weekday = weekdayInTirane(Date.parse(instant));
  return `${formatWeekday(weekday, language)}, ${Number(day)} ${months[language][Number(month) - 1]}, ${hour}:${minute}`;
}
