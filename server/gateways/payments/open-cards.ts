/** Chooses who charges cards. Who takes none loads nothing of it. */
import type { PaymentProvider } from './provider.ts';
import type { SandboxParts } from './sandbox/open-sandbox.ts';

type Choice =
  | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string | null }
  | { kind: 'sandbox' }
  | null;

export async function openCards(choice: Choice, parts: SandboxParts): Promise<PaymentProvider | null> {
  if (choice === null) return null;
  if (choice.kind === 'sandbox') {
    const { openSandbox } = await import('./sandbox/open-sandbox.ts');
    return openSandbox(parts);
  }
  const { createStripe } = await import('./stripe.ts');
  return createStripe({ name: 'stripe', ...choice, log: parts.log });
}
