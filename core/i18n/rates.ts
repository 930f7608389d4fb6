import { formatAmount, NBSP } from './format.ts';
import type { Language } from './language.ts';

/** Decimals of a rate, 2 to 6. */
export const digitsOfRate = (rate: number) => Math.max(2, Math.min(6, String(rate).split('.')[1]?.length ?? 0));

/** Exchange rate: `95,40 lekë` or `95.40 ALL`. */
export const formatRate = (rate: number, language: Language): string =>
  `${formatAmount(rate, language, digitsOfRate(rate))}${NBSP}${language === 'sq' ? 'lekë' : 'ALL'}`;
