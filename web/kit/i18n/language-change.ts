/** Changing the language of the page. */
import { addressIn, type Language } from '#core/i18n/language.ts';
import { keepsCookies, savePreference } from '#web/kit/preferences.ts';
import { useAddress } from '#web/kit/router/address.ts';
import { useT } from './i18n.tsx';

/** Spec 1 §4: the page reloads 50 ms after the change. */
const RELOAD_MS = 50;

/** Saves another language and reloads the page in it. */
export function useLanguageChange(): (language: Language) => void {
  const t = useT();
  const { canonical } = useAddress();
  return (language) => {
    if (language === t.language) return;
    if (!keepsCookies()) return location.assign(addressIn(language, canonical));
    savePreference('language', language);
    setTimeout(() => {
      // Keeps the router's index of the history entry, which the leave guard reads.
      history.replaceState({ ...history.state, usr: null }, '', canonical);
      location.reload();
    }, RELOAD_MS);
  };
}
