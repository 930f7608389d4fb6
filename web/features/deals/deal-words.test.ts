import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { langOf } from './deal-words.ts';

test('what a salon wrote in Albanian alone says so on an English page', () => {
  const [sq, en] = [translator('sq', allWords.sq.words), translator('en', allWords.en.words)];
  expect([langOf(null, en), langOf('', en), langOf('Gel manicure', en)]).toEqual(['sq', 'sq', undefined]);
  expect([langOf(null, sq), langOf('Gel manicure', sq)]).toEqual([undefined, undefined]);
});
