/** Who charges cards, as features know it. Amounts are minor units of the currency: 1,250 is 12.50 USD. */

export type ProviderName = 'stripe' | 'sandbox';

/** Where a payment of the provider stands. `paying`: the money is under way, nothing can be changed. */
export type ProviderState = 'open' | 'paying' | 'paid' | 'canceled';

/** A payment as the provider has it. */
export interface ProviderPayment {
  /** `pi_…`. */
  id: string;
  /** With which a browser may pay it, and nothing else. */
  clientSecret: string;
  state: ProviderState;
  /** The attempt that it was last asked to be: see `payments.id`. Null in one that is not ours. */
  attemptId: string | null;
  /** What is to be paid. */
  amount: number;
  /** What was paid; 0 until it was. */
  received: number;
  /** In lower case, as the provider has it: 'usd'. */
  currency: string;
  /** Whether money moves. */
  isLive: boolean;
  /** What was given back of it, or is on its way back. */
  refunds: ProviderRefund[];
  /** Each time that the bank of the card asked for it back. */
  disputes: ProviderDispute[];
}

export interface ProviderRefund {
  /** `re_…`. */
  id: string;
  /** With which we asked for it; null when it was asked for at the provider. */
  key: string | null;
  amount: number;
  state: 'pending' | 'succeeded' | 'failed';
}

export interface ProviderDispute {
  /** `dp_…`. */
  id: string;
  state: 'open' | 'won' | 'lost';
}

/** As the provider calls that the bank of a card refused it. */
export const DECLINED = 'payment_intent.payment_failed';

/** What the provider tells: that something happened to a payment. What is true of it, is asked for. */
export interface ProviderEvent {
  /** `evt_…`. */
  id: string;
  type: string;
  /** The payment it is about; null when it is about none. */
  paymentId: string | null;
}

/**
 * Each call ends within 10 seconds or throws `ProviderAway`. All may be repeated: what is made is made once for an
 * attempt or a key. No transaction is open while one is under way.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether money moves; the same of all its payments. */
  readonly isLive: boolean;
  /** What a browser needs to show the form. */
  readonly publishableKey: string;
  /** Where a person looks at a payment and answers for it; null where there is no such place. */
  pageOf(id: string): string | null;
  /** Makes the payment of an attempt. A provider that failed once may keep that for the attempt: ask for another then. */
  create(attempt: { attemptId: string; amount: number }): Promise<ProviderPayment>;
  /** Asks for another amount, for another attempt. Throws `NotOpen` when it is too late for that. */
  change(id: string, attempt: { attemptId: string; amount: number }): Promise<ProviderPayment>;
  /** Throws `NotOpen` when it was paid, is being paid or is not known; one that was canceled stays so. */
  cancel(id: string): Promise<ProviderPayment>;
  /** Null when the provider has none of that id. */
  find(id: string): Promise<ProviderPayment | null>;
  /** Of the newest payments so many: which of ours were paid. */
  paidLately(among: number): Promise<string[]>;
  /** Gives back a part of what was paid, once for a key. Throws `Refused` when the provider will not. */
  refund(id: string, refund: { key: string; amount: number }): Promise<ProviderRefund>;
  /** Reads what was posted to us; null when it is not from the provider, or older than five minutes. */
  readEvent(body: Buffer, signature: string): ProviderEvent | null;
  /** Lets go of its connections. */
  close(): Promise<void>;
}

/** The provider did not answer, or said that it cannot at present, or not with this key. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** It answered that it failed, and may answer so again to whoever asks with the same key, for a day. */
export class FailedForKey extends ProviderAway {}

/** The payment is paid, being paid or canceled, or the provider has none of that id. */
export class NotOpen extends Error {
  override name = 'NotOpen';
}

/** The provider will not do it, now or later; the message is for operators. */
export class Refused extends Error {
  override name = 'Refused';
}
