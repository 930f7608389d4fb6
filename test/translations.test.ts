import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { endpoints } from '#server/features.ts';
import { allNamesOf } from './samples.ts';

const albanian: Record<string, string> = { ...allWords.sq.words, ...allWords.sq.refusals };
const english: Record<string, string> = { ...allWords.en.words, ...allWords.en.refusals };
const keys = Object.keys(albanian);

const placeholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('catalogues, both languages, have the same keys and no empty text', () => {
  expect(Object.keys(english).sort()).toEqual([...keys].sort());
  for (const [key, text] of [...Object.entries(albanian), ...Object.entries(english)]) {
    expect(text.trim(), key).toBe(text);
    expect(text, key).not.toBe('');
  }
});

test('message, both languages, has the same placeholders', () => {
  for (const key of keys) expect(placeholders(english[key]), key).toEqual(placeholders(albanian[key]));
});

test('plural message, both forms, exist and hold the count', () => {
  // What ends in `.other` alone is no number: nothing compiles that counts it.
  const bases = keys.flatMap((key) => (key.endsWith('.one') ? [key.slice(0, -'.one'.length)] : []));
  expect(bases.length).toBeGreaterThan(5);
  for (const base of bases) {
    for (const form of [`${base}.one`, `${base}.other`]) expect(placeholders(albanian[form]), form).toContain('count');
  }
});

test('input field, of every endpoint, has a label for messages', () => {
  const names = new Set(
    endpoints.flatMap(([, endpoint]) => [...allNamesOf(endpoint.query), ...allNamesOf(endpoint.body)]),
  );
  expect(names.size).toBeGreaterThan(10);
  const said = keys.flatMap((key) => (key.startsWith('field.') ? [key.slice('field.'.length)] : []));
  expect(said.filter((name) => name !== 'body').sort()).toEqual([...names].sort());
});
