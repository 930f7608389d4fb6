import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { wordsOf } from './card-fields.ts';

const en = translator('en', allWords.en.words);
const sq = translator('sq', allWords.sq.words);
const decline = { code: 'generic_decline', message: 'Your card was declined.' };

test('who reads English reads the message of the provider, others our own words', () => {
  expect(wordsOf(decline, en)).toBe('Your card was declined.');
  expect(wordsOf(decline, sq)).toBe(sq('checkout.cardError.declined'));
  expect(wordsOf({ ...decline, code: 'lost_card' }, sq)).toBe(sq('checkout.cardError.other'));
});

test('where the provider says nothing, we do', () => {
  expect(wordsOf({ code: 'expired_card', message: '' }, en)).toBe(en('checkout.cardError.expired'));
  expect(wordsOf({ code: '', message: '' }, en)).toBe(en('checkout.cardError.other'));
});
