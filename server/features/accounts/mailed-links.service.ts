import type { Deps } from '#server/deps.ts';
import { notifyOwner } from '#server/features/users/account-changes.ts';
import { verifyPassword, wrongPassword } from '#server/features/users/owner.ts';
import {
  type Credentials,
  findCredentials,
  findForReset,
  lockAccount,
  lockCredentials,
  markEmailVerified,
  setPassword,
} from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endSessionsOf, type SignedIn } from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { accountsMailReset } from './accounts.jobs.ts';
import { checkPassword } from './accounts.rules.ts';
import { deleteDevices, deviceNameOf, rememberDevice, revokeOtherAccess } from './devices.store.ts';
import { findLink, invalidateLinks, type Link } from './mailed-links.store.ts';
import { hashPassword } from './passwords.ts';

const linkOver = () => new AppError(400, 'accounts.linkOver');

const passwordNeeded = () =>
  new AppError(403, 'accounts.passwordNeeded', { details: { fields: { password: 'passwordRequired' } } });

/**
 * Enqueues the email, for unknown addresses too, so that neither response nor timing reveals accounts. `account` is the key of
 * the address for limits; known browsers are counted separately.
 */
export async function requestReset(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { email, account, isKnown }: { email: string; account: string; isKnown: (passwordHash: string | null) => boolean },
): Promise<void> {
  const { id: userId, passwordHash } = await findForReset(db, email);
  await limiter.attempt('resetMails', isKnown(passwordHash) ? `${account} known` : account);
  await inTransaction(db, (tx) => enqueue(tx, accountsMailReset, { userId }));
}

/** Sets the password by a mailed link, which also verifies the address. Ends all sessions and forgets all devices but this one. */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { token, password }: { token: string; password: string },
  browser: { network: string; key: string; userAgent: string | undefined },
): Promise<Pick<Link, 'userId' | 'email'> & { passwordHash: string }> {
  const { db } = deps;
  // Before the expensive hash.
  const found = await findLink(db, { token, purpose: 'reset' });
  if (!found?.isOpen) throw linkOver();
  checkPassword(password, found.email);
  const passwordHash = await hashPassword(password, { network: browser.network, comesAs: 'signIn' });
  const name = await deviceNameOf(browser.userAgent);
  return inTransaction(db, async (tx) => {
    const link = await lockLink(tx, { token, purpose: 'reset', userId: found.userId });
    if (!link?.isOpen) throw linkOver();
    const { userId, email } = link;
    await setPassword(tx, { userId, passwordHash });
    // They may belong to whoever registered with the address before.
    if (!link.isConfirmed) await revokeOtherAccess(tx, userId);
    await markEmailVerified(tx, userId);
    await invalidateLinks(tx, { userId, purpose: 'reset' });
    await endSessionsOf(tx, userId);
    await deleteDevices(tx, { userId, except: null });
    await rememberDevice(tx, { userId, browser: browser.key, name });
    await writeAudit(tx, { actorId: userId, action: 'accounts.resetPassword', subject: 'user', subjectId: userId });
    await notifyOwner(tx, deps, { userId, change: 'password' });
    return { userId, email, passwordHash };
  });
}

/**
 * Verifies the address, if the user is signed in to the account or knows its password: else the owner of an address would
 * verify an account that somebody else made with it. Returns null if it is verified already.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'limiter'>,
  { token, password, user }: { token: string; password: string | undefined; user: SignedIn | null },
  towards: (email: string) => UnverifiedLoginAttempt,
): Promise<string | null> {
  const { db } = deps;
  const found = await findLink(db, { token, purpose: 'verify' });
  if (!found) throw linkOver();
  const isAsked = found.isOpen && !found.isConfirmed && user?.id !== found.userId;
  const shown = isAsked ? await verifyRegistrant(deps, { email: found.email, password }, towards) : null;
  return inTransaction(db, async (tx) => {
    const link = await lockLink(tx, { token, purpose: 'verify', userId: found.userId });
    if (link?.isConfirmed) return null;
    if (!link?.isOpen) throw linkOver();
    if (shown && !(await lockCredentials(tx, shown))) throw wrongPassword();
    const { userId } = link;
    await markEmailVerified(tx, userId);
    await invalidateLinks(tx, { userId, purpose: 'verify' });
    await writeAudit(tx, { actorId: userId, action: 'accounts.verifyEmail', subject: 'user', subjectId: userId });
    return userId;
  });
}

async function verifyRegistrant(
  deps: Pick<Deps, 'db' | 'limiter'>,
  { email, password }: { email: string; password: string | undefined },
  towards: (email: string) => UnverifiedLoginAttempt,
): Promise<Credentials> {
  const found = await findCredentials(deps.db, email);
  if (!found) throw linkOver();
  if (found.passwordHash === null) throw new AppError(403, 'accounts.signInFirst');
  if (!password) throw passwordNeeded();
  return verifyPassword(deps, { found, password }, towards(email));
}

/** Reads the link again with the account locked: it works once. */
async function lockLink(
  tx: Tx,
  { userId, ...link }: { token: string; purpose: 'reset' | 'verify'; userId: string },
): Promise<Link | null> {
  await lockAccount(tx, userId);
  return findLink(tx, link);
}
