/** The interface of a card form, whatever its provider. */
import type { Ref } from 'react';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { payments } from '#core/contract/payments.ts';
import type { Translate } from '#core/i18n/t.ts';

/** A prepared payment. */
export type Prepared = AnswerOf<typeof payments.intent>;

/** A refusal of the provider, in its words. */
interface Decline {
  /** `card_declined`, or the more specific code. */
  code: string;
  /** In English. */
  message: string;
}

export type Outcome =
  | { state: 'paid' }
  /** Null if the form shows it at its fields. */
  | { state: 'declined'; decline: Decline | null }
  /** No response, or an unclear one: it may have been paid. */
  | { state: 'unknown' }
  /** The browser leaves for the bank's page. */
  | { state: 'left' };

export interface CardFields {
  /** Pays the prepared payment with the entered card. */
  confirm: () => Promise<Outcome>;
}

export interface CardFieldsProps {
  prepared: Prepared;
  ref: Ref<CardFields>;
  onReady: () => void;
  /** They could not be loaded. */
  onLost: () => void;
}

/** The return URL for the bank. */
export const returnAddress = (): string => `${location.origin}/checkout?method=card`;

export interface ProviderError {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
  payment_intent?: { status?: string } | undefined;
}

/** The provider is busy with another request for this payment. */
const BUSY = 'lock_timeout';
/** States of a payment that may still succeed. */
const ON_ITS_WAY = ['processing', 'requires_capture'];

/** The outcome for whoever pays. */
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

/** Why a card was declined: in the provider's words on English pages, else in ours. */
export function wordsOf({ code, message }: Decline, t: Translate): string {
  if (t.language === 'en' && message) return message;
  return t(`checkout.cardError.${isKnown(code) ? keys[code] : 'other'}`);
}
