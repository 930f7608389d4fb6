/** Texts of the visitor's language, given to every component. */
import { createContext, use } from 'react';
import type { Language } from '#core/i18n/language.ts';
import type { Catalogue, Translate } from '#core/i18n/t.ts';

const TranslateContext = createContext<Translate | null>(null);
export const TranslateProvider = TranslateContext;

/** The translator of this visit; `t.language` is its language. */
export function useT(): Translate {
  const t = use(TranslateContext);
  if (!t) throw new Error('useT outside of TranslateProvider');
  return t;
}

/** Loads one language only; the page names its file ahead of time. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === 'sq' ? (await import('#core/i18n/sq.ts')).sq : (await import('#core/i18n/en.ts')).en;
}
