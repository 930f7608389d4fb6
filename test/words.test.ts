/** A page brings the words it says: those of every page, and the areas that its row of the route table names. */
import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { pageAt, routes } from '#web/routes.ts';
import { filesOf, pathOf, reachOf, textOf } from './sources.ts';

const EVERY_PAGE = ['catalogue', 'messages', 'shell'];

const areaOf = new Map(
  filesOf('core/i18n/sq/*.ts').flatMap((path) =>
    [...textOf(path).matchAll(/^ {2}'([^']+)':/gm)].map(([, key = '']) => [key, /(\w+)\.ts$/.exec(path)?.[1] ?? '']),
  ),
);

/** What a text fetches later, forms and others, with the words that it brings along. */
const fetchedIn = (text: string) =>
  [...text.matchAll(/(lazyForm|lazily)\([^;]*?import\('([^']+)'\)([^;]*)/g)].map(([, how, to = '', rest = '']) => ({
    to,
    words: [...(how === 'lazyForm' ? ['forms'] : []), ...[...rest.matchAll(/'(\w+)'/g)].map(([, area = '']) => area)],
  }));

const fetched = filesOf('web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .flatMap((from) => fetchedIn(textOf(from)).map(({ to, words }) => ({ from, to: pathOf(from, to), words })));

/** It asks about what was typed, in the words of the form in it. */
const FORM_DIALOG = 'web/ui/form/form-dialog.tsx';

const bringsItsOwn = (from: string, to: string) =>
  to === FORM_DIALOG || fetched.some((other) => other.from === from && other.to === to);

function areasSaidBy(file: string): string[] {
  const text = reachOf(file, bringsItsOwn).map(textOf).join('\n');
  const begins = [...text.matchAll(/\bt(?:\.count)?\(\s*`([\w.]+\.)\$\{/g)].map(([, begin = '']) => begin);
  const isSaid = (key: string) =>
    text.includes(`'${key.replace(/\.(one|other)$/, '')}'`) || begins.some((begin) => key.startsWith(begin));
  return [...new Set([...areaOf].flatMap(([key, area]) => (isSaid(key) ? [area] : [])))].sort();
}

const nowhere = pageAt('/nowhere', new URLSearchParams()).route;

test.each([...routes, nowhere])('$file says no more than it brings', ({ file, words }) => {
  expect([...EVERY_PAGE, ...words]).toEqual(expect.arrayContaining(areasSaidBy(file)));
});

test('what is fetched later says no more than is fetched with it', () => {
  for (const { to, words } of fetched)
    expect([...EVERY_PAGE, ...words], to).toEqual(expect.arrayContaining(areasSaidBy(to)));
});

test('the test can tell: it sees what is fetched later, and its words', () => {
  const text =
    "const Form = lazyForm(async () => (await import('./a.tsx')).Form, ['account', 'shopping']);\nconst b = 'c';";
  expect(fetchedIn(text)).toEqual([{ to: './a.tsx', words: ['forms', 'account', 'shopping'] }]);
  const other = "const B = lazily(\n  async () => (await import('./b.tsx')).B,\n  ['account'],\n);\nconst b = 'c';";
  expect(fetchedIn(other)).toEqual([{ to: './b.tsx', words: ['account'] }]);
});

test('what stands around every page says only the words of every page', () => {
  expect(areasSaidBy('web/app.tsx')).toEqual(EVERY_PAGE);
});

test('no page brings words it never says', () => {
  for (const { file, words } of routes) expect(areasSaidBy(file), file).toEqual(expect.arrayContaining([...words]));
});

const texts = Object.values(allWords).flatMap(({ words }) => Object.entries(words));

test('an amount comes into a text with its unit, so that the two are never parted', () => {
  expect(texts.filter(([, text]) => /\} ?(lekë|ALL|€)|(ALL|€) ?\{/.test(text))).toEqual([]);
});

test('the description of the site promises no way to pay that there is not', () => {
  const promised = texts.filter(([key]) => key === 'home.meta.description').map(([, text]) => text);
  expect(promised).toHaveLength(2);
  for (const text of promised) expect(text).not.toMatch(/kart|card|online/i);
});
