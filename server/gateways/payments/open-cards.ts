/** Chooses who charges cards. Who takes none loads nothing of it. */
import type { PaymentProvider } from './provider.ts';

type Choice =
  | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string | null }
  | { kind: 'sandbox' }
  | null;

export async function openCards(choice: Choice): Promise<PaymentProvider | null> {
  if (choice?.kind !== 'stripe') return null;
  const { createStripe } = await import('./stripe.ts');
  return createStripe({ name: 'stripe', ...choice });
}
