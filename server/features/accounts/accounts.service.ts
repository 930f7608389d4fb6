/** Signing in, registering and changing the password. */

import type { FastifyRequest } from 'fastify';
import type { User } from '#core/contract/accounts/accounts.ts';
import { isDemoEmail } from '#core/domain/shop.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Deps } from '#server/deps.ts';
import { adoptGuestFavorites } from '#server/features/favorites/favorites.store.ts';
import { notifyOwner } from '#server/features/users/account-changes.ts';
import { mayEmailUser } from '#server/features/users/mailbox.ts';
import { openedBy, suspendedError, verifyOwner } from '#server/features/users/owner.ts';
import {
  addUser,
  type Credentials,
  findCredentials,
  isEmailTaken,
  lockCredentials,
  replacePassword,
} from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { loginAttemptFrom, type UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import {
  endOldSessions,
  endOtherSessions,
  isRenewed,
  renewSession,
  type SignedIn,
  startSession,
} from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { rememberTrustedNetwork } from '#server/kit/limits/login-throttling.ts';
import { accountsMailVerification, accountsTellSignIn } from './accounts.jobs.ts';
import { checkPassword, isClosedDemoAccount, normalEmail, type Registration } from './accounts.rules.ts';
import { deleteDevices, deleteOldDevices, deviceNameOf, rememberDevice } from './devices.store.ts';
import { invalidateLinks } from './mailed-links.store.ts';
import { hashPassword } from './passwords.ts';
import { verifySecondFactor, wrongCode } from './second-factors/second-factors.service.ts';

export interface Browser extends UnverifiedLoginAttempt {
  /** Session token it had before. */
  oldToken: string | null;
  /** Key of its guest favorites. */
  guest: string | null;
  device: { browser: string; userAgent: string | undefined };
  language: Language;
}

/** Most emails a day about new devices of one account. */
const MAX_DEVICE_EMAILS_PER_DAY = 5;

export interface NewSession {
  user: User;
  session: { token: string; rememberMe: boolean };
  /** The browser is known by it from now on. */
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
  const found = isClosedDemoAccount(email, config) ? null : await findCredentials(db, email);
  const loginAttempt = browser.met(found?.passwordHash ?? null);
  let isWrongCode = false;
  let opened = null as Credentials | null;
  const isRight = await limiter.tryAccount(loginAttempt, async () => {
    // Checked before hashing, for unknown accounts too; only successful sign-ins are counted.
    await limiter.assertBelowLimit('signIns', found?.user.id ?? browser.account);
    const comesAs = loginAttempt.isKnown ? 'knownBrowser' : 'signIn';
    opened = await openedBy(db, { found, password }, { network: browser.network, comesAs });
    if (!opened) return false;
    const proof = await verifySecondFactor({ db, clock, limiter, actors }, { userId: opened.user.id, code });
    // Thrown, so that it counts neither as success nor as failure.
    if (proof === 'missing') throw new AppError(401, 'accounts.codeNeeded');
    isWrongCode = proof === 'wrong';
    return !isWrongCode;
  });
  if (isWrongCode) throw wrongCode(401);
  if (!opened || !isRight) throw badCredentials();
  const credentials = opened;
  const { user } = credentials;
  await limiter.attempt('signIns', user.id);
  return inTransaction(db, async (tx) => {
    if (!(await lockCredentials(tx, credentials))) throw (await suspendedError(tx, user.id)) ?? badCredentials();
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
    // The network is trusted from now on, as after a successful sign-in.
    await rememberTrustedNetwork(tx, browser);
    return enter(tx, parts, { user, rememberMe, browser });
  });
}

/** Starts the session after any kind of authentication. `assertion`: hash of the provider's credential. */
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
  const { deviceId, passwordHash } = await recordDevice(tx, parts, { user, browser });
  const session = await startSession(tx, { userId, rememberMe, replaces: oldToken, assertion, deviceId });
  await endOldSessions(tx, userId);
  await deleteOldDevices(tx, userId);
  return { user, session, passwordHash };
}

/** Records the device; the owner is emailed about a new one, except for demo accounts. */
async function recordDevice(
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
  const isTold = isNews && !isDemoEmail(user.email) && newToday <= MAX_DEVICE_EMAILS_PER_DAY;
  if (isTold && (await mayEmailUser(tx, parts, { userId: user.id, limit: 'securityMails' })))
    await enqueue(tx, accountsTellSignIn, { deviceId: id });
  return { deviceId: id, passwordHash };
}

export function browserOf(
  parts: Pick<Deps, 'actors' | 'knownDevices' | 'sessions'>,
  { request, account }: { request: FastifyRequest; account: string },
): Browser {
  return {
    ...loginAttemptFrom(parts, request, account),
    oldToken: parts.sessions.cookie.read(request),
    guest: parts.knownDevices.keyOf(request),
    device: { browser: parts.knownDevices.keyToBe(request), userAgent: request.headers['user-agent'] },
    language: languageOfPages(request),
  };
}

/** Rotates the token of this session, ends all others and invalidates reset links. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, current, password }: { user: SignedIn; current: string; password: string },
  loginAttempt: UnverifiedLoginAttempt,
): Promise<{ session: { token: string; rememberMe: boolean }; passwordHash: string }> {
  if (!user.hasPassword) throw new AppError(409, 'accounts.noPassword');
  checkPassword(password, user.email);
  const counted = { name: 'passwordChanges', key: user.id };
  // Before the expensive hash.
  await deps.limiter.assertBelowLimit(counted.name, counted.key);
  const { passwordHash: before } = await ownerOf(deps, { user, current, password }, loginAttempt);
  const after = await hashPassword(password, { network: loginAttempt.network, comesAs: 'knownBrowser' });
  return inTransaction(deps.db, async (tx) => {
    const isChanged = await replacePassword(tx, { userId: user.id, before, after });
    const session = isChanged ? await renewSession(tx, user.sessionKey) : null;
    // A concurrent change, or the session was ended.
    if (!session) throw new AppError(401, 'access.notAuthenticated');
    await deps.limiter.attemptIn(tx, counted);
    await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });
    await deleteDevices(tx, { userId: user.id, except: session.deviceId });
    await invalidateLinks(tx, { userId: user.id, purpose: 'reset' });
    const auditEvent = { action: 'accounts.changePassword', subject: 'user', subjectId: user.id };
    await writeAudit(tx, { actorId: user.id, ...auditEvent });
    await notifyOwner(tx, deps, { userId: user.id, change: 'password' });
    return { session, passwordHash: after };
  });
}

/** A change whose response was lost is repeated with the former token; then the new password is the current one. */
async function ownerOf(
  deps: Pick<Deps, 'db' | 'limiter'>,
  { user, current, password }: { user: SignedIn; current: string; password: string },
  loginAttempt: UnverifiedLoginAttempt,
): Promise<Credentials> {
  const ask = (typed: string) => verifyOwner(deps, { user, password: typed, field: 'current' }, loginAttempt);
  try {
    return await ask(current);
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'accounts.wrongPassword';
    if (!isWrong || !(await isRenewed(deps.db, user.sessionKey))) throw error;
    return ask(password);
  }
}
