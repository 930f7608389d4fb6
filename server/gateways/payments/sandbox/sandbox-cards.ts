/** The cards that may be tried, and what becomes of each. All others are refused before anything is kept. */
import { isCardNumber, testNumbers } from '#core/domain/cards.ts';
import { SandboxProblem } from './sandbox-problem.ts';

export interface TestCard {
  number: string;
  /** As programs name it, which know no number. */
  token: string;
  /** `authenticate`: its holder is asked first. `dispute`: paid, and asked back from the bank at once. */
  outcome: 'paid' | 'authenticate' | 'dispute' | Decline;
}

export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

export interface CardDetails {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

const declined = (decline_code: string, message: string, code = 'card_declined'): Decline => ({
  code,
  decline_code,
  message,
});

export const testCards: readonly TestCard[] = [
  { number: testNumbers.paid, token: 'pm_card_visa', outcome: 'paid' },
  {
    number: testNumbers.declined,
    token: 'pm_card_chargeDeclined',
    outcome: declined('generic_decline', 'Your card was declined.'),
  },
  {
    number: testNumbers.funds,
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    outcome: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: testNumbers.expired,
    token: 'pm_card_chargeDeclinedExpiredCard',
    outcome: declined('expired_card', 'Your card has expired.', 'expired_card'),
  },
  { number: testNumbers.authenticate, token: 'pm_card_threeDSecure2Required', outcome: 'authenticate' },
  { number: testNumbers.dispute, token: 'pm_card_createDispute', outcome: 'dispute' },
];

/** The test card of these details, or Stripe's refusal of them. */
export function readCard(details: CardDetails, today: Date): TestCard {
  const number = details.number.replace(/[\s-]/g, '');
  if (!isCardNumber(number)) {
    throw cardProblem('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const { exp_month: month, exp_year: year } = details;
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const isOver = year < today.getFullYear() || (year === today.getFullYear() && month < today.getMonth() + 1);
  if (!Number.isInteger(year) || year > today.getFullYear() + 50 || isOver) {
    throw cardProblem('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (!/^\d{3,4}$/.test(details.cvc)) {
    throw cardProblem('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  const card = testCards.find((known) => known.number === number);
  if (card) return card;
  const message = 'Your card was declined. Your request was in test mode, but used a non test card.';
  throw new SandboxProblem(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message,
    param: 'number',
  });
}

function cardProblem(code: string, message: string, param: string): SandboxProblem {
  return new SandboxProblem(402, { type: 'card_error', code, message, param });
}
