import type { Language } from '#core/i18n/language.ts';
import { useAddress } from './address.ts';
import { useT } from './i18n.tsx';
import { remember } from './preferences.ts';

/** Spec 1 §4: the page reloads 50 ms after the change. */
const RELOAD_MS = 50;

export const languages = ['sq', 'en'] as const;

/** Remembers another language and loads the page anew in it. */
export function useLanguageChange(): (language: Language) => void {
  const t = useT();
  const { canonical } = useAddress();
  return (language) => {
    if (language === t.language) return;
    remember('language', language);
    setTimeout(() => {
      // Its place among the entries stays: whoever goes back is asked by it.
      history.replaceState({ ...history.state, usr: null }, '', canonical);
      location.reload();
    }, RELOAD_MS);
  };
}
