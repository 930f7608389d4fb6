/** The payment provider as features see it; `stripe.ts` and `sandbox.ts` implement it. Amounts are minor units: 1,250 is 12.50 USD. */

export type ProviderName = 'stripe' | 'sandbox';

/** State of a payment at the provider. `paying`: the bank is processing it, so nothing can be changed. */
export type ProviderState = 'open' | 'paying' | 'paid' | 'canceled';

/** A payment as stored by the provider. */
export interface ProviderPayment {
  /** `pi_…`. */
  id: string;
  /** Allows a browser to pay it, and nothing else. */
  clientSecret: string;
  state: ProviderState;
  /** The attempt (`payments.id`) it was last created or changed for; null for a payment that is not ours. */
  attemptId: string | null;
  /** Amount to pay. */
  amount: number;
  /** Amount paid; 0 until then. */
  received: number;
  /** In lower case: 'usd'. */
  currency: string;
  /** Whether real money moves. */
  isLive: boolean;
  /** Newest first. */
  refunds: ProviderRefund[];
  /** Newest first. */
  disputes: ProviderDispute[];
}

export interface ProviderRefund {
  /** `re_…`. */
  id: string;
  /** Our idempotency key; null for a refund made at the provider. */
  key: string | null;
  amount: number;
  state: 'pending' | 'succeeded' | 'failed';
}

export interface ProviderDispute {
  /** `dp_…`. */
  id: string;
  state: 'open' | 'won' | 'lost';
}

/** Event type of a declined card. */
export const DECLINED = 'payment_intent.payment_failed';

/** A webhook event. Only its id, type and payment are used; the payment itself is fetched again. */
export interface ProviderEvent {
  /** `evt_…`. */
  id: string;
  type: string;
  /** Null when the event is not about a payment. */
  paymentId: string | null;
}

/**
 * Each call ends within 10 seconds or throws `ProviderAway`. All calls are idempotent: per attempt or key something is
 * created once. Never call one while a transaction is open.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether real money moves; the same for all its payments. */
  readonly isLive: boolean;
  /** Public key for the browser's card form. */
  readonly publishableKey: string;
  /** Page of a payment in the provider's dashboard; null where there is none. */
  pageOf(id: string): string | null;
  /** Creates the payment of an attempt. Throws `FailedForKey` where repeating the call may return the same failure. */
  create(attempt: { attemptId: string; amount: number }): Promise<ProviderPayment>;
  /** Changes the amount, for another attempt. Throws `NotOpen` when it is too late. */
  change(id: string, attempt: { attemptId: string; amount: number }): Promise<ProviderPayment>;
  /** Throws `NotOpen` when it is paid, being paid or unknown; a canceled payment stays canceled. */
  cancel(id: string): Promise<ProviderPayment>;
  /** Null when the provider has no such payment. */
  find(id: string): Promise<ProviderPayment | null>;
  /** Ids of our paid payments among the newest so many. */
  paidLately(among: number): Promise<string[]>;
  /** Refunds part of a payment, once per key. Throws `Refused`. */
  refund(id: string, refund: { key: string; amount: number }): Promise<ProviderRefund>;
  /** Reads a posted webhook; null when its signature is wrong or older than five minutes. */
  readEvent(body: Buffer, signature: string): ProviderEvent | null;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** No answer, a temporary failure, or a refused API key. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** It failed and may return the same failure for this idempotency key for a day. */
export class FailedForKey extends ProviderAway {}

/** The payment is paid, being paid, canceled or unknown. */
export class NotOpen extends Error {
  override name = 'NotOpen';
}

/** A permanent refusal; the message is for operators. */
export class Refused extends Error {
  override name = 'Refused';
}
