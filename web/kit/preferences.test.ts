import { beforeEach, expect, test, vi } from 'vitest';
import {
  cookie,
  savePreference,
  renewSessionId,
  sessionId,
  storedCity,
  storedLanguage,
  storedTheme,
} from './preferences.ts';

const FORM = /^session_\d+_[0-9a-f]{32}$/;

function forgetAll(): void {
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

beforeEach(forgetAll);

test('what is remembered stands in local storage and, for the server, in a cookie', () => {
  savePreference('language', 'en');
  expect([localStorage.getItem('language'), cookie('language'), storedLanguage()]).toEqual(['en', 'en', 'en']);
});

test.each([
  ['https://bukuri.al', true],
  ['http://localhost:3000', false],
])('a cookie set at %s is sent over https alone: %s', (origin, isSecure) => {
  vi.stubGlobal('location', new URL(origin));
  const written = vi.spyOn(document, 'cookie', 'set');
  savePreference('language', 'en');
  expect(/; Secure\b/.test(`${written.mock.calls[0]}`)).toBe(isSecure);
  written.mockRestore();
});

test('a language or city that we do not have counts as none', () => {
  expect([storedLanguage(), storedCity()]).toEqual([null, 'tirana']);
  savePreference('language', 'de');
  expect(storedLanguage()).toBeNull();
});

test('the cookie says the newer city: the server writes it too', () => {
  savePreference('selectedCity', 'vlore');
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'selectedCity=durres; Path=/';
  expect(storedCity()).toBe('durres');
});

test.each(['%', '%E0%A4%A', 'tirana%'])('a cookie that says %j counts as none', (broken) => {
  for (const name of ['selectedCity', 'theme', 'sessionId']) {
    // biome-ignore lint/suspicious/noDocumentCookie: as another program, or a person, writes it
    document.cookie = `${name}=${broken}; Path=/`;
  }
  expect([storedCity(), storedTheme()]).toEqual(['tirana', 'system']);
  expect(sessionId()).toMatch(FORM);
});

test('the label of this browser is made once, in the specified form', () => {
  const made = sessionId();
  expect(made).toMatch(FORM);
  expect(sessionId()).toBe(made);
  expect(cookie('sessionId')).toBe(made);
});

test('the label survives the loss of either memory, and both get it back', () => {
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
  'the label %j is not taken',
  (label) => {
    localStorage.setItem('sessionId', label);
    expect(sessionId()).toMatch(FORM);
  },
);

test('the next person gets another label', () => {
  const before = sessionId();
  expect(renewSessionId()).not.toBe(before);
  expect(sessionId()).not.toBe(before);
});

test('where storage is blocked, the cookie remembers', () => {
  blockStorage();
  savePreference('selectedCity', 'vlore');
  expect(storedCity()).toBe('vlore');
  const made = sessionId();
  expect(sessionId()).toBe(made);
});
