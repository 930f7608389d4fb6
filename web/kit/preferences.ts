/**
 * Preferences of this browser: language, city, theme and session id. They are in local storage under the specification's
 * keys and mirrored to cookies, so that the server renders the right language and city.
 */
import { type CityChoice, toCityChoice } from '#core/domain/cities.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Translate } from '#core/i18n/t.ts';
import { loadWords } from './i18n/i18n.tsx';
import { toast } from './toasts.ts';

type Name = 'language' | 'selectedCity' | 'theme' | 'sessionId';
const YEAR_S = 365 * 24 * 3600;

/** Null also where local storage is blocked. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function cookie(name: string): string | null {
  const match = document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`));
  try {
    return match?.[1] === undefined ? null : decodeURIComponent(match[1]);
  } catch {
    // Malformed: not written by the shop.
    return null;
  }
}

export function savePreference(name: Name, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The cookie still has it.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

export function storedLanguage(): Language | null {
  const value = stored('language');
  return value === 'sq' || value === 'en' ? value : null;
}

/** The cookie is newer: the server sets it too, when an address names a city. */
export function storedCity(): CityChoice {
  return toCityChoice(cookie('selectedCity') ?? stored('selectedCity'));
}

const listeners = new Set<() => void>();

export function onPreferenceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `session_`, the time and 128 random bits; made on the first visit (Spec 1 §3). */
export function sessionId(): string {
  const known = stored('sessionId') ?? cookie('sessionId');
  if (known && /^session_[A-Za-z0-9_-]{1,120}$/.test(known)) {
    if (cookie('sessionId') !== known) savePreference('sessionId', known);
    return known;
  }
  return renewSessionId();
}

/** A new session id, for the next person on this browser. */
export function renewSessionId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  const made = `session_${Date.now()}_${random.join('')}`;
  savePreference('sessionId', made);
  return made;
}

/** Whether this browser keeps cookies; `navigator.cookieEnabled` does not know about every policy. */
export function keepsCookies(): boolean {
  const saved = sessionId();
  return cookie('sessionId') === saved;
}

/** Whether cookies are blocked; shows a toast if so. */
export function lacksCookies(t: Translate): boolean {
  if (keepsCookies()) return false;
  toastCookiesBlocked(t);
  return true;
}

export const toastCookiesBlocked = (t: Translate): void =>
  void loadWords([]).then(() => toast({ tone: 'failed', title: t('common.error'), text: t('cookies.blocked') }));
