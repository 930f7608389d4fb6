import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { type Hasher, verifyHash } from '#server/features/accounts/passwords.ts';
import type { Tx } from '#server/kit/db/db.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { lockSession, type SignedIn } from '#server/kit/http/sessions.ts';
import {
  type Credentials,
  findCredentials,
  findSuspension,
  lockAccount,
  lockCredentials,
  replacePassword,
} from './users.store.ts';

/** How recent the sign-in of an owner without a password must be. */
const MINUTES = 5;

/**
 * Throws unless the user proves to be the owner, and not somebody with a stolen session: by the password, throttled like
 * sign-in, or, without one, by a sign-in within the last five minutes. Returns the credentials, for `lockCredentials`.
 */
export async function verifyOwner(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { user, password, field = 'password' }: { user: SignedIn; password: string | undefined; field?: string },
  stranger: UnverifiedLoginAttempt,
): Promise<Credentials> {
  const found = await findCredentials(db, user.email);
  if (found?.user.id !== user.id) throw new AppError(401, 'access.notAuthenticated');
  if (found.passwordHash !== null)
    return verifyPassword({ db, limiter }, { found, password: password ?? '', field }, stranger);
  if (!(await signedInRecently(db, user))) throw new AppError(403, 'accounts.comeInAgain');
  return found;
}

/**
 * Locks account and session until the transaction ends. Throws 401 if either changed since `verifyOwner`.
 */
export async function lockOwner(tx: Tx, { owner, user }: { owner: Credentials; user: SignedIn }): Promise<void> {
  await lockSignedIn(tx, user);
  if (!(await lockCredentials(tx, owner))) throw new AppError(401, 'access.notAuthenticated');
}

/** The same without a password. */
export async function lockSignedIn(tx: Tx, user: SignedIn): Promise<void> {
  await lockAccount(tx, user.id);
  if (!(await lockSession(tx, user))) throw new AppError(401, 'access.notAuthenticated');
}

/** Why the owner of an account cannot sign in, with the reason; null if it is not suspended. For those who proved to be the owner. */
export async function suspendedError(tx: Tx, userId: string): Promise<AppError | null> {
  const suspension = await findSuspension(tx, userId);
  return suspension && new AppError(403, 'accounts.suspended', { values: { reason: suspension.reason } });
}

/** The credentials as they are from now on. Throws unless the password is right; throttled like sign-in. */
export async function verifyPassword(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { found, password, field = 'password' }: { found: Credentials; password: string; field?: string },
  stranger: UnverifiedLoginAttempt,
): Promise<Credentials> {
  const loginAttempt = stranger.met(found.passwordHash);
  let opened = null as Credentials | null;
  await limiter.tryAccount(loginAttempt, async () => {
    opened = await openedBy(db, { found, password }, { network: loginAttempt.network, comesAs: 'signIn' });
    return opened !== null;
  });
  if (!opened) throw wrongPassword(field);
  return opened;
}

/** The credentials as they are from now on, or null if the password is wrong. Renews a hash of a password not normalized. */
export async function openedBy(
  db: Deps['db'],
  { found, password }: { found: Credentials | null; password: string },
  hasher: Hasher,
): Promise<Credentials | null> {
  const before = found?.passwordHash ?? null;
  const after = await verifyHash(password, before, hasher);
  if (!found || after === null) return null;
  // Where the password changed meanwhile, `lockCredentials` will refuse these.
  if (after !== before) await replacePassword(db, { userId: found.user.id, before, after });
  return { ...found, passwordHash: after };
}

async function signedInRecently(db: Deps['db'], { sessionKey }: SignedIn): Promise<boolean> {
  const isYoung = sql`${sessions.createdAt} > now() - make_interval(mins => ${MINUTES})`;
  return (await db.$count(sessions, and(eq(sessions.sid, sessionKey), isYoung))) > 0;
}

/** @param field - the input field that holds it */
export const wrongPassword = (field = 'password') =>
  new AppError(403, 'accounts.wrongPassword', { details: { fields: { [field]: 'wrongPassword' } } });
