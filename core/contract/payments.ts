/** Paying by card: what a browser needs for it, what it says afterwards, and what the provider tells. */
import * as z from 'zod/mini';
import { PAYMENT_ID } from '../domain/payment-id.ts';
import { ExpectedItems, MAX_EXPECTED_BYTES } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './orders.ts';
import { Lek, SessionId } from './shapes.ts';

/** The least that a card is charged, in cents: the provider takes no less. */
export const LEAST_CHARGE = 50;
/** And the most. */
export const MOST_CHARGE = 99_999_999;

const PaymentId = z.string().check(z.regex(PAYMENT_ID));

export const payments = {
  intent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    access: 'user',
    summary: 'Prepares the payment of the cart by card; repeating the call prepares the same one.',
    body: z.object({
      sessionId: SessionId,
      /** What the buyer was shown; a cart that holds anything else answers 409. Additive. */
      expectedItems: z.optional(ExpectedItems),
    }),
    maxBytes: MAX_EXPECTED_BYTES,
    limit: ['cardAttempts', 'cardAttemptsOfADay', 'cardAttemptsOfAnAddress', 'cardAttemptsOfANetwork'],
    goesFirst: true,
    waitsOutside: true,
    answer: z.object({
      clientSecret: z.string(),
      totalALL: Lek,
      /** Dollars with two decimals. */
      totalUSD: z.number(),
      /** Lek for one dollar. */
      exchangeRate: z.number(),
      /** `pi_…`, to say which was paid. Additive. */
      paymentIntentId: PaymentId,
      /** Whose form is shown: in the sandbox no money moves. Additive. */
      provider: z.enum(['stripe', 'sandbox']),
      publishableKey: z.string(),
    }),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/cart/checkout',
    access: 'user',
    summary: 'Records the order that a payment by card paid for; repeating the call answers the same order.',
    body: z.object({ sessionId: SessionId, paymentIntentId: PaymentId }),
    limit: 'checkouts',
    goesFirst: true,
    waitsOutside: true,
    answer: Order,
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/api/webhooks/stripe',
    access: 'anyone',
    summary: 'What the card provider tells; its signature is checked, and it is kept once.',
    bodyKind: 'raw',
    maxBytes: 512 * 1024,
    anyOrigin: true,
    body: z.instanceof(Uint8Array),
    limit: 'webhooks',
    goesFirst: true,
    answer: z.object({ received: z.literal(true) }),
  }),
};
