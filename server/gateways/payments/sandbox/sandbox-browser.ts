/** Addresses of the stand-in that browsers are sent to. */
import type { Stripe } from '../stripe.ts';

export const AUTHENTICATE = '/sandbox/authenticate';

/** Where the bank of the card asks its holder. */
export function authenticateAt(origin: string, { id, client_secret: secret }: Stripe.PaymentIntent): string {
  const asked = new URLSearchParams({ payment_intent: id, payment_intent_client_secret: secret ?? '' });
  return `${origin}${AUTHENTICATE}?${asked}`;
}

/** Where it sends them back to, with what Stripe says there. */
export function backTo(returnUrl: string, { id, client_secret: secret, status }: Stripe.PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', secret ?? '');
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}
