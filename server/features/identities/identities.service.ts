import type { User } from '#core/contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { type Browser, enter, type NewSession } from '#server/features/accounts/accounts.service.ts';
import { accountsMailVerification } from '#server/features/accounts/mailed-links.jobs.ts';
import { addIdentity, findOwner } from '#server/features/people/linked-identities.store.ts';
import { addUser, findCredentials, lockActive, lockByEmail } from '#server/features/people/people.store.ts';
import { proveSecond, wrongCode } from '#server/features/second-factors/second-factors.service.ts';
import { findSecret } from '#server/features/second-factors/second-factors.store.ts';
import type { Vouched } from '#server/gateways/identity/identity-provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { digestOf } from '#server/kit/digest.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { rememberHome } from '#server/kit/limits/login-throttling.ts';
import { useAssertion } from './identities.store.ts';
import { link } from './linking.ts';
import { failed } from './not-brought-in.ts';
import { type ShownCredential, vouchedFor } from './vouched-for.ts';

export interface Arrival extends ShownCredential {
  rememberMe: boolean;
  /** Of the second factor, if the account has one. */
  code: string | undefined;
  /** Undefined where nobody was asked. */
  acceptsTerms: boolean | undefined;
}

/** The browser somebody comes with. */
export interface Visitor {
  /** What stands for it; null for one that has no cookie yet. */
  key: string | null;
  /** Of its address and of its network: as what new accounts are counted. */
  places: { registrations: string; networkRegistrations: string };
  /** The same, once it is known which account it wants to enter. */
  towards: (email: string) => Browser;
}

/** The credential is not used up where a code is asked for besides. */
class CodeNeeded extends AppError {
  readonly user: User;
  constructor(user: User) {
    super(401, 'accounts.codeNeeded');
    this.user = user;
  }
}

/** Signs in whoever a provider vouches for, and makes the account if there is none. */
export async function comeIn(deps: Deps, arrival: Arrival, visitor: Visitor): Promise<NewSession> {
  const vouched = await vouchedFor(deps, arrival);
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

/** Codes are guessed as passwords are, and counted with them. */
async function checkCode(
  deps: Deps,
  { user, code, visitor }: { user: User; code: string; visitor: Visitor },
): Promise<void> {
  const prove = async () => (await proveSecond(deps, { userId: user.id, code })) !== 'wrong';
  const found = await findCredentials(deps.db, user.email);
  const guesser = visitor.towards(user.email).met(found?.passwordHash ?? null);
  if (!(await deps.limiter.tryAccount(guesser, prove))) throw wrongCode(401);
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
    await rememberHome(tx, browser);
    return enter(tx, deps, { user, rememberMe, browser, assertion: hash });
  });
}

/** No third party passes by a second factor, and where it stops one nothing was linked: the transaction comes to nothing. */
async function checkSecond(tx: Tx, user: User, proven: string | null): Promise<void> {
  if (user.id !== proven && (await findSecret(tx, user.id)) !== null) throw new CodeNeeded(user);
}

interface Asked {
  arrival: Arrival;
  vouched: Vouched;
  visitor: Visitor;
  /** Whose code was right. */
  proven: string | null;
}

/** The account that it opens, which is not closed until the transaction ends. */
async function accountOf(deps: Deps, tx: Tx, asked: Asked): Promise<User> {
  const { provider } = asked.arrival;
  const known = await ownerOf(tx, asked);
  if (known) return known;
  const { email, isEmailVerified } = asked.vouched;
  // An address that nobody showed to be theirs says nothing of who somebody is.
  if (email === null || !isEmailVerified) throw failed(provider);
  const found = await lockByEmail(tx, email);
  if (found) return link(tx, deps, { ...found, provider, vouched: { ...asked.vouched, email } });
  return (await newAccount(deps, tx, { ...asked, email })) ?? accountOf(deps, tx, asked);
}

async function ownerOf(tx: Tx, { arrival: { provider }, vouched: { subject } }: Asked): Promise<User | null> {
  const userId = await findOwner(tx, { provider, subject });
  if (userId === null) return null;
  const user = await lockActive(tx, userId);
  // Whoever unlinked it, or had the account given back, held the account until now.
  if (!user || (await findOwner(tx, { provider, subject })) !== userId) throw failed(provider);
  return user;
}

/** Null where somebody made one with that address meanwhile. */
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
    ...{ email, language, passwordHash: null, isEmailVerified: isAuthoritative, acceptsTerms: acceptsTerms === true },
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
