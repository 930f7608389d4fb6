/** A class that no style is made for is a slip of the pen, which no compiler sees. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

/** Said for others that ask whether they stand in it; styled nowhere. */
const MARKS = ['group', 'peer'];

const unescaped = (name: string) =>
  name
    .replace(/\\([\da-f]{1,6}) /g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');

const classesOf = (sheet: string) =>
  new Set([...sheet.matchAll(/\.((?:\\[\da-f]{1,6} |\\.|[\w-])+)/g)].map(([, name = '']) => unescaped(name)));

const wornIn = (text: string) =>
  [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, list = '']) => list.split(/\s+/).filter(Boolean));

test('every class that is worn has a style', () => {
  const styled = classesOf(filesOf('build/client/assets/*.css').map(textOf).join('\n'));
  const worn = filesOf('web/**/*.tsx').filter((path) => !path.includes('.test.'));
  const unknown = worn.flatMap((path) =>
    wornIn(textOf(path)).filter((name) => !styled.has(name) && !MARKS.includes(name)),
  );
  expect(unknown, 'in what was built last').toEqual([]);
});

test('the test can tell: it reads names as sheets write them', () => {
  const styled = classesOf('.sm\\:text-3xl{a:b}.min-h-\\[1\\.5rem\\]:hover{a:b}.\\32 xl{a:b}');
  expect([...styled]).toEqual(['sm:text-3xl', 'min-h-[1.5rem]', '2xl']);
  expect(wornIn('<p className="sm:text-3xl\n text-qiuet">')).toEqual(['sm:text-3xl', 'text-qiuet']);
});
