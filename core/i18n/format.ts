/** Money and distances, identical in Node and every browser: Chromium has no Albanian `Intl` data (docs/decisions/0003). */
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

export const NBSP = '\u00a0';

/** A number without a unit: `2 200` (sq, no-break space) or `2,200` (en); decimals only when there are any, or when asked. */
export function formatAmount(number: number, language: Language, digits = Number.isInteger(number) ? 0 : 2): string {
  const [whole = '0', fraction] = Math.abs(number).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, language === 'sq' ? NBSP : ',');
  return `${number < 0 ? '-' : ''}${grouped}${fraction ? (language === 'sq' ? ',' : '.') + fraction : ''}`;
}
