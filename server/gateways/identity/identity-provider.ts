/** Interface of identity providers. */
import type { Provider } from '#core/domain/accounts.ts';

/** Verified claims. */
export interface VerifiedClaims {
  /** `sub`: stable and unique per provider. */
  subject: string;
  /** Lower case; null if not given. */
  email: string | null;
  isEmailVerified: boolean;
  /** Whether the provider runs the mailbox. */
  isAuthoritative: boolean;
  issuedAt: Date;
  /** When the credential expires. */
  expiresAt: Date;
}

export interface IdentityProvider {
  /**
   * What a credential says. Throws `InvalidCredential` unless it was made for this shop, now, and for the page that asked with
   * this nonce (null: for one that asked with none); `SigningKeysUnavailable` where that cannot be told.
   */
  verify(credential: string, expected: { nonce: string | null }): Promise<VerifiedClaims>;
}

/** Null if not configured. */
export type Identities = Record<Provider, IdentityProvider | null>;

/** Invalid credential; the message is for the log. */
export class InvalidCredential extends Error {
  override name = 'InvalidCredential';
}

/** Signing keys are unknown and the provider is unreachable. */
export class SigningKeysUnavailable extends Error {
  override name = 'SigningKeysUnavailable';
}
