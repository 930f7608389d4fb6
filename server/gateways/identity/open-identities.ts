/** The configured identity providers. */
import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from '#core/domain/accounts.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import type { Issuer } from './id-tokens.ts';
import type { Identities, IdentityProvider } from './identity-provider.ts';

/** `issuer`: base URL of a stand-in for tests; null for the provider itself. */
type Party = { clientId: string; issuer: string | null } | null;

export const google: Issuer = {
  name: 'Google',
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  // Addresses elsewhere may have changed hands since the Google account was made.
  isAuthoritative: (email, { hd }) => /@(gmail|googlemail)\.com$/.test(email) || (typeof hd === 'string' && hd !== ''),
};

export const apple: Issuer = {
  name: 'Apple',
  issuers: ['https://appleid.apple.com'],
  keysUrl: 'https://appleid.apple.com/auth/keys',
  // Its own mailboxes, and its relay addresses.
  isAuthoritative: (email) => /@(privaterelay\.appleid|icloud|me|mac)\.com$/.test(email),
};

export async function openIdentities(
  parties: Record<Provider, Party>,
  parts: { clock: Clock; log: FastifyBaseLogger },
): Promise<Identities> {
  const open = async (party: Party, issuer: Issuer): Promise<IdentityProvider | null> => {
    if (!party) return null;
    // Loaded only where a provider is configured.
    const { idTokens } = await import('./id-tokens.ts');
    const { clientId, issuer: base } = party;
    const standIn = { ...issuer, issuers: [`${base}`], keysUrl: `${base}${new URL(issuer.keysUrl).pathname}` };
    return idTokens(base === null ? issuer : standIn, { ...parts, clientId });
  };
  return { google: await open(parties.google, google), apple: await open(parties.apple, apple) };
}
