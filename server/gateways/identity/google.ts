/** Google, as its button vouches for somebody. */
import { type Issuer, idTokens, type Parts } from './id-tokens.ts';
import type { IdentityProvider } from './identity-provider.ts';

export const google: Issuer = {
  name: 'Google',
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  // Whoever has another mailbox may have made the account before it was theirs, or after.
  isAuthoritative: (email, { hd }) => /@(gmail|googlemail)\.com$/.test(email) || (typeof hd === 'string' && hd !== ''),
};

/** `base`: who stands for Google in a test; null for Google itself. */
export function openGoogle(base: string | null, parts: Parts): IdentityProvider {
  const inATest = { ...google, issuers: [`${base}`], keysUrl: `${base}/oauth2/v3/certs` };
  return idTokens(base === null ? google : inATest, parts);
}
