import { timingSafeEqual } from 'node:crypto';
import type { Stripe } from '../stripe.ts';

/** Whether somebody was given the payment: its id alone stands in more places. */
export function isSecretOf({ client_secret: right }: Stripe.PaymentIntent, given: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right ?? '')];
  return right !== null && one.length === other.length && timingSafeEqual(one, other);
}
