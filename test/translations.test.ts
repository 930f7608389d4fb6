import { expect, test } from 'vitest';
import { problems as problemsEn } from '#core/i18n/en/problems.ts';
import { en } from '#core/i18n/en.ts';
import { problems as problemsSq } from '#core/i18n/sq/problems.ts';
import { sq } from '#core/i18n/sq.ts';
import { filesOf, textOf } from './sources.ts';

const albanian: Record<string, string> = { ...sq, ...problemsSq };
const english: Record<string, string> = { ...en, ...problemsEn };
const keys = Object.keys(albanian);

/** Exact texts of the specification whose screens are still to come. */
const awaited = ['error.fetchFeatured', 'validation.emailFormat', 'validation.required', 'validation.invalidEmail'];

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
  const bases = [...new Set(keys.filter((key) => /\.(one|other)$/.test(key)).map((key) => key.replace(/\.\w+$/, '')))];
  expect(bases.length).toBeGreaterThan(5);
  for (const base of bases) {
    for (const form of [`${base}.one`, `${base}.other`]) expect(placeholders(albanian[form]), form).toContain('count');
  }
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

test('every text is used somewhere', () => {
  const texts = filesOf('{web,server,core}/**/*.{ts,tsx}').filter((path) => !/i18n\/(sq|en)\/|\.test\./.test(path));
  const source = texts.map(textOf).join('\n');
  const families = [...source.matchAll(/`((?:\w+\.)+)\$\{/g)].map(([, family = '']) => family);
  const isUsed = (key: string) => {
    // The server names a problem by its code alone.
    const said = key.replace(/^problem\./, '').replace(/\.(one|other)$/, '');
    return source.includes(`'${said}'`) || families.some((family) => family !== 'problem.' && key.startsWith(family));
  };
  expect(keys.filter((key) => !isUsed(key))).toEqual(awaited);
});
