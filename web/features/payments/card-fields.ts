/** What a card form does, whoever asks for the card. */
import type { Ref } from 'react';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { payments } from '#core/contract/payments.ts';
import type { Translate } from '#core/i18n/t.ts';

/** What the server prepared to be paid. */
export type Prepared = AnswerOf<typeof payments.intent>;

/** What the provider says against it, as it says it. */
interface Decline {
  /** `card_declined`, or the finer `insufficient_funds` where it is known. */
  code: string;
  /** In English. */
  message: string;
}

export type Outcome =
  | { state: 'paid' }
  /** Null where the form says it at its fields. */
  | { state: 'declined'; decline: Decline | null }
  /** No answer came, or one that says nothing: it may have been paid. */
  | { state: 'unknown' }
  /** The page is being left for that of the bank. */
  | { state: 'left' };

export interface CardFields {
  /** Pays what was prepared with the card that was filled in. */
  confirm: () => Promise<Outcome>;
}

export interface CardFieldsProps {
  prepared: Prepared;
  ref: Ref<CardFields>;
  /** The fields can be filled in. */
  onReady: () => void;
  /** They could not be fetched. */
  onLost: () => void;
}

/** Where one comes back to from the bank. */
export const returnAddress = (): string => `${location.origin}/checkout?method=card`;

/** An error of the provider, in its words. */
export interface ProviderError {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
  payment_intent?: { status?: string } | undefined;
}

/** It refused this request, because it was busy with another one for the same payment. */
const BUSY = 'lock_timeout';
/** States of a payment that may still become one that was made. */
const ON_ITS_WAY = ['processing', 'requires_capture'];

/** What an answer of the provider means for who pays. */
export function outcomeOf({
  status,
  error,
}: {
  status?: string | undefined;
  error?: ProviderError | undefined;
}): Outcome {
  const reached = status ?? error?.payment_intent?.status ?? '';
  if (reached === 'succeeded') return { state: 'paid' };
  if (ON_ITS_WAY.includes(reached) || error?.code === BUSY) return { state: 'unknown' };
  if (error?.type === 'validation_error') return { state: 'declined', decline: null };
  if (error?.type === 'card_error' || error?.type === 'invalid_request_error') {
    const { decline_code: finer, code, message = '' } = error;
    return { state: 'declined', decline: { code: finer ?? code ?? '', message } };
  }
  if (!error && reached === 'requires_payment_method')
    return { state: 'declined', decline: { code: 'payment_intent_authentication_failure', message: '' } };
  return { state: 'unknown' };
}

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

/** Why a card was declined: as the provider says it to who reads English, in our words to others, and where it says nothing. */
export function wordsOf({ code, message }: Decline, t: Translate): string {
  if (t.language === 'en' && message) return message;
  return t(`checkout.cardError.${isKnown(code) ? keys[code] : 'other'}`);
}
