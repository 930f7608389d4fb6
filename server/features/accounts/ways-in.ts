import { removeIdentities } from '#server/features/people/linked-identities.store.ts';
import { end as endSecondFactor } from '#server/features/second-factors/second-factors.store.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { dropDevices } from './devices.store.ts';

/** What else than a password opened an account, kept its owner out or was known to it goes where somebody shows that the address is theirs. */
export async function dropWaysIn(tx: Tx, userId: string): Promise<void> {
  await endSecondFactor(tx, userId);
  await removeIdentities(tx, userId);
  await dropDevices(tx, { userId, except: null });
}
