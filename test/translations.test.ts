import { expect, test } from 'vitest';
import { rows } from '#core/contract/index.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { areasFile } from '../scripts/areas.ts';
import { allNamesOf } from './samples.ts';
import { filesOf, textOf } from './sources.ts';

const albanian: Record<string, string> = { ...allWords.sq.words, ...allWords.sq.refusals };
const english: Record<string, string> = { ...allWords.en.words, ...allWords.en.refusals };
const keys = Object.keys(albanian);

const placeholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('both languages have the same keys, and no text is empty', () => {
  expect(Object.keys(english).sort()).toEqual([...keys].sort());
  for (const [key, text] of [...Object.entries(albanian), ...Object.entries(english)]) {
    expect(text.trim(), key).toBe(text);
    expect(text, key).not.toBe('');
  }
});

test('a text has the same placeholders in both languages', () => {
  for (const key of keys) expect(placeholders(english[key]), key).toEqual(placeholders(albanian[key]));
});

test('a number finds both its forms, and both say it', () => {
  // What ends in `.other` alone is no number: nothing compiles that counts it.
  const bases = keys.flatMap((key) => (key.endsWith('.one') ? [key.slice(0, -'.one'.length)] : []));
  expect(bases.length).toBeGreaterThan(5);
  for (const base of bases) {
    for (const form of [`${base}.one`, `${base}.other`]) expect(placeholders(albanian[form]), form).toContain('count');
  }
});

test('the list of areas is that of the files', () => {
  expect(textOf('core/i18n/areas.ts'), 'npm run generate').toBe(areasFile().text);
});

test('a key stands in one area only', () => {
  for (const language of ['sq', 'en']) {
    const written = filesOf(`core/i18n/${language}/*.ts`).flatMap((path) =>
      [...textOf(path).matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key),
    );
    expect(written.filter((key, index) => written.indexOf(key) !== index)).toEqual([]);
    expect(written.sort()).toEqual([...keys].sort());
  }
});

test('every field that a call takes has a name that a refusal can say', () => {
  const names = new Set(rows.flatMap(([, row]) => [...allNamesOf(row.query), ...allNamesOf(row.body)]));
  expect(names.size).toBeGreaterThan(10);
  const said = keys.flatMap((key) => (key.startsWith('field.') ? [key.slice('field.'.length)] : []));
  expect(said.filter((name) => name !== 'body').sort()).toEqual([...names].sort());
});

const code = filesOf('{web,server,core,db}/**/*.{ts,tsx,json}').filter(
  (path) => !/i18n\/(sq|en)\/|\.test\./.test(path),
);
const source = code.map(textOf).join('\n');
/** How keys begin that the code puts together; the compiler knows that what follows has a text. */
const begins = [
  ...new Set([...source.matchAll(/\bt(?:\.count)?\(\s*`([\w.]+\.)\$\{/g)].map(([, begin = '']) => begin)),
];
const isSaid = (word: string) => new RegExp(`'${word}'|"${word}"|\\b${word}:`).test(source);

test('every text is used somewhere', () => {
  const isUsed = (key: string) => {
    const plain = key.replace(/\.(one|other)$/, '');
    // The server names a problem by its code alone.
    if (source.includes(`'${plain.replace(/^problem\./, '')}'`)) return true;
    return begins.some((begin) => key.startsWith(begin) && isSaid(key.slice(begin.length)));
  };
  expect(begins).toContain('orders.status.');
  expect(isUsed('orders.status.pending')).toBe(true);
  expect(isUsed('orders.status.vanished')).toBe(false);
  expect(keys.filter((key) => !key.startsWith('field.') && !isUsed(key))).toEqual([]);
});
