import { expect, test } from 'vitest';
import { acceptsBrotli } from './compression.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['BR;Q=0.5', true],
  ['gzip, *', true],
  [undefined, false],
  ['', false],
  ['gzip', false],
  ['br;q=0', false],
  ['gzip, br; q=0.000', false],
  ['*, br;q=0', false],
  ['brotli', false],
  ['br;q=much', false],
])('Accept-Encoding “%s”, negotiated, uses brotli: %s', (header, gets) => {
  expect(acceptsBrotli(header)).toBe(gets);
});
