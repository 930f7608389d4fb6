import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeNext } from './use-sign-in.ts';

test.each([
  '/',
  '/cart',
  '/loginx',
  '/apis',
  '/deal/6f1c',
  '/?category=nails&city=all',
  '/profile#order-1',
  '/?search=xhel%20thonj',
])('%s is where one goes on', (path) => expect(safeNext(path)).toBe(path));

test.each([
  null,
  '',
  'cart',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/%2Fevil.example',
  '/%00',
  '/%',
  '/cart\n',
  ' /cart',
  '/a/../cart',
  'https://evil.example/',
  'javascript:alert(1)',
  '/.//evil.example',
  '/login',
  '/login?next=/login',
  '/Login/',
  '/log%69n',
  '/api/auth/me',
  '/api',
  '/healthz',
])('%j leads home', (next) => expect(safeNext(next)).toBe('/'));

const trap = fc.constantFrom(
  '/',
  '\\',
  '%',
  '09',
  '2f',
  '5C',
  '0a',
  '\t',
  '\n',
  '\0',
  '.',
  '..',
  ':',
  '@',
  '?',
  '#',
  'x',
  'login',
  'api',
);

test('whatever is asked for, the answer is a plain path of this site', () => {
  const asked = fc.array(fc.oneof(trap, fc.string()), { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(asked, (next) => {
      const path = safeNext(next);
      const url = new URL(path, location.origin);
      expect(url.origin).toBe(location.origin);
      expect(url.pathname + url.search + url.hash).toBe(path);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/(login|api)(\/|$)|^\/\/|[\u0000-\u001f\u007f\\]/);
    }),
    { numRuns: 2000 },
  );
});
