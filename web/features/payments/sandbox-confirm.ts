/** Pays in the sandbox, as the script of Stripe pays at Stripe. */
import type { CardDetails } from '#core/contract/payments.ts';
import { digitsOf, readExpiry } from '#core/domain/cards.ts';
import { type Outcome, outcomeOf, type Prepared, type ProviderError, returnAddress } from './card-fields.ts';

/** As long as a bank may take, in ms. */
const PATIENCE_MS = 30_000;

interface Answer {
  status?: string;
  next_action?: { redirect_to_url?: { url?: string } } | null;
  error?: ProviderError;
}

export async function confirmInSandbox(
  { paymentIntentId, clientSecret }: Prepared,
  { number, expiry, cvc }: CardDetails,
): Promise<Outcome> {
  const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 };
  const card = { number: digitsOf(number), exp_month: month, exp_year: year, cvc };
  let answer: Answer;
  try {
    const response = await fetch(`/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_secret: clientSecret,
        return_url: returnAddress(),
        payment_method_data: { type: 'card', card },
      }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = await response.json();
  } catch {
    // Whether it was paid is asked of the shop.
    return { state: 'unknown' };
  }
  const { status, error, next_action: next } = answer;
  const bank = status === 'requires_action' && next?.redirect_to_url?.url;
  if (!bank) return outcomeOf({ status, error });
  location.assign(bank);
  return { state: 'left' };
}
