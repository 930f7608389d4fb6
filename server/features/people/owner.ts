import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/kit/db/db.ts';
import type { Stranger } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { lockSession, type SignedIn } from '#server/kit/http/sessions.ts';
import { isPassword } from '#server/kit/passwords.ts';
import { type Credentials, findCredentials, lockAccount, lockCredentials } from './people.store.ts';

/** How long ago an owner without a password may have come in. */
const MINUTES = 5;

/**
 * Throws unless it is the owner who acts, and not whoever found a session open: by the password, counted as at signing in, or,
 * in an account without one, by having come in within the last five minutes. Answers the credentials, for `lockCredentials`.
 */
export async function askForOwner(
  { db, limiter }: Pick<Deps, 'db' | 'limiter'>,
  { user, password, field = 'password' }: { user: SignedIn; password: string | undefined; field?: string },
  stranger: Stranger,
): Promise<Credentials> {
  const found = await findCredentials(db, user.email);
  if (found?.user.id !== user.id) throw new AppError(401, 'access.notAuthenticated');
  const { passwordHash } = found;
  if (passwordHash !== null)
    await askForPassword({ limiter }, { passwordHash, password: password ?? '', field }, stranger);
  else if (!(await cameInLately(db, user))) throw new AppError(403, 'accounts.comeInAgain');
  return found;
}

/**
 * Until the transaction ends nobody else changes the account or ends the session that asked. Throws 401 where somebody did
 * so since its owner was asked for.
 */
export async function lockOwner(tx: Tx, { owner, user }: { owner: Credentials; user: SignedIn }): Promise<void> {
  await lockSignedIn(tx, user);
  if (!(await lockCredentials(tx, owner))) throw new AppError(401, 'access.notAuthenticated');
}

/** The same where nobody was asked for a password. */
export async function lockSignedIn(tx: Tx, user: SignedIn): Promise<void> {
  await lockAccount(tx, user.id);
  if (!(await lockSession(tx, user))) throw new AppError(401, 'access.notAuthenticated');
}

/** Throws unless it is the password, counted as at signing in. */
export async function askForPassword(
  { limiter }: Pick<Deps, 'limiter'>,
  { passwordHash, password, field = 'password' }: { passwordHash: string; password: string; field?: string },
  stranger: Stranger,
): Promise<void> {
  const guesser = stranger.met(passwordHash);
  const isIt = () => isPassword(password, passwordHash, { network: guesser.network, comesAs: 'signIn' });
  if (!(await limiter.tryAccount(guesser, isIt))) throw wrongPassword(field);
}

async function cameInLately(db: Deps['db'], { sessionKey }: SignedIn): Promise<boolean> {
  const isYoung = sql`${sessions.createdAt} > now() - make_interval(mins => ${MINUTES})`;
  return (await db.$count(sessions, and(eq(sessions.sid, sessionKey), isYoung))) > 0;
}

/** @param field - the one of the call that holds it */
export const wrongPassword = (field = 'password') =>
  new AppError(403, 'accounts.wrongPassword', { details: { fields: { [field]: 'wrongPassword' } } });
