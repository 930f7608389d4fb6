import type { Provider } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { KeysAway, NotVouched, type Vouched } from '#server/gateways/identity/identity-provider.ts';
import { whileAway } from './not-brought-in.ts';

export interface ShownCredential {
  provider: Provider;
  credential: string;
  /** What the page asked the provider with; null where it gave none. */
  nonce: string | null;
}

/** Whom a provider vouches for; null where it does not, whatever is wrong. */
export async function vouchedFor(
  { config, identities, log }: Pick<Deps, 'config' | 'identities' | 'log'>,
  { provider, credential, nonce }: ShownCredential,
): Promise<Vouched | null> {
  const party = identities[provider];
  const isNonceNeeded = config.production && !config.isPublicUrlLocal;
  if (!party || (isNonceNeeded && nonce === null)) return null;
  try {
    return await party.verify(credential, { nonce });
  } catch (error) {
    if (error instanceof KeysAway) throw whileAway(provider);
    if (!(error instanceof NotVouched)) throw error;
    log.info({ provider, reason: error.message }, 'a credential was refused');
    return null;
  }
}
