/** Somebody on paper who vouches for people: believes whatever is written on a credential that is not for another page. */
import type { Identities, IdentityProvider, VerifiedClaims } from '#server/gateways/identity/identity-provider.ts';
import { InvalidCredential } from '#server/gateways/identity/identity-provider.ts';

const provider: IdentityProvider = {
  async verify(credential, { nonce }) {
    const { subject, ...said } = read(credential);
    if (!subject || (said.nonce ?? null) !== nonce) throw new InvalidCredential('nobody wrote that');
    const now = Date.now();
    const times = { issuedAt: new Date(now), expiresAt: new Date(now + 3600_000) };
    return { email: null, isEmailVerified: true, isAuthoritative: true, ...times, ...said, subject };
  },
};

const MARK = 'paper:';

export type FakeClaims = Partial<Omit<VerifiedClaims, 'issuedAt' | 'expiresAt'>> & { nonce?: string; copy?: number };

/** `copy` makes another credential that says the same. */
export const fakeCredential = (said: FakeClaims) => `${MARK}${JSON.stringify(said)}`;

function read(credential: string): FakeClaims {
  try {
    return credential.startsWith(MARK) ? JSON.parse(credential.slice(MARK.length)) : {};
  } catch {
    // Somebody wrote on it.
    return {};
  }
}

export const fakeIdentities = (): Identities => ({ google: provider, apple: provider });
