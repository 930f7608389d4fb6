/** Signing in with an identity provider, and linking its accounts to one here. */
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Provider } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { accountsMailVerification } from '#server/features/accounts/accounts.jobs.ts';
import { type Browser, enter, type NewSession } from '#server/features/accounts/accounts.service.ts';
import { revokeOtherAccess } from '#server/features/accounts/devices.store.ts';
import { deleteLinks } from '#server/features/accounts/mailed-links.store.ts';
import {
  findSecret,
  verifySecondFactor,
  wrongCode,
} from '#server/features/accounts/second-factors/second-factors.service.ts';
import { notifyOwner } from '#server/features/users/account-changes.ts';
import { lockOwner, suspendedError, verifyOwner } from '#server/features/users/owner.ts';
import {
  addUser,
  findCredentials,
  lockActive,
  lockByEmail,
  takeOverAccount,
} from '#server/features/users/users.store.ts';
import type { VerifiedClaims } from '#server/gateways/identity/identity-provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { digestOf } from '#server/kit/digest.ts';
import type { UnverifiedLoginAttempt } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { endOtherSessions, endSessionsOf, type SignedIn } from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { rememberTrustedNetwork } from '#server/kit/limits/login-throttling.ts';
import { failed, type PresentedCredential, useAssertion, verifyCredential } from './credentials.ts';
import { addIdentity, countIdentities, findOwner, removeIdentity, wasUnlinked } from './linked-identities.store.ts';

export interface Arrival extends PresentedCredential {
  rememberMe: boolean;
  /** Code of the second factor. */
  code: string | undefined;
  /** Undefined if the page did not ask. */
  acceptsTerms: boolean | undefined;
}

export interface Visitor {
  /** Null without a cookie. */
  key: string | null;
  /** Keys by which registrations are counted. */
  places: { registrations: string; networkRegistrations: string };
  towards: (email: string) => Browser;
}

/** Rolls back the use of the credential when a code is required. */
class CodeNeeded extends AppError {
  readonly user: User;
  constructor(user: User) {
    super(401, 'accounts.codeNeeded');
    this.user = user;
  }
}

/** Signs in with a credential, and registers the account on first use. */
export async function signInWithProvider(deps: Deps, arrival: Arrival, visitor: Visitor): Promise<NewSession> {
  const vouched = await verifyCredential(deps, arrival);
  if (!vouched) throw failed(arrival.provider);
  try {
    return await attempt(deps, { arrival, vouched, visitor, proven: null });
  } catch (error) {
    if (!(error instanceof CodeNeeded) || !arrival.code?.trim()) throw error;
    const { user } = error;
    await checkCode(deps, { user, code: arrival.code, visitor });
    return attempt(deps, { arrival, vouched, visitor, proven: user.id });
  }
}

/** Wrong codes are throttled like wrong passwords. */
async function checkCode(
  deps: Deps,
  { user, code, visitor }: { user: User; code: string; visitor: Visitor },
): Promise<void> {
  const prove = async () => (await verifySecondFactor(deps, { userId: user.id, code })) !== 'wrong';
  const found = await findCredentials(deps.db, user.email);
  const loginAttempt = visitor.towards(user.email).met(found?.passwordHash ?? null);
  if (!(await deps.limiter.tryAccount(loginAttempt, prove))) throw wrongCode(401);
}

function attempt(deps: Deps, asked: Asked): Promise<NewSession> {
  const { arrival, vouched, visitor } = asked;
  const { provider, credential, rememberMe } = arrival;
  const hash = digestOf(credential);
  return inTransaction(deps.db, async (tx) => {
    const used = await useAssertion(tx, { hash, browser: visitor.key, expiresAt: vouched.expiresAt });
    if (!used) throw failed(provider);
    const user = await accountOf(deps, tx, asked);
    await checkSecond(tx, user, asked.proven);
    await deps.limiter.attemptIn(tx, { name: 'signIns', key: user.id });
    const browser = visitor.towards(user.email);
    await rememberTrustedNetwork(tx, browser);
    return enter(tx, deps, { user, rememberMe, browser, assertion: hash });
  });
}

/** The second factor is required here too; without it the transaction is rolled back, so nothing is linked. */
async function checkSecond(tx: Tx, user: User, proven: string | null): Promise<void> {
  if (user.id !== proven && (await findSecret(tx, user.id)) !== null) throw new CodeNeeded(user);
}

interface Asked {
  arrival: Arrival;
  vouched: VerifiedClaims;
  visitor: Visitor;
  /** User whose code was verified. */
  proven: string | null;
}

/** The account, locked against closure until the transaction ends. */
async function accountOf(deps: Deps, tx: Tx, asked: Asked): Promise<User> {
  const { provider } = asked.arrival;
  const known = await ownerOf(tx, asked);
  if (known) return known;
  const { email, isEmailVerified } = asked.vouched;
  // An unverified address identifies nobody.
  if (email === null || !isEmailVerified) throw failed(provider);
  const found = await lockByEmail(tx, email);
  if (found) return link(tx, deps, { ...found, provider, vouched: { ...asked.vouched, email } });
  return (await newAccount(deps, tx, { ...asked, email })) ?? accountOf(deps, tx, asked);
}

async function ownerOf(tx: Tx, { arrival: { provider }, vouched: { subject } }: Asked): Promise<User | null> {
  const userId = await findOwner(tx, { provider, subject });
  if (userId === null) return null;
  const user = await lockActive(tx, userId);
  // Read again after the lock: it may have been unlinked meanwhile.
  if (!user || (await findOwner(tx, { provider, subject })) !== userId)
    throw (!user && (await suspendedError(tx, userId))) || failed(provider);
  return user;
}

