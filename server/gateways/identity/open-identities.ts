/** Opens who is configured to vouch for people. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/kit/system-clock.ts';
import type { Identities } from './identity-provider.ts';

/** `issuer`: who stands for it in a test. */
type Party = { clientId: string; issuer: string | null } | null;

export async function openIdentities(
  { google, apple }: Record<keyof Identities, Party>,
  parts: { clock: Clock; log: FastifyBaseLogger },
): Promise<Identities> {
  return {
    google: google && (await import('./google.ts')).openGoogle(google.issuer, { ...parts, clientId: google.clientId }),
    apple: apple && (await import('./apple.ts')).openApple(apple.issuer, { ...parts, clientId: apple.clientId }),
  };
}
