/** The payment provider as features see it; `stripe.ts` and `sandbox.ts` implement it. Amounts are minor units: 1,250 is 12.50 USD. */
import type { PlanId } from '#core/domain/memberships.ts';

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

/** A webhook event. Only its id, type and subject are used; the subject itself is fetched again. */
export interface ProviderEvent {
  /** `evt_…`. */
  id: string;
  type: string;
  /** The payment (`pi_…`), subscription (`sub_…`) or payment page (`cs_…`) it is about; null when it is about something else. */
  subjectId: string | null;
}

/** A page of the provider on which somebody subscribes. */
export interface ProviderCheckout {
  /** `cs_…`. */
  id: string;
  /** Null once it is paid or expired. */
  url: string | null;
  state: 'open' | 'paid' | 'expired';
  /** `sub_…`; null until it is paid. */
  subscriptionId: string | null;
}

/** A paid invoice of a subscription. */
export interface ProviderInvoice {
  /** `in_…`. */
  id: string;
  plan: PlanId;
  /** Qindarka. */
  amount: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * A subscription as stored by the provider. `trialing`: nothing is charged before the end of the period. `past_due`: the
 * period that began is not paid. `incomplete`: the first payment is missing.
 */
export interface ProviderSubscription {
  /** `sub_…`. */
  id: string;
  /** Our id of the payment page it came from; null for one of the demo. */
  checkoutId: string | null;
  plan: PlanId;
  state: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'ended';
  /** Whether it ends with its period. */
  isCanceling: boolean;
  createdAt: Date;
  /** The current period, paid or not. */
  startsAt: Date;
  endsAt: Date;
  /** Newest first, the latest ones. */
  invoices: ProviderInvoice[];
}

/** What a payment page is opened for. */
export interface CheckoutRequest {
  /** Our id, also the idempotency key. */
  id: string;
  userId: string;
  customerId: string;
  plan: PlanId;
  /** Nothing is charged before, null to charge at once. */
  trialEnd: Date | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** Monthly subscriptions in lek. The rules of `PaymentProvider` hold; `NotOpen` means unknown or ended. */
export interface SubscriptionProvider {
  /** The customer of a user; the known one unless the provider has lost it. */
  ensureCustomer(user: { userId: string; email: string; knownId: string | null }): Promise<string>;
  openCheckout(request: CheckoutRequest): Promise<ProviderCheckout>;
  findCheckout(id: string): Promise<ProviderCheckout | null>;
  /** A paid page stays paid. */
  expireCheckout(id: string): Promise<ProviderCheckout | null>;
  /** Null for one that is unknown or not ours. */
  find(id: string): Promise<ProviderSubscription | null>;
  /** Charges the difference at once. Throws `CardDeclined`, and then nothing has changed. */
  changePlan(id: string, change: { plan: PlanId; key: string }): Promise<void>;
  setCanceling(id: string, isCanceling: boolean): Promise<void>;
  /** Ends it at once and voids its open invoices, so that nothing is charged afterwards; repeating it changes nothing. */
  end(id: string): Promise<void>;
  /** Nothing is charged before that day. */
  deferTo(id: string, day: Date): Promise<void>;
  /** URL of the page where a customer changes the card. */
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
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
  readonly subscriptions: SubscriptionProvider;
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

/** The card of a subscription was declined. */
export class CardDeclined extends Error {
  override name = 'CardDeclined';
}

/** A permanent refusal; the message is for operators. */
export class Refused extends Error {
  override name = 'Refused';
}
