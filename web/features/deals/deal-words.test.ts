import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { langOf, langOfCategory, langOfTitle, titleOf } from './deal-words.tsx';

test('what a salon wrote in Albanian alone says so on an English page', () => {
  const [sq, en] = [translator('sq', allWords.sq.words), translator('en', allWords.en.words)];
  expect([langOf(null, en), langOf('', en), langOf('Gel manicure', en)]).toEqual(['sq', 'sq', undefined]);
  expect([langOf(null, sq), langOf('Gel manicure', sq)]).toEqual([undefined, undefined]);
});

test('so do a title and a category of an admin; what has no title says nothing', () => {
  const en = translator('en', allWords.en.words);
  const titled = (title: string, titleEn: string | null) => langOfTitle({ title, titleEn }, en);
  expect([titled('Manikyr', null), titled('Manikyr', 'Manicure'), titled('', null)]).toEqual([
    'sq',
    undefined,
    undefined,
  ]);
  const [own, known] = ['qerpike', 'hair'].map((slug) => langOfCategory({ slug, name: 'Qerpikë', nameEn: null }, en));
  expect([own, known]).toEqual(['sq', undefined]);
});

test('a deal has its title in the language of the page, else the one there is', () => {
  const languages = [translator('sq', allWords.sq.words), translator('en', allWords.en.words)];
  const titles = (title: string, titleEn: string | null) => languages.map((t) => titleOf({ title, titleEn }, t));
  expect(titles('Manikyr', 'Manicure')).toEqual(['Manikyr', 'Manicure']);
  expect(titles('Manikyr', null)).toEqual(['Manikyr', 'Manikyr']);
  expect(titles('', 'Manicure')).toEqual(['Manicure', 'Manicure']);
  expect(titles('', null)).toEqual(['', '']);
});
