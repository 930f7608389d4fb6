import { DEFAULT_LANGUAGE, type Language } from './language.ts';

/** Where something leads in a language: the Albanian address is the plain one. */
export const addressIn = (language: Language, url: string): string =>
  language === DEFAULT_LANGUAGE ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
