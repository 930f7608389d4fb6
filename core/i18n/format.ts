/**
 * Money, dates and remaining time in both languages, the same byte for byte in Node and in every browser.
 * Chromium carries no Albanian data, so `Intl` must never format Albanian (docs/decisions/0003).
 */
import { partsInTirane, weekdayInTirane } from '../domain/calendar-day.ts';
import { type Remaining, remaining } from '../domain/expiry.ts';
import { formatAmount, NBSP } from './amount.ts';
import type { Language } from './language.ts';
import type { PluralKey, Translate } from './t.ts';

/** Lek with its unit: `2 200 lekë` or `ALL 2,200`, never broken over two lines. */
export function formatLek(lek: number, language: Language, digits?: number): string {
  const amount = formatAmount(lek, language, digits);
  return language === 'sq' ? `${amount}${NBSP}lekë` : `ALL${NBSP}${amount}`;
}

/** How far away something is: `300 m`, `1,2 km`, `35 km`; never nearer than a hundred metres, for nobody knows better. */
export function formatDistance(km: number, language: Language): string {
  if (km < 0.95) return `${Math.max(1, Math.round(km * 10)) * 100}${NBSP}m`;
  return `${formatAmount(km, language, km < 9.95 ? 1 : 0)}${NBSP}km`;
}

const months: Record<Language, readonly string[]> = {
  sq: [
    'janar',
    'shkurt',
    'mars',
    'prill',
    'maj',
    'qershor',
    'korrik',
    'gusht',
    'shtator',
    'tetor',
    'nëntor',
    'dhjetor',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
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

/** On which day, Sunday first. */
const onDays: Record<Language, readonly string[]> = {
  sq: ['të dielën', 'të hënën', 'të martën', 'të mërkurën', 'të enjten', 'të premten', 'të shtunën'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

/** The day as it stands behind "until" or "opens": `të martën`, `Tuesday`. `weekday` counts from Sunday, 0; 7 is Sunday too. */
export const formatWeekday = (weekday: number, language: Language) => onDays[language][weekday % 7] as string;

/** When a deal ends: `të martën, 24 nëntor, 18:31` or `Tuesday, 24 November, 18:31`, in Europe/Tirane. */
export function formatEnd(instant: string, language: Language): string {
  const { month, day, hour, minute } = partsOf(instant);
  const weekday = weekdayInTirane(Date.parse(instant));
  return `${formatWeekday(weekday, language)}, ${Number(day)} ${months[language][Number(month) - 1]}, ${hour}:${minute}`;
}

/**
 * What is left of a deal: days, hours and minutes without the zero ones, seconds under a minute, joined with
 * "and" before the last (Spec 1 §4).
 */
export function formatRemaining(expiresAt: string | null, now: number, t: Translate): string {
  const left = remaining(expiresAt, now);
  if (left === 'none') return t('time.noExpiration');
  if (left === 'expired') return t('time.expired');
  const parts = partsLeft(left).map(([key, count]) => t.count(key, count));
  if (parts.length === 0) return t('time.lessThanSecond');
  const last = parts.pop() as string;
  return parts.length === 0 ? last : `${parts.join(', ')} ${t('common.and')} ${last}`;
}

/** The short form of a card: the largest part of it, which says whether it is one, `Mbetet 1 ditë` or `Mbeten 3 orë`. */
export function formatLeft(expiresAt: string | null, now: number, t: Translate): string {
  const left = remaining(expiresAt, now);
  const [part] = typeof left === 'string' ? [] : partsLeft(left);
  if (!part) return formatRemaining(expiresAt, now, t);
  const [key, count] = part;
  return t(count === 1 ? 'time.lastOne' : 'time.left', { left: t.count(key, count) });
}

function partsLeft({ days, hours, minutes, seconds }: Remaining): [key: PluralKey, count: number][] {
  const parts: [PluralKey, number][] = [
    ['time.day', days],
    ['time.hour', hours],
    ['time.minute', minutes],
  ];
  const some = parts.filter(([, count]) => count > 0);
  return some.length === 0 && seconds > 0 ? [['time.second', seconds]] : some;
}

/** Opening hours as stored in English (`9 AM - 9 PM`); on the 24-hour clock in Albanian where they can be read. */
export function formatHours(hours: string, language: Language): string {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*(AM|PM)\s*-\s*(\d{1,2})(?::(\d{2}))?\s*(AM|PM)$/i.exec(hours.trim());
  if (!match || language === 'en') return hours;
  const clock = (hour = '0', minute = '00', half = 'AM') =>
    `${String((Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minute}`;
  return `${clock(match[1], match[2], match[3])}–${clock(match[4], match[5], match[6])}`;
}
