/** The stand-in of Stripe: its keys, its interface on a port of this process, and the provider that speaks to it. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Db } from '#server/kit/db/db.ts';
import { keptSecret } from '#server/kit/db/db.ts';
import type { PaymentProvider } from '../provider.ts';
import { createStripe } from '../stripe.ts';
import { serveSandbox } from './sandbox-server.ts';

export interface SandboxParts {
  pool: Pool;
  db: Db;
  /** Where the shop is. */
  origin: string;
  log: FastifyBaseLogger;
}

export async function openSandbox({ pool, ...parts }: SandboxParts): Promise<PaymentProvider> {
  const [key, webhookSecret] = await Promise.all([keptSecret(pool, 'sandbox-key'), sandboxSecret(pool)]);
  const secretKey = `sk_test_${key}`;
  const server = await serveSandbox({ ...parts, secretKey });
  const provider = createStripe({
    name: 'sandbox',
    secretKey,
    publishableKey: 'pk_test_sandbox',
    webhookSecrets: [webhookSecret],
    apiBase: server.address,
    log: parts.log,
  });
  return {
    ...provider,
    close: async () => {
      await provider.close();
      await server.close();
    },
  };
}

/** With which it signs what it tells the shop. */
export async function sandboxSecret(pool: Pool): Promise<string> {
  return `whsec_${await keptSecret(pool, 'sandbox-webhook')}`;
}
