/** Messages in the visitor's language. */
import { createContext, use } from 'react';
import { type Area, filesOf } from '#core/i18n/areas.ts';
import type { Language } from '#core/i18n/language.ts';
import { type Catalogue, type Translate, translator } from '#core/i18n/t.ts';

const TranslateContext = createContext<Translate | null>(null);
export const TranslateProvider = TranslateContext;

/** `t.language` is the language of the page. */
export function useT(): Translate {
  const t = use(TranslateContext);
  if (!t) throw new Error('useT outside of TranslateProvider');
  return t;
}

let add: ((area: Area) => Promise<unknown>) | null = null;

/** Loads the messages of every page in one language; the page preloads the file. */
export async function loadTranslator(language: Language): Promise<Translate> {
  const known: Partial<Catalogue> = {};
  const load = async (area: Area | 'every-page') => Object.assign(known, (await filesOf[area][language]()).words);
  add = load;
  await load('every-page');
  return translator(language, known as Catalogue);
}

/** Loads further message areas. The server has all of them. */
export async function loadWords(areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.map((area) => add?.(area)));
}
