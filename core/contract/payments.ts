/** Card payments: payment intent, recording of the order, webhook of the provider. */
import * as z from 'zod/mini';
import { digitsOf, isCardNumber, isExpired, PAYMENT_ID, readExpiry } from '#core/domain/cards.ts';
import { ExpectedItems, MAX_EXPECTED_BYTES } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Order } from './orders.ts';
import { Lek, SessionId } from './shapes.ts';

/** Form of the card sandbox; Stripe shows its own. */
export const CardDetails = z.object({
  number: z.string().check(z.refine((typed) => isCardNumber(digitsOf(typed)), errorCode('cardNumber'))),
  expiry: z.string().check(
    z.refine((typed) => readExpiry(typed) !== null, errorCode('cardExpiry')),
    z.refine((typed) => {
      const expiry = readExpiry(typed);
      return expiry === null || !isExpired(expiry, Date.now());
    }, errorCode('cardExpired')),
  ),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, errorCode('cardCvc'))),
  name: z.string().check(z.maxLength(100)),
});
export type CardDetails = z.infer<typeof CardDetails>;

/** Limits of the provider for one charge, in cents. */
export const LEAST_CHARGE = 50;
export const MOST_CHARGE = 99_999_999;

const PaymentId = z.string().check(z.regex(PAYMENT_ID));

export const payments = {
  intent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    access: 'user',
    summary: 'Prepares the card payment of the cart; idempotent.',
    body: z.object({
      sessionId: SessionId,
      /** The displayed cart; 409 when the current cart differs. Additive. */
      expectedItems: z.optional(ExpectedItems),
    }),
    maxBytes: MAX_EXPECTED_BYTES,
    limit: ['cardAttempts', 'cardAttemptsOfADay', 'cardAttemptsOfAnAddress', 'cardAttemptsOfANetwork'],
    priority: 'high',
    callsExternalService: true,
    answer: z.object({
      clientSecret: z.string(),
      totalALL: Lek,
      /** Dollars with two decimals. */
      totalUSD: z.number(),
      /** Lek for one dollar. */
      exchangeRate: z.number(),
      /** `pi_…`. Additive. */
      paymentIntentId: PaymentId,
      /** Additive. */
      provider: z.enum(['stripe', 'sandbox']),
      publishableKey: z.string(),
    }),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/cart/checkout',
    access: 'user',
    summary: 'Records the order of a card payment; a repeated call answers the same order.',
    body: z.object({ sessionId: SessionId, paymentIntentId: PaymentId }),
    limit: 'checkouts',
    priority: 'high',
    callsExternalService: true,
    answer: Order,
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/api/webhooks/stripe',
    access: 'anyone',
    summary: 'Webhook of the card provider: the signature is checked, an event is stored once.',
    bodyKind: 'raw',
    maxBytes: 512 * 1024,
    skipOriginCheck: true,
    body: z.instanceof(Uint8Array),
    limit: 'webhooks',
    priority: 'high',
    answer: z.object({ received: z.literal(true) }),
  }),
};
