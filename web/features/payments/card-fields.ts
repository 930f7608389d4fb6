/** What the card forms of all providers have in common. */
import type { Ref } from 'react';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { payments } from '#core/contract/payments.ts';

/** The prepared payment. */
export type Prepared = AnswerOf<typeof payments.intent>;

/** Why the provider refused the card. */
export interface Decline {
  /** `card_declined`, or the finer `insufficient_funds` where it is known. */
  code: string;
  /** In English. */
  message: string;
}

export type Outcome =
  | { state: 'paid' }
  /** Null where the form shows it at its fields. */
  | { state: 'declined'; decline: Decline | null }
  /** No answer, or an unclear one: it may have been paid. */
  | { state: 'unknown' }
  /** The browser is leaving for the page of the bank. */
  | { state: 'left' };

export interface CardFields {
  /** Pays with the card that was filled in. */
  confirm: () => Promise<Outcome>;
}

export interface CardFieldsProps {
  prepared: Prepared;
  ref: Ref<CardFields>;
  /** The fields can be filled in. */
  onReady: () => void;
  /** The form could not be loaded. */
  onLost: () => void;
}

/** Where the bank returns to. */
export const returnAddress = (): string => `${location.origin}/checkout?method=card`;

/** An error as the provider returns it. */
export interface ProviderError {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
  payment_intent?: { status?: string } | undefined;
}

/** Another request for the same payment is under way. */
const BUSY = 'lock_timeout';
/** States in which the payment may still succeed. */
const PENDING = ['processing', 'requires_capture'];

/** What an answer of the provider means for the buyer. */
export function outcomeOf({
  status,
  error,
}: {
  status?: string | undefined;
  error?: ProviderError | undefined;
}): Outcome {
  const reached = status ?? error?.payment_intent?.status ?? '';
  if (reached === 'succeeded') return { state: 'paid' };
  if (PENDING.includes(reached) || error?.code === BUSY) return { state: 'unknown' };
  if (error?.type === 'validation_error') return { state: 'declined', decline: null };
  if (error?.type === 'card_error' || error?.type === 'invalid_request_error') {
    const { decline_code: finer, code, message = '' } = error;
    return { state: 'declined', decline: { code: finer ?? code ?? '', message } };
  }
  if (!error && reached === 'requires_payment_method')
    return { state: 'declined', decline: { code: 'payment_intent_authentication_failure', message: '' } };
  return { state: 'unknown' };
}
