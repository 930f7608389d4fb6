import type { Language } from './language.ts';

export const NBSP = '\u00a0';

/** A number without a unit: `2 200` (sq, no-break space) or `2,200` (en); decimals only when there are any, or when asked. */
export function formatAmount(number: number, language: Language, digits = Number.isInteger(number) ? 0 : 2): string {
  const [whole = '0', fraction] = Math.abs(number).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, language === 'sq' ? NBSP : ',');
  return `${number < 0 ? '-' : ''}${grouped}${fraction ? (language === 'sq' ? ',' : '.') + fraction : ''}`;
}

/** As many decimals as a rate has, two at least. */
export const digitsOfRate = (rate: number) => Math.max(2, Math.min(6, String(rate).split('.')[1]?.length ?? 0));

/** Lek for one of another currency, the unit behind in both languages: `95,40 lekë` or `95.40 ALL`. */
export const formatRate = (rate: number, language: Language): string =>
  `${formatAmount(rate, language, digitsOfRate(rate))}${NBSP}${language === 'sq' ? 'lekë' : 'ALL'}`;
