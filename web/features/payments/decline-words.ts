import type { Translate } from '#core/i18n/t.ts';
import type { Decline } from './card-fields.ts';

const keys = {
  generic_decline: 'declined',
  card_declined: 'declined',
  do_not_honor: 'declined',
  insufficient_funds: 'funds',
  expired_card: 'expired',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_number: 'number',
  invalid_number: 'number',
  test_mode_live_card: 'notTest',
  payment_intent_authentication_failure: 'bank',
  authentication_required: 'bank',
} as const;

const isKnown = (code: string): code is keyof typeof keys => Object.hasOwn(keys, code);

/** Why a card was declined: the provider's message in English, ours in Albanian or where it has none. */
export function wordsOf({ code, message }: Decline, t: Translate): string {
  if (t.language === 'en' && message) return message;
  return t(`checkout.cardError.${isKnown(code) ? keys[code] : 'other'}`);
}
