import { accounts } from '#core/contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { guesserOf } from '#server/kit/http/actor.ts';
import { teller } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { accountsMailVerification } from './mailed-links.jobs.ts';
import { requestReset, resetPassword, verifyEmail } from './mailed-links.service.ts';

const DONE = { success: true as const };

export const mailedLinksLimits = {
  /** Who forgot a password asks once or twice; many share the address of their carrier. */
  resetRequests: { max: 60, seconds: 3600, isExact: true, per: 'address', spares: 'mistakes' },
  /** The same of a whole network, where each is asked for from another address. */
  networkResetRequests: { max: 300, seconds: 3600, isExact: true, per: 'network', spares: 'mistakes' },
  /** For one address, letter by letter, and as many from the browsers it knows: whoever uses them up in the name of others mails them each time. */
  resetMails: { max: 3, seconds: 3600, isExact: true },
  /** The same of links to confirm it. */
  verificationMails: { max: 3, seconds: 3600, isExact: true },
  /** Links mailed to a mailbox that nobody showed to be theirs, and as many to all its other names together: what is over is not sent, and nobody hears of it. */
  linkMails: { max: 4, seconds: 3600, isExact: true, countedInTransaction: true },
} as const satisfies Limits;

export function mailedLinksRoutes(serve: Serve, deps: Deps): void {
  const { actors, browsers, db, limiter } = deps;
  const tell = teller(deps.log);

  serve(accounts.resetRequest, async ({ body: { email }, request }) => {
    const account = actors.ofAccount(email);
    const isKnown = (passwordHash: string | null) => browsers.trusts(request, { account: email, passwordHash });
    await requestReset(deps, { email, account, isKnown });
    tell('accounts.resetAsked', { request });
    return DONE;
  });

  serve(accounts.reset, async ({ body, request, reply }) => {
    const browser = {
      network: actors.networkOf(request),
      key: browsers.keyToBe(request),
      userAgent: request.headers['user-agent'],
    };
    const { userId, email, passwordHash } = await resetPassword(deps, body, browser);
    // Who came in by mail is no stranger, however many guesses others used up.
    browsers.remember(request, reply, { account: email, passwordHash });
    tell('accounts.resetPassword', { request, userId });
    return DONE;
  });

  serve(accounts.verify, async ({ body: { token, password }, user, request }) => {
    const towards = (email: string) => guesserOf(deps, request, email);
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
