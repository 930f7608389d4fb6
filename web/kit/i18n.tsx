/** Texts of the visitor's language, given to every component. */
import { createContext, use } from 'react';
import { type Area, areas } from '#core/i18n/areas.ts';
import type { Language } from '#core/i18n/language.ts';
import { type Catalogue, type Translate, translator } from '#core/i18n/t.ts';

const TranslateContext = createContext<Translate | null>(null);
export const TranslateProvider = TranslateContext;

/** The translator of this visit; `t.language` is its language. */
export function useT(): Translate {
  const t = use(TranslateContext);
  if (!t) throw new Error('useT outside of TranslateProvider');
  return t;
}

let add: ((area: Area) => Promise<unknown>) | null = null;

/** Loads one language only, and of it the words of every page; the page names the file ahead of time. */
export async function loadTranslator(language: Language): Promise<Translate> {
  const known: Partial<Catalogue> = {};
  const load = async (area: Area | 'every-page') => Object.assign(known, (await areas[area][language]()).words);
  add = load;
  await load('every-page');
  return translator(language, known as Catalogue);
}

/** Adds what a page says beyond the words of every page. The server has all of them. */
export async function loadWords(areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.map((area) => add?.(area)));
}
