import type { LinkedAccount } from '#core/contract/identities.ts';
import { providers } from '#core/domain/providers.ts';
import type { IdentityClients } from '#web/kit/shop-config.ts';

/** Who vouches for people here and does not open that account yet. */
export const unlinkedOf = (clients: IdentityClients, linked: readonly LinkedAccount[]) =>
  providers.filter((name) => clients[name] && !linked.some(({ provider }) => provider === name));
