import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/kit/db/db.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { lockSession, type SignedIn } from '#server/kit/http/sessions.ts';
import { isPassword } from '#server/kit/passwords.ts';
import { type Credentials, findCredentials, lockAccount, lockCredentials } from './people.store.ts';

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
  const { passwordHash } = found;
  if (passwordHash !== null)
    await verifyPassword({ limiter }, { passwordHash, password: password ?? '', field }, stranger);
  else if (!(await signedInRecently(db, user))) throw new AppError(403, 'accounts.comeInAgain');
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

/** Throws unless the password is right; throttled like sign-in. */
export async function verifyPassword(
  { limiter }: Pick<Deps, 'limiter'>,
  { passwordHash, password, field = 'password' }: { passwordHash: string; password: string; field?: string },
  stranger: UnverifiedLoginAttempt,
): Promise<void> {
  const guesser = stranger.met(passwordHash);
  const isIt = () => isPassword(password, passwordHash, { network: guesser.network, comesAs: 'signIn' });
  if (!(await limiter.tryAccount(guesser, isIt))) throw wrongPassword(field);
}

async function signedInRecently(db: Deps['db'], { sessionKey }: SignedIn): Promise<boolean> {
  const isYoung = sql`${sessions.createdAt} > now() - make_interval(mins => ${MINUTES})`;
  return (await db.$count(sessions, and(eq(sessions.sid, sessionKey), isYoung))) > 0;
}

/** @param field - the input field that holds it */
export const wrongPassword = (field = 'password') =>
  new AppError(403, 'accounts.wrongPassword', { details: { fields: { [field]: 'wrongPassword' } } });
