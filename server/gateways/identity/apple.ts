/** Apple, as its script vouches for somebody. */
import { type Issuer, idTokens, type Parts } from './id-tokens.ts';
import type { IdentityProvider } from './identity-provider.ts';

export const apple: Issuer = {
  name: 'Apple',
  issuers: ['https://appleid.apple.com'],
  keysUrl: 'https://appleid.apple.com/auth/keys',
  // Its own mailboxes, and those that it makes for who hides theirs.
  isAuthoritative: (email) => /@(privaterelay\.appleid|icloud|me|mac)\.com$/.test(email),
};

/** `base`: who stands for Apple in a test; null for Apple itself. */
export function openApple(base: string | null, parts: Parts): IdentityProvider {
  const inATest = { ...apple, issuers: [`${base}`], keysUrl: `${base}/auth/keys` };
  return idTokens(base === null ? apple : inATest, parts);
}
