/** Words of the page on which the stand-in for cards asks as a bank would. */
import type * as sq from '../sq/sandbox.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'sandbox.title': 'Do you confirm the payment?',
  'sandbox.ask': 'Here your bank would ask whether it is you who is paying {amount}.',
  'sandbox.test': 'This is a test: no money moves.',
  'sandbox.accept': 'Confirm payment',
  'sandbox.refuse': 'Refuse',
};
