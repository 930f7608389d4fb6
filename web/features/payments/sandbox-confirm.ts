/** Confirms a payment in the sandbox with a test card. */
import type { CardDetails } from '#core/contract/card-details.ts';
import { digitsOf, readExpiry } from '#core/domain/card-number.ts';
import { type Outcome, outcomeOf, type Prepared, type ProviderError, returnAddress } from './card-fields.ts';

const TIMEOUT_MS = 30_000;

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
  const card = { number: digitsOf(number), expMonth: month, expYear: year, cvc };
  let answer: Answer;
  try {
    const response = await fetch(`/sandbox/payments/${paymentIntentId}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, returnUrl: returnAddress(), card }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json();
  } catch {
    // It may have been paid; the shop knows.
    return { state: 'unknown' };
  }
  const { status, error, next_action: next } = answer;
  const bank = status === 'requires_action' && next?.redirect_to_url?.url;
  if (!bank) return outcomeOf({ status, error });
  location.assign(bank);
  return { state: 'left' };
}
