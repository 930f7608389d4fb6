/** What a document shows of the code is the code. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

/** Without indentation and empty lines. */
const plain = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');

/** The pieces of the code that a text shows, each with its file; a line `…` parts two. */
const excerptsOf = (text: string) =>
  [...text.matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```$/gm)].flatMap(([, file = '', shown = '']) =>
    plain(shown)
      .split(/^…$/m)
      .map((piece) => ({ file, piece: piece.trim() })),
  );

const shown = filesOf('{,docs/**/}*.md').flatMap((path) => excerptsOf(textOf(path)));
const isThere = ({ file, piece }: (typeof shown)[number]) => plain(textOf(file)).includes(piece);

test('an excerpt stands in the file that it names', () => {
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((excerpt) => !isThere(excerpt))).toEqual([]);
});

/** Code that nobody holds to anything. */
const unheld = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').match(/^ {4}\S.*/gm) ?? [];

test('how a feature is made is shown by excerpts alone', () => {
  expect(unheld(textOf('docs/a-new-feature.md'))).toEqual([]);
});

test('the test can tell', () => {
  expect(unheld('as in\n\n    call(it);\n\n```ts a.ts\n    call(it);\n```\n')).toEqual(['    call(it);']);
  const [first] = excerptsOf('```ts test/excerpts.test.ts\nconst a = 1;\n…\nconst unheard = 2;\n```\n');
  expect(first).toEqual({ file: 'test/excerpts.test.ts', piece: 'const a = 1;' });
  expect(isThere({ file: 'core/i18n/t.ts', piece: 'const unheard = 2;' })).toBe(false);
});
