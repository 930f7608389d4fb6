/** Accounts elsewhere, as the owner of the one here links and unlinks them. */
import type { Provider } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import {
  addIdentity,
  countIdentities,
  findOwner,
  removeIdentity,
} from '#server/features/people/linked-identities.store.ts';
import { askForOwner, lockOwner } from '#server/features/people/owner.ts';
import { tellOwner } from '#server/features/people/tell-owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { digestOf } from '#server/kit/digest.ts';
import type { Stranger } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endOtherSessions, type SignedIn } from '#server/kit/http/sessions.ts';
import { useAssertion } from './identities.store.ts';
import { type ShownCredential, vouchedFor } from './vouched-for.ts';

interface Wish {
  user: SignedIn;
  password: string | undefined;
}

/** From then on whoever is that account elsewhere comes in here; a second factor is asked for as ever. */
export async function linkAccount(
  deps: Deps,
  { user, password, ...shown }: Wish & ShownCredential,
  { guesser, browser }: { guesser: Stranger; browser: string | null },
): Promise<void> {
  const { provider, credential } = shown;
  const vouched = await vouchedFor(deps, shown);
  if (!vouched || vouched.email === null) throw notConfirmed();
  const { subject, email, expiresAt } = vouched;
  const owner = await askForOwner(deps, { user, password }, guesser);
  await inTransaction(deps.db, async (tx) => {
    // Before the account, as whoever comes in with it: two tabs with one credential do not wait in a circle.
    if (!(await useAssertion(tx, { hash: digestOf(credential), browser, expiresAt }))) throw notConfirmed();
    await lockOwner(tx, { owner, user });
    const opens = await findOwner(tx, { provider, subject });
    if (opens === user.id) return;
    if (opens !== null) throw new AppError(409, 'identities.opensAnother');
    if (!(await addIdentity(tx, { userId: user.id, provider, subject, email })))
      throw new AppError(409, 'identities.hasOne');
    await write(tx, 'identities.link', { user, provider });
    await tellOwner(tx, deps, { userId: user.id, change: 'linked', provider });
  });
}

/** Whoever is that account elsewhere comes in no more, and is signed out wherever they are. */
export async function unlinkAccount(
  deps: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, password, provider }: Wish & { provider: Provider },
  guesser: Stranger,
): Promise<void> {
  const owner = await askForOwner(deps, { user, password }, guesser);
  await inTransaction(deps.db, async (tx) => {
    // Of two ways in that are taken away at once, one is the last.
    await lockOwner(tx, { owner, user });
    if (!(await removeIdentity(tx, { userId: user.id, provider }))) return;
    if (owner.passwordHash === null && (await countIdentities(tx, user.id)) === 0)
      throw new AppError(409, 'identities.onlyWayIn');
    await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });
    await write(tx, 'identities.unlink', { user, provider });
    await tellOwner(tx, deps, { userId: user.id, change: 'unlinked', provider });
  });
}

const notConfirmed = () => new AppError(403, 'identities.notConfirmed');

function write(tx: Tx, action: string, { user, provider }: { user: SignedIn; provider: Provider }): Promise<void> {
  return writeAudit(tx, { actorId: user.id, action, subject: 'user', subjectId: user.id, detail: { provider } });
}
