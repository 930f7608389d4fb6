import type { User } from '#core/contract/accounts.ts';
import { SessionId } from '#core/contract/shapes.ts';
import type { Deps, Tx } from '#server/deps.ts';
import { adoptGuestFavorites } from '#server/features/favorites/favorites.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { hashPassword, isPassword } from '#server/kit/passwords.ts';
import { normalEmail, type Registration } from './accounts.rules.ts';
import { addUser, findCredentials, isEmailTaken } from './accounts.store.ts';

/** The browser somebody signs in with. */
export interface Browser {
  address: string;
  /** The token of the session it had before. */
  oldToken: string | null;
  /** Its label for a guest's favourites, as it says. */
  sessionId: string | null;
}

interface Entrance {
  user: User;
  session: { token: string; rememberMe: boolean };
}

export async function signIn(
  { db, limiter }: Deps,
  { username, password, rememberMe }: { username: string; password: string; rememberMe: boolean },
  browser: Browser,
): Promise<Entrance> {
  const email = normalEmail(username);
  await limiter.attempt('loginsPerAddress', browser.address);
  const found = await findCredentials(db, email);
  const isRight = await limiter.tryAccount(email, () => isPassword(password, found?.passwordHash ?? null));
  if (!found || !isRight || !found.isActive) throw new AppError(401, 'accounts.badCredentials');
  const { user } = found;
  const session = await inTransaction(db, async (tx) => {
    if (user.role === 'admin') {
      await writeAudit(tx, { actorId: user.id, action: 'accounts.adminSignIn', subject: 'user', subjectId: user.id });
    }
    return enter(tx, { userId: user.id, rememberMe, browser });
  });
  await limiter.forgive('loginsPerAddress', browser.address);
  return { user, session };
}

export async function register(
  { db, limiter }: Deps,
  { email, password, acceptsTerms }: Registration,
  browser: Browser,
): Promise<Entrance> {
  await limiter.attempt('registrationsPerAddress', browser.address);
  if (await isEmailTaken(db, email)) throw new AppError(409, 'accounts.emailTaken');
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const user = await addUser(tx, { email, passwordHash, acceptsTerms });
    if (!user) throw new AppError(409, 'accounts.emailTaken');
    const detail = { acceptsTerms };
    await writeAudit(tx, {
      actorId: user.id,
      action: 'accounts.register',
      subject: 'user',
      subjectId: user.id,
      detail,
    });
    return { user, session: await enter(tx, { userId: user.id, rememberMe: false, browser }) };
  });
}

async function enter(
  tx: Tx,
  { userId, rememberMe, browser }: { userId: string; rememberMe: boolean; browser: Browser },
): Promise<Entrance['session']> {
  const { sessionId, oldToken } = browser;
  if (sessionId && SessionId.safeParse(sessionId).success) await adoptGuestFavorites(tx, { userId, sessionId });
  return startSession(tx, { userId, rememberMe, replaces: oldToken });
}
