/** What stands in letters about whatever it is. */
import type { Operator } from '#core/domain/shop.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { formatAmount, formatLek, NBSP } from '#core/i18n/format.ts';
import { heard } from '#core/i18n/heard.ts';
import type { Language } from '#core/i18n/language.ts';
import { type Translate, translator } from '#core/i18n/t.ts';

export const translatorOf = (language: Language): Translate => translator(language, allWords[language].words);

/** Why somebody is written to, and who writes, as far as the configuration says it. */
export function footOf(operator: Operator | null, why: string): string[] {
  const { nipt, name, address, contact } = operator ?? {};
  const who = [name, nipt && `NIPT ${nipt}`, address, contact].filter(Boolean).join(', ');
  return [why, ...(who ? [who] : [])];
}

/** Without groups, for ears too: what is written for eyes alone not every mail program leaves out. */
export const lek = (amount: number, language: Language): string => heard(formatLek(amount, language), language);

/** Cents, with the currency behind them. */
export const formatCents = (cents: number, currency: string, language: Language): string =>
  heard(`${formatAmount(cents / 100, language, 2)}${NBSP}${currency}`, language);
