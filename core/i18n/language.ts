/** The two languages of the shop; Albanian is the default (Spec 1 §4). */
export const languages = ['sq', 'en'] as const;
export type Language = (typeof languages)[number];
export const DEFAULT_LANGUAGE: Language = 'sq';

export function isLanguage(value: unknown): value is Language {
  return value === 'sq' || value === 'en';
}

/** The first supported language of an Accept-Language header, or null. */
export function acceptedLanguage(header: string | undefined): Language | null {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    if (isLanguage(tag)) return tag;
  }
  return null;
}

/** URL in a language; Albanian has no parameter. */
export const addressIn = (language: Language, url: string): string =>
  language === DEFAULT_LANGUAGE ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
