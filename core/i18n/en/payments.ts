/** Words of paying by card. */
import type * as sq from '../sq/payments.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.payments.tooSmall': 'The total is too small for a card. Choose to pay cash.',
  'problem.payments.tooLarge': 'The total is too large for a card. Order it in parts.',
  'problem.payments.ratePaused':
    'Card payment is paused for a while, because the rate of the dollar is not up to date. You can still pay in cash at the salon.',
  'problem.payments.away': 'The card service does not answer. Try again in a moment or pay at the salon.',
  'problem.payments.noCards': 'Cards are not taken here. You can pay cash at the salon.',
  'problem.payments.underWay': 'Your bank is carrying out the payment. Wait a moment.',
  'problem.payments.alreadyPaid': 'This cart has been paid already. You find the order on your profile.',
  'problem.payments.notPaid': 'This payment has not been made yet.',
  'problem.payments.notFound': 'This payment was not found.',
  'problem.payments.notRefundable': 'This cannot be given back: it was already, or was never paid.',
  'problem.payments.forged': 'The signature is not that of the card service.',
  'field.paymentIntentId': 'payment',
};
