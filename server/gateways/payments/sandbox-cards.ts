/** The test cards of the sandbox and what happens to each. Every other number is refused before anything is stored. */
import { isCardNumber, testNumbers } from '#core/domain/cards.ts';

export interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** In Stripe's codes, which the browser translates. */
export interface CardError {
  code: string;
  decline_code?: string;
  message: string;
}

/** `authenticate`: 3-D Secure; `dispute`: paid and disputed at once. */
export type TriedCard = { kind: 'paid' | 'authenticate' | 'dispute' } | { kind: 'declined'; error: CardError };
/** `invalid`: refused before the card is tried. */
type CardResult = TriedCard | { kind: 'invalid'; error: CardError };

const declined = (decline_code: string, message: string, code = 'card_declined'): TriedCard => ({
  kind: 'declined',
  error: { code, decline_code, message },
});
const invalid = (code: string, message: string): CardResult => ({ kind: 'invalid', error: { code, message } });

const notATestCard: CardResult = {
  kind: 'invalid',
  error: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined: only test cards are accepted here.',
  },
};

const results: Record<string, TriedCard> = {
  [testNumbers.paid]: { kind: 'paid' },
  [testNumbers.declined]: declined('generic_decline', 'Your card was declined.'),
  [testNumbers.funds]: declined('insufficient_funds', 'Your card has insufficient funds.'),
  [testNumbers.expired]: declined('expired_card', 'Your card has expired.', 'expired_card'),
  [testNumbers.authenticate]: { kind: 'authenticate' },
  [testNumbers.dispute]: { kind: 'dispute' },
};

export function resultOf({ number, expMonth, expYear, cvc }: CardDetails, today: Date): CardResult {
  const digits = number.replace(/[\s-]/g, '');
  const year = today.getFullYear();
  const isExpired = expYear < year || (expYear === year && expMonth < today.getMonth() + 1);
  if (!isCardNumber(digits)) return invalid('incorrect_number', 'Your card number is incorrect.');
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12)
    return invalid('invalid_expiry_month', "Your card's expiration month is invalid.");
  if (!Number.isInteger(expYear) || expYear > year + 50 || isExpired)
    return invalid('invalid_expiry_year', "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(cvc)) return invalid('invalid_cvc', "Your card's security code is invalid.");
  return results[digits] ?? notATestCard;
}
