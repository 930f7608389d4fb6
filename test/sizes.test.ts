import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

/** A file with more lines of code is looked at twice: usually a noun is missing. */
const MOST = 250;

/** Lines that are neither blank nor a comment alone. */
function linesOfCode(path: string): number {
  const code = textOf(path).replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');
  return code.split('\n').filter((line) => line.trim() && !line.trim().startsWith('//')).length;
}

const sources = filesOf('{core,server,web,db,test,scripts,bench,e2e}/**/*.{ts,tsx,mjs}').filter(
  (path) => !/^core\/i18n\/(sq|en)\//.test(path),
);

test(`a file has at most ${MOST} lines of code`, () => {
  const long = sources.filter((path) => linesOfCode(path) > MOST);
  expect(long).toEqual([]);
});

test('half of all files fit on a screen', () => {
  const sizes = sources.map(linesOfCode).sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(60);
});