/** Null if the address was registered meanwhile. */
async function newAccount(
  { limiter }: Deps,
  tx: Tx,
  {
    arrival: { provider, acceptsTerms },
    vouched: { subject, isAuthoritative },
    visitor,
    email,
  }: Asked & { email: string },
): Promise<User | null> {
  if (acceptsTerms === false) throw new AppError(409, 'identities.termsNeeded', { details: { email } });
  const { language } = visitor.towards(email);
  const user = await addUser(tx, {
    email,
    language,
    passwordHash: null,
    isEmailVerified: isAuthoritative,
    acceptsTerms: acceptsTerms === true,
  });
  if (!user) return null;
  for (const [name, key] of Object.entries(visitor.places)) await limiter.attemptIn(tx, { name, key });
  if (!(await addIdentity(tx, { userId: user.id, provider, subject, email }))) throw failed(provider);
  if (!isAuthoritative) await enqueue(tx, accountsMailVerification, { userId: user.id });
  await writeAudit(tx, {
    actorId: user.id,
    action: 'identities.register',
    subject: 'user',
    subjectId: user.id,
    detail: { provider, acceptsTerms: acceptsTerms === true },
  });
  return user;
}

interface Match {
  user: User;
  isActive: boolean;
  /** Whether the address is verified here. */
  isEmailVerified: boolean;
  provider: Provider;
  vouched: VerifiedClaims & { email: string };
}

export async function link(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { user, isActive, isEmailVerified, provider, vouched }: Match,
): Promise<User> {
  const { subject, email, isAuthoritative } = vouched;
  if (!isActive) throw (isAuthoritative && (await suspendedError(tx, user.id))) || failed(provider);
  // It may be a former owner of the mailbox; the owner signs in and links the identity in the settings.
  if (!isAuthoritative) throw taken();
  // Unlinked by the owner: only the owner links it again.
  if (isEmailVerified && (await wasUnlinked(tx, { userId: user.id, provider, subject }))) throw taken();
  if (!isEmailVerified) await takeOver(tx, user.id);
  // Another identity of the provider is linked already.
  if (!(await addIdentity(tx, { userId: user.id, provider, subject, email }))) throw taken();
  await writeAudit(tx, {
    actorId: user.id,
    action: 'identities.link',
    subject: 'user',
    subjectId: user.id,
    detail: { provider, isTakenBack: !isEmailVerified },
  });
  await notifyOwner(tx, parts, { userId: user.id, change: 'linked', provider });
  return { ...user, isEmailVerified: true };
}

const taken = () => new AppError(409, 'identities.emailTaken');

/** Hands an unverified account to the owner of the address and removes all former access. */
async function takeOver(tx: Tx, userId: string): Promise<void> {
  await takeOverAccount(tx, userId);
  await revokeOtherAccess(tx, userId);
  await endSessionsOf(tx, userId);
  await deleteLinks(tx, userId);
}

interface OwnerConfirmation {
  user: SignedIn;
  password: string | undefined;
}

/** Links an identity, which signs in from then on; a second factor is still required. */
export async function linkAccount(
  deps: Deps,
  { user, password, ...shown }: OwnerConfirmation & PresentedCredential,
  { loginAttempt, browser }: { loginAttempt: UnverifiedLoginAttempt; browser: string | null },
): Promise<void> {
  const { provider, credential } = shown;
  const vouched = await verifyCredential(deps, shown);
  if (!vouched || vouched.email === null) throw notConfirmed();
  const { subject, email, expiresAt } = vouched;
  const owner = await verifyOwner(deps, { user, password }, loginAttempt);
  await inTransaction(deps.db, async (tx) => {
    // Locked before the account, in the same order as at sign-in, to avoid deadlocks.
    if (!(await useAssertion(tx, { hash: digestOf(credential), browser, expiresAt }))) throw notConfirmed();
    await lockOwner(tx, { owner, user });
    const opens = await findOwner(tx, { provider, subject });
    if (opens === user.id) return;
    if (opens !== null) throw new AppError(409, 'identities.opensAnother');
    if (!(await addIdentity(tx, { userId: user.id, provider, subject, email })))
      throw new AppError(409, 'identities.hasOne');
    await write(tx, 'identities.link', { user, provider });
    await notifyOwner(tx, deps, { userId: user.id, change: 'linked', provider });
  });
}

/** Unlinks an identity and ends all other sessions. */
export async function unlinkAccount(
  deps: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { user, password, provider }: OwnerConfirmation & { provider: Provider },
  loginAttempt: UnverifiedLoginAttempt,
): Promise<void> {
  const owner = await verifyOwner(deps, { user, password }, loginAttempt);
  await inTransaction(deps.db, async (tx) => {
    // The lock serializes concurrent removals, so that one way to sign in remains.
    await lockOwner(tx, { owner, user });
    if (!(await removeIdentity(tx, { userId: user.id, provider }))) return;
    if (owner.passwordHash === null && (await countIdentities(tx, user.id)) === 0)
      throw new AppError(409, 'identities.onlyWayIn');
    await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });
    await write(tx, 'identities.unlink', { user, provider });
    await notifyOwner(tx, deps, { userId: user.id, change: 'unlinked', provider });
  });
}

const notConfirmed = () => new AppError(403, 'identities.notConfirmed');

function write(tx: Tx, action: string, { user, provider }: { user: SignedIn; provider: Provider }): Promise<void> {
  return writeAudit(tx, { actorId: user.id, action, subject: 'user', subjectId: user.id, detail: { provider } });
}
