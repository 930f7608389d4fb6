/** New objects as Stripe answers them: the compiler holds them to the types of its package. */
import { randomBytes } from 'node:crypto';
import type { Stripe } from '../stripe.ts';
import type { Decline, TestCard } from './sandbox-cards.ts';

export type SandboxObject =
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute;

export const newId = (prefix: string) => `${prefix}_${randomBytes(14).toString('hex')}`;

export const inSeconds = () => Math.floor(Date.now() / 1000);

const NOBODY = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};
const CHECKS = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };
const EXPIRY = { exp_month: 12, exp_year: 2034 };

export function newIntent(asked: { amount: number; metadata: Stripe.Metadata }): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount: asked.amount,
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: inSeconds(),
    currency: 'usd',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: asked.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Holds where its holder goes on after their bank asked them. */
export function newPaymentMethod({ number }: TestCard, returnUrl: string | null): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: NOBODY,
    card: {
      brand: 'visa',
      checks: CHECKS,
      country: 'US',
      display_brand: 'visa',
      ...EXPIRY,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: inSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: returnUrl === null ? {} : { return_url: returnUrl },
    type: 'card',
  };
}

/** What was tried with a card: paid, or `declined`. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  { method, declined = null }: { method: Stripe.PaymentMethod; declined?: Decline | null },
): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: declined ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: declined ? null : newId('txn'),
    billing_details: NOBODY,
    calculated_statement_descriptor: 'BUKURI',
    captured: !declined,
    created: inSeconds(),
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(declined),
    paid: !declined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardOfCharge(intent, method) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: declined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(declined: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: declined ? 'declined_by_network' : 'approved_by_network',
    reason: declined?.decline_code ?? null,
    seller_message: declined ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: declined ? 'issuer_declined' : 'authorized',
  };
}

function cardOfCharge(
  { amount }: Stripe.PaymentIntent,
  { card }: Stripe.PaymentMethod,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: 'visa',
    checks: CHECKS,
    country: 'US',
    ...EXPIRY,
    electronic_commerce_indicator: null,
    extended_authorization: { status: 'disabled' },
    fingerprint: null,
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: 'visa',
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

export function newRefund(
  charge: Stripe.Charge,
  asked: {
    amount: number;
    metadata: Stripe.Metadata;
    status: 'pending' | 'succeeded';
    reason: Stripe.Refund.Reason | null;
  },
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: asked.amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: inSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: asked.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: asked.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: asked.status,
    transfer_reversal: null,
  };
}
