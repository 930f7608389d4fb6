import type { User } from '#core/contract/accounts.ts';
import { isDemoEmail } from '#core/domain/shop.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { adoptGuestFavorites } from '#server/features/favorites/favorites.store.ts';
import { mayWriteTo } from '#server/features/people/mailbox.ts';
import { addUser, findCredentials, isEmailTaken, lockCredentials } from '#server/features/people/people.store.ts';
import { proveSecond, wrongCode } from '#server/features/second-factors/second-factors.service.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Stranger } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endOldSessions, startSession } from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { rememberHome } from '#server/kit/limits/login-throttling.ts';
import { hashPassword, isPassword } from '#server/kit/passwords.ts';
import { isShut, normalEmail, type Registration } from './accounts.rules.ts';
import { deviceNameOf } from './device-name.ts';
import { dropOldDevices, rememberDevice } from './devices.store.ts';
import { accountsMailVerification } from './mailed-links.jobs.ts';
import { accountsTellSignIn } from './security.jobs.ts';

/** The browser somebody signs in with. */
export interface Browser extends Stranger {
  /** The token of the session it had before. */
  oldToken: string | null;
  /** As whom it kept a guest's favourites. */
  guest: string | null;
  /** As what its account knows it, and what it says to be. */
  device: { browser: string; userAgent: string | undefined };
  language: Language;
}

/** Of how many new browsers a day the owner of an account is told: whoever wants to hide among many is told of before that. */
const MOST_TOLD = 5;

export interface NewSession {
  user: User;
  session: { token: string; rememberMe: boolean };
  /** By which the browser is known from now on. */
  passwordHash: string | null;
}

export async function signIn(
  { config, db, clock, limiter, actors }: Deps,
  {
    username,
    password,
    code,
    rememberMe,
  }: { username: string; password: string; code?: string | undefined; rememberMe: boolean },
  browser: Browser,
): Promise<NewSession> {
  const email = normalEmail(username);
  const found = isShut(email, config) ? null : await findCredentials(db, email);
  const guesser = browser.met(found?.passwordHash ?? null);
  let isWrongCode = false;
  const isRight = await limiter.tryAccount(guesser, async () => {
    // Before anything is hashed, and counted only once it was right: wrong ones take nothing from the owner. Of nobody it is asked too.
    await limiter.refuseBeyond('signIns', found?.user.id ?? browser.account);
    const comesAs = guesser.isKnown ? 'knownBrowser' : 'signIn';
    const isIt = await isPassword(password, found?.passwordHash ?? null, { network: browser.network, comesAs });
    if (!found || !isIt) return false;
    const proof = await proveSecond({ db, clock, limiter, actors }, { userId: found.user.id, code });
    // Neither right nor wrong: thrown, so that it forgives no wrong one.
    if (proof === 'missing') throw new AppError(401, 'accounts.codeNeeded');
    isWrongCode = proof === 'wrong';
    return !isWrongCode;
  });
  if (isWrongCode) throw wrongCode(401);
  if (!found || !isRight) throw badCredentials();
  const { user } = found;
  await limiter.attempt('signIns', user.id);
  return inTransaction(db, async (tx) => {
    if (!(await lockCredentials(tx, found))) throw badCredentials();
    return enter(tx, { limiter, actors }, { user, rememberMe, browser });
  });
}

const badCredentials = () => new AppError(401, 'accounts.badCredentials');

const emailTaken = () => new AppError(409, 'accounts.emailTaken', { details: { fields: { email: 'emailTaken' } } });

export async function register(
  { db, ...parts }: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { email, password, acceptsTerms, rememberMe }: Registration,
  browser: Browser,
): Promise<NewSession> {
  if (await isEmailTaken(db, email)) throw emailTaken();
  const passwordHash = await hashPassword(password, { network: browser.network, comesAs: 'registration' });
  return inTransaction(db, async (tx) => {
    const user = await addUser(tx, { email, passwordHash, acceptsTerms, language: browser.language });
    if (!user) throw emailTaken();
    const detail = { acceptsTerms };
    await writeAudit(tx, {
      actorId: user.id,
      action: 'accounts.register',
      subject: 'user',
      subjectId: user.id,
      detail,
    });
    await enqueue(tx, accountsMailVerification, { userId: user.id });
    // Where from is known from now on, as after a right password.
    await rememberHome(tx, browser);
    return enter(tx, parts, { user, rememberMe, browser });
  });
}

/** Whoever showed who they are comes in, by whatever way. `assertion`: with what a provider vouched for them. */
export async function enter(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { user, rememberMe, browser, assertion }: { user: User; rememberMe: boolean; browser: Browser; assertion?: string },
): Promise<NewSession> {
  const { guest, oldToken } = browser;
  const { id: userId } = user;
  if (user.role === 'admin') {
    await writeAudit(tx, { actorId: userId, action: 'accounts.adminSignIn', subject: 'user', subjectId: userId });
  }
  if (guest) await adoptGuestFavorites(tx, { userId, browser: guest });
  const { deviceId, passwordHash } = await meetDevice(tx, parts, { user, browser });
  const session = await startSession(tx, { userId, rememberMe, replaces: oldToken, assertion, deviceId });
  await endOldSessions(tx, userId);
  await dropOldDevices(tx, userId);
  return { user, session, passwordHash };
}

/** Who has an account is told of a browser that it does not know, but where anybody may come in. */
async function meetDevice(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { user, browser: { device } }: { user: User; browser: Browser },
): Promise<{ deviceId: string; passwordHash: string | null }> {
  const name = await deviceNameOf(device.userAgent);
  const { id, isNews, newToday, passwordHash } = await rememberDevice(tx, {
    userId: user.id,
    browser: device.browser,
    name,
  });
  const isTold = isNews && !isDemoEmail(user.email) && newToday <= MOST_TOLD;
  if (isTold && (await mayWriteTo(tx, parts, { userId: user.id, limit: 'securityMails' })))
    await enqueue(tx, accountsTellSignIn, { deviceId: id });
  return { deviceId: id, passwordHash };
}
