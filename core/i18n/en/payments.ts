/** Words of paying by card. */
import type * as sq from '../sq/payments.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.payments.ratePaused':
    'Card payment is paused for a while, because the rate of the dollar is not up to date. You can still pay in cash at the salon.',
};
