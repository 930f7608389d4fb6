import { beforeEach, expect, test, vi } from 'vitest';
import { cookie, renewSessionId, savePreference, sessionId, storedCity, storedLanguage } from './preferences.ts';
import { storedTheme } from './theme.ts';

const FORM = /^session_\d+_[0-9a-f]{32}$/;

function clearPreferences(): void {
  localStorage.clear();
  for (const name of ['language', 'selectedCity', 'theme', 'sessionId']) {
    // biome-ignore lint/suspicious/noDocumentCookie: as a browser that clears its cookies
    document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
}

const blockStorage = () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
};

beforeEach(clearPreferences);

test('preference, saved, is in local storage and in a cookie', () => {
  savePreference('language', 'en');
  expect([localStorage.getItem('language'), cookie('language'), storedLanguage()]).toEqual(['en', 'en', 'en']);
});

test.each([
  ['https://bukuri.al', true],
  ['http://localhost:3000', false],
])('preference cookie, set at %s, is Secure: %s', (origin, isSecure) => {
  vi.stubGlobal('location', new URL(origin));
  const written = vi.spyOn(document, 'cookie', 'set');
  savePreference('language', 'en');
  expect(/; Secure\b/.test(`${written.mock.calls[0]}`)).toBe(isSecure);
  written.mockRestore();
});

test('preference, unknown language or city, counts as none', () => {
  expect([storedLanguage(), storedCity()]).toEqual([null, 'tirana']);
  savePreference('language', 'de');
  expect(storedLanguage()).toBeNull();
});

test('city, cookie differs from local storage, is that of the cookie', () => {
  savePreference('selectedCity', 'vlore');
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'selectedCity=durres; Path=/';
  expect(storedCity()).toBe('durres');
});

test.each(['%', '%E0%A4%A', 'tirana%'])('preference cookie, malformed (%j), counts as none', (broken) => {
  for (const name of ['selectedCity', 'theme', 'sessionId']) {
    // biome-ignore lint/suspicious/noDocumentCookie: as another program writes it
    document.cookie = `${name}=${broken}; Path=/`;
  }
  expect([storedCity(), storedTheme()]).toEqual(['tirana', 'system']);
  expect(sessionId()).toMatch(FORM);
});

test('session id, created once, has the specified form and is renewed on request', () => {
  const made = sessionId();
  expect(made).toMatch(FORM);
  expect(sessionId()).toBe(made);
  expect(cookie('sessionId')).toBe(made);
  expect(renewSessionId()).not.toBe(made);
});

test('session id, lost from one store, is restored from the other', () => {
  const made = sessionId();
  localStorage.clear();
  expect(sessionId()).toBe(made);
  savePreference('sessionId', made);
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser that clears its cookies
  document.cookie = 'sessionId=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
  expect(sessionId()).toBe(made);
  expect(cookie('sessionId')).toBe(made);
});

test.each(['', 'session_', 'session_<script>', 'else', `session_${'a'.repeat(121)}`])(
  'session id, stored as %j, is replaced',
  (stored) => {
    localStorage.setItem('sessionId', stored);
    expect(sessionId()).toMatch(FORM);
  },
);

test('preference, local storage blocked, is kept in the cookie', () => {
  blockStorage();
  savePreference('selectedCity', 'vlore');
  expect(storedCity()).toBe('vlore');
  const made = sessionId();
  expect(sessionId()).toBe(made);
});
