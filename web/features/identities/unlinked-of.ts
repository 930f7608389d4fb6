import type { LinkedAccount } from '#core/contract/identities.ts';
import { providers } from '#core/domain/accounts.ts';
import type { IdentityClients } from '#web/kit/use-identities.ts';

/** Who vouches for people here and does not open that account yet. */
export const unlinkedOf = (clients: IdentityClients, linked: readonly LinkedAccount[]) =>
  providers.filter((name) => clients[name] && !linked.some(({ provider }) => provider === name));
