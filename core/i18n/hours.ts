import type { Language } from './language.ts';

/** Opening hours stored as `9 AM - 9 PM`, in 24-hour format in Albanian when they can be parsed. */
export function formatHours(hours: string, language: Language): string {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*(AM|PM)\s*-\s*(\d{1,2})(?::(\d{2}))?\s*(AM|PM)$/i.exec(hours.trim());
  if (!match || language === 'en') return hours;
  const clock = (hour = '0', minute = '00', half = 'AM') =>
    `${String((Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minute}`;
  return `${clock(match[1], match[2], match[3])}–${clock(match[4], match[5], match[6])}`;
}
