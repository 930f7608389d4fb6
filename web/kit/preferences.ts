/**
 * What the browser remembers: language, city, theme and session id, in local storage under the specification's keys
 * and mirrored to cookies, so that the server renders the right words in the right city the first time.
 */
import { type CityChoice, toCityChoice } from '#core/domain/cities.ts';
import { type Theme, toTheme } from '#core/domain/themes.ts';
import type { Language } from '#core/i18n/language.ts';

type Name = 'language' | 'selectedCity' | 'theme' | 'sessionId';
const YEAR = 365 * 24 * 3600;

/** Local storage may be blocked; a visit must work all the same. */
function stored(name: string): string | null {
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
    // Not everything that stands there was written by us.
    return null;
  }
}

export function remember(name: Name, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The cookie below still remembers it.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  for (const tell of listeners) tell();
}

export function storedLanguage(): Language | null {
  const value = stored('language');
  return value === 'sq' || value === 'en' ? value : null;
}

/** The cookie is the newer one: the server writes it too, when an address names a city. */
export function storedCity(): CityChoice {
  return toCityChoice(cookie('selectedCity') ?? stored('selectedCity'));
}

export function storedTheme(): Theme {
  return toTheme(cookie('theme') ?? stored('theme'));
}

const listeners = new Set<() => void>();

/** Calls `listener` when something is remembered; returns how to stop that. */
export function onRemembered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** This browser's label: `session_`, the time and 128 random bits; made on the first visit (Spec 1 §3). */
export function sessionId(): string {
  const known = stored('sessionId') ?? cookie('sessionId');
  if (known && /^session_[A-Za-z0-9_-]{1,120}$/.test(known)) {
    if (cookie('sessionId') !== known) remember('sessionId', known);
    return known;
  }
  return renewSessionId();
}

/** A new label, so that the next person on this browser starts afresh. */
export function renewSessionId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  const made = `session_${Date.now()}_${random.join('')}`;
  remember('sessionId', made);
  return made;
}
