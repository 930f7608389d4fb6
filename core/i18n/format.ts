/** Money, dates and remaining time, identical in Node and every browser: Chromium has no Albanian `Intl` data (docs/decisions/0003). */
import { partsInTirane, weekdayInTirane } from '#core/domain/calendar-day.ts';
import type { Language } from './language.ts';

/** Lek with its unit: `2 200 lekë` or `ALL 2,200`, never broken over two lines. */
export function formatLek(lek: number, language: Language, digits?: number): string {
  const amount = formatAmount(lek, language, digits);
  return language === 'sq' ? `${amount}${NBSP}lekë` : `ALL${NBSP}${amount}`;
}

/** Distance: `300 m`, `1,2 km`, `35 km`; at least 100 m. */
export function formatDistance(km: number, language: Language): string {
  if (km < 0.95) return `${Math.max(1, Math.round(km * 10)) * 100}${NBSP}m`;
  return `${formatAmount(km, language, km < 9.95 ? 1 : 0)}${NBSP}km`;
}

/** `90 min`: the length of a service. */
export const formatMinutes = (minutes: number): string => `${minutes}${NBSP}min`;

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

/** Within a week: `Tuesday, 18:31` in Europe/Tirane. */
export function formatWeekdayTime(instant: number, language: Language): string {
  const { hour, minute } = partsOf(instant);
  return `${formatWeekday(weekdayInTirane(instant), language)}, ${hour}:${minute}`;
}

/** Opening hours stored as `9 AM - 9 PM`, in 24-hour format in Albanian when they can be parsed. */
export function formatHours(hours: string, language: Language): string {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*(AM|PM)\s*-\s*(\d{1,2})(?::(\d{2}))?\s*(AM|PM)$/i.exec(hours.trim());
  if (!match || language === 'en') return hours;
  const clock = (hour = '0', minute = '00', half = 'AM') =>
    `${String((Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minute}`;
  return `${clock(match[1], match[2], match[3])}–${clock(match[4], match[5], match[6])}`;
}

export const NBSP = '\u00a0';

/** A number without a unit: `2 200` (sq, no-break space) or `2,200` (en); decimals only when there are any, or when asked. */
export function formatAmount(number: number, language: Language, digits = Number.isInteger(number) ? 0 : 2): string {
  const [whole = '0', fraction] = Math.abs(number).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, language === 'sq' ? NBSP : ',');
  return `${number < 0 ? '-' : ''}${grouped}${fraction ? (language === 'sq' ? ',' : '.') + fraction : ''}`;
}

/** Decimals of a rate, 2 to 6. */
export const digitsOfRate = (rate: number) => Math.max(2, Math.min(6, String(rate).split('.')[1]?.length ?? 0));

/** Exchange rate: `95,40 lekë` or `95.40 ALL`. */
export const formatRate = (rate: number, language: Language): string =>
  `${formatAmount(rate, language, digitsOfRate(rate))}${NBSP}${language === 'sq' ? 'lekë' : 'ALL'}`;
