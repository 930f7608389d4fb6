import { accounts } from '#core/contract/accounts/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { addressOf } from '#server/kit/http/request-context.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { endSession } from '#server/kit/http/sessions.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { accountsMailReset, accountsMailVerification, accountsTellSignIn } from './accounts.jobs.ts';
import { checkRegistration } from './accounts.rules.ts';
import { browserOf, changePassword, register, signIn } from './accounts.service.ts';
import { requestReset, resetPassword, verifyEmail } from './mailed-links.service.ts';

export const accountsLimits = {
  /** All sign-ins of one address, successful or not. */
  signInsPerMinute: { max: 120, seconds: 60, per: 'address' },
  /** Wrong passwords of one address, for any account; known browsers are exempt. */
  logins: { max: 50, seconds: 3600, isExact: true, per: 'address', skipWhen: 'successes', knownBy: 'username' },
  /** The same of a whole network; accounts that signed in from it before are exempt. */
  networkLogins: {
    max: 1000,
    seconds: 3600,
    isExact: true,
    per: 'network',
    skipWhen: 'successes',
    knownBy: 'username',
  },
  /** Successful sign-ins of one account. */
  signIns: { max: 30, seconds: 3600, isExact: true },
  /** A thousand phones may share one address of their carrier. */
  registrations: { max: 120, seconds: 3600, isExact: true, per: 'address', skipWhen: 'mistakes' },
  /** The same of a whole network. */
  networkRegistrations: { max: 600, seconds: 3600, isExact: true, per: 'network', skipWhen: 'mistakes' },
  /** Successful changes; wrong current passwords count as failed sign-ins. */
  passwordChanges: { max: 20, seconds: 3600, isExact: true, countedInTransaction: true },
  /** Requests of one address, which many may share. */
  resetRequests: { max: 60, seconds: 3600, isExact: true, per: 'address', skipWhen: 'mistakes' },
  /** The same of a whole network. */
  networkResetRequests: { max: 300, seconds: 3600, isExact: true, per: 'network', skipWhen: 'mistakes' },
  /** For one email address as typed; requests from browsers that the account knows are counted separately. */
  resetMails: { max: 3, seconds: 3600, isExact: true },
  /** The same of verification links. */
  verificationMails: { max: 3, seconds: 3600, isExact: true },
  /** Links to an unverified mailbox, and as many to all its aliases together; further ones are silently not sent. */
  linkMails: { max: 4, seconds: 3600, isExact: true, countedInTransaction: true },
} as const satisfies Limits;

function accountsRoutes(serve: Serve, deps: Deps): void {
  const { knownDevices, log } = deps;
  const tell = securityEventLogger(log);
  const sessionCookie = deps.sessions.cookie;

  mailedLinksRoutes(serve, deps);

  serve(accounts.me, ({ user }) => ({ user }));

  serve(accounts.login, async ({ body, request, reply }) => {
    const credentials = { ...body, rememberMe: body.rememberMe ?? false };
    const { user, session, passwordHash } = await signIn(
      deps,
      credentials,
      browserOf(deps, { request, account: body.username }),
    );
    sessionCookie.put(reply, session);
    knownDevices.remember(request, reply, { account: user.email, passwordHash });
    tell('accounts.signIn', { request, userId: user.id });
    return { user };
  });

  serve(accounts.register, async ({ body, request, reply }) => {
    if (body.role && body.role !== 'user')
      log.warn({ event: 'accounts.roleAsked', address: addressOf(request), requestId: request.id }, 'security');
    const { user, session, passwordHash } = await register(
      deps,
      checkRegistration(body),
      browserOf(deps, { request, account: body.email }),
    );
    sessionCookie.put(reply, session);
    knownDevices.remember(request, reply, { account: user.email, passwordHash });
    tell('accounts.register', { request, userId: user.id });
    return { user };
  });

  serve(accounts.changePassword, async ({ body, user, request, reply }) => {
    const stranger = loginAttemptFrom(deps, request, user.email);
    const { session, passwordHash } = await changePassword(deps, { user, ...body }, stranger);
    sessionCookie.put(reply, session);
    knownDevices.remember(request, reply, { account: user.email, passwordHash });
    tell('accounts.changePassword', { request, userId: user.id });
    return { success: true as const };
  });

  serve(accounts.logout, async ({ user, request, reply }) => {
    const token = sessionCookie.read(request);
    if (token) await endSession(deps.db, token);
    if (user) tell('accounts.signOut', { request, userId: user.id });
    sessionCookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });
}

const DONE = { success: true as const };

function mailedLinksRoutes(serve: Serve, deps: Deps): void {
  const { actors, knownDevices, db, limiter } = deps;
  const tell = securityEventLogger(deps.log);

  serve(accounts.resetRequest, async ({ body: { email }, request }) => {
    const account = actors.ofAccount(email);
    const isKnown = (passwordHash: string | null) => knownDevices.trusts(request, { account: email, passwordHash });
    await requestReset(deps, { email, account, isKnown });
    tell('accounts.resetAsked', { request });
    return DONE;
  });

  serve(accounts.reset, async ({ body, request, reply }) => {
    const browser = {
      network: actors.networkOf(request),
      key: knownDevices.keyToBe(request),
      userAgent: request.headers['user-agent'],
    };
    const { userId, email, passwordHash } = await resetPassword(deps, body, browser);
    // The browser is known from now on and exempt from throttling by the guesses of others.
    knownDevices.remember(request, reply, { account: email, passwordHash });
    tell('accounts.resetPassword', { request, userId });
    return DONE;
  });

  serve(accounts.verify, async ({ body: { token, password }, user, request }) => {
    const towards = (email: string) => loginAttemptFrom(deps, request, email);
    const userId = await verifyEmail(deps, { token, password, user }, towards);
    if (userId !== null) tell('accounts.verifyEmail', { request, userId });
    return DONE;
  });

  serve(accounts.verifyRequest, async ({ user }) => {
    if (user.isEmailVerified) return DONE;
    await limiter.attempt('verificationMails', actors.ofAccount(user.email));
    await inTransaction(db, (tx) => enqueue(tx, accountsMailVerification, { userId: user.id }));
    return DONE;
  });
}

export const feature = {
  contract: { accounts },
  routes: accountsRoutes,
  limits: accountsLimits,
  jobs: [accountsTellSignIn, accountsMailReset, accountsMailVerification],
};
