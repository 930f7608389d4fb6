/** Who vouches for people, as features know it. */
import type { Provider } from '#core/domain/accounts.ts';

/** What a provider says of somebody who just showed it who they are. */
export interface Vouched {
  /** The provider's own name of the account: never another's, and the same when an address changes. */
  subject: string;
  /** In small letters; null where the provider tells none. */
  email: string | null;
  isEmailVerified: boolean;
  /** Whether the mailbox itself is the provider's: then nobody else can say whose it is. */
  isAuthoritative: boolean;
  issuedAt: Date;
  /** From then on the credential is refused anyway. */
  expiresAt: Date;
}

export interface IdentityProvider {
  /**
   * What a credential says. Throws `NotVouched` unless it was made for this shop, now, and for the page that asked with
   * this nonce (null: for one that asked with none); `KeysAway` where that cannot be told.
   */
  verify(credential: string, wish: { nonce: string | null }): Promise<Vouched>;
}

/** Null where it is not set up. */
export type Identities = Record<Provider, IdentityProvider | null>;

/** It is no credential, not for us, not now, or of a forger; the message is for operators. */
export class NotVouched extends Error {
  override name = 'NotVouched';
}

/** The keys that credentials are signed with are not known, and the provider does not tell them. */
export class KeysAway extends Error {
  override name = 'KeysAway';
}
