/** The two languages of the shop; Albanian is the default (Spec 1 §4). */
export const languages = ['sq', 'en'] as const;
export type Language = (typeof languages)[number];
export const DEFAULT_LANGUAGE: Language = 'sq';

export function isLanguage(value: unknown): value is Language {
  return value === 'sq' || value === 'en';
}

/** The supported language that an Accept-Language header prefers, the first of equals; null if it names none. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [range = '', weight = '1'] = part.split(/;\s*q\s*=/);
    const [tag = ''] = range.trim().split('-');
    weights.set(tag, Math.max(weights.get(tag) ?? 0, Number(weight) || 0));
  }
  const named = [...weights.keys()].filter(isLanguage);
  // A star stands for the languages that are not named.
  const others = weights.has('*') ? languages.filter((language) => !weights.has(language)) : [];
  const weightOf = (language: Language) => weights.get(language) ?? weights.get('*') ?? 0;
  const [best] = [...named, ...others].sort((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 ? best : null;
}

/** URL in a language; Albanian has no parameter. */
export const addressIn = (language: Language, url: string): string =>
  language === DEFAULT_LANGUAGE ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
