import type { Deps } from '#server/deps.ts';
import { askForOwner } from '#server/features/people/owner.ts';
import { type Credentials, replacePassword } from '#server/features/people/people.store.ts';
import { tellOwner } from '#server/features/people/tell-owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Stranger } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endOtherSessions, isRenewed, renewSession, type SignedIn } from '#server/kit/http/sessions.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { checkPassword } from './accounts.rules.ts';
import { dropDevices } from './devices.store.ts';
import { endLinks } from './mailed-links.store.ts';

/** This session goes on under another token once that is used; all others, and links that would set a password, are worth nothing from then on. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, current, password }: { user: SignedIn; current: string; password: string },
  guesser: Stranger,
): Promise<{ session: { token: string; rememberMe: boolean }; passwordHash: string }> {
  if (!user.hasPassword) throw new AppError(409, 'accounts.noPassword');
  checkPassword(password, user.email);
  const counted = { name: 'passwordChanges', key: user.id };
  // Before anything is hashed.
  await deps.limiter.refuseBeyond(counted.name, counted.key);
  const { passwordHash: before } = await ownerOf(deps, { user, current, password }, guesser);
  const after = await hashPassword(password, { network: guesser.network, comesAs: 'knownBrowser' });
  return inTransaction(deps.db, async (tx) => {
    const isChanged = await replacePassword(tx, { userId: user.id, before, after });
    const session = isChanged ? await renewSession(tx, user.sessionKey) : null;
    // Somebody else was faster, or ended this session.
    if (!session) throw new AppError(401, 'access.notAuthenticated');
    await deps.limiter.attemptIn(tx, counted);
    await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });
    await dropDevices(tx, { userId: user.id, except: session.deviceId });
    await endLinks(tx, { userId: user.id, purpose: 'reset' });
    const auditEvent = { action: 'accounts.changePassword', subject: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, ...auditEvent });
    await tellOwner(tx, deps, { userId: user.id, change: 'password' });
    return { session, passwordHash: after };
  });
}

/** Where the answer to a change was lost it is asked for again, by a session that knows nothing of it, and the new password is the right one. */
async function ownerOf(
  deps: Pick<Deps, 'db' | 'limiter'>,
  { user, current, password }: { user: SignedIn; current: string; password: string },
  guesser: Stranger,
): Promise<Credentials> {
  const ask = (typed: string) => askForOwner(deps, { user, password: typed, field: 'current' }, guesser);
  try {
    return await ask(current);
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'accounts.wrongPassword';
    if (!isWrong || !(await isRenewed(deps.db, user.sessionKey))) throw error;
    return ask(password);
  }
}
