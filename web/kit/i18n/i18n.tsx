/** Messages in the visitor's language. */
import { createContext, use } from 'react';
import type { Area } from '#core/i18n/areas.ts';
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

/** The areas of home. */
const first: Partial<Record<Area | 'every-page', Record<Language, () => Promise<{ words: object }>>>> = {
  'every-page': {
    sq: () => import('#core/i18n/sq/every-page.ts'),
    en: () => import('#core/i18n/en/every-page.ts'),
  },
  find: { sq: () => import('#core/i18n/sq/find.ts'), en: () => import('#core/i18n/en/find.ts') },
};

/** Loads the messages of every page in one language; the page preloads the file. */
export async function loadTranslator(language: Language): Promise<Translate> {
  const known: Partial<Catalogue> = {};
  const load = async (area: Area | 'every-page') => {
    const files = first[area] ?? (await import('#core/i18n/areas.ts')).filesOf[area];
    return Object.assign(known, (await files[language]()).words);
  };
  add = load;
  await load('every-page');
  return translator(language, known as Catalogue);
}

/**
 * Loads further message areas, those that home does without together with `later`, which all but the first view may use. The
 * server has all of them.
 */
export async function loadWords(areas: readonly Area[]): Promise<void> {
  const isFirstView = areas.length > 0 && areas.every((area) => first[area]);
  const all = isFirstView ? areas : new Set<Area>(['later', ...areas]);
  await Promise.all([...all].map((area) => add?.(area)));
}
