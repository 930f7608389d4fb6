/** Chooses the payment provider; the code of the other one is not loaded. */
import type { FastifyBaseLogger } from 'fastify';
import type { PaymentProvider } from './provider.ts';
import type { SandboxOptions } from './sandbox-store.ts';

type Choice =
  | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecrets: string[]; apiBase: string | null }
  | { kind: 'sandbox' }
  | null;

/** Null where cards are off. */
export async function openPaymentProvider(
  choice: Choice,
  { log, ...options }: SandboxOptions & { log: FastifyBaseLogger },
): Promise<PaymentProvider | null> {
  if (choice === null) return null;
  if (choice.kind === 'sandbox') return (await import('./sandbox.ts')).createSandbox(options);
  return (await import('./stripe.ts')).createStripe({ ...choice, log });
}
