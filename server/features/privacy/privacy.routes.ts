import { privacy } from '#core/contract/privacy.ts';
import type { Deps } from '#server/deps.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { closeAccount, previewClosure, sendAccountClosedEmail } from './account-closure.ts';
import { deleteClosedAccounts } from './closed-accounts.jobs.ts';
import { limitedExport } from './personal-data-export.ts';

const privacyLimits = {
  /** Each reads all tables. */
  exports: { max: 10, seconds: 3600, isExact: true },
  /** Attempts of one owner. */
  closings: { max: 20, seconds: 3600, isExact: true, skipWhen: 'strangers' },
} as const satisfies Limits;

function privacyRoutes(serve: Serve, deps: Deps): void {
  const { db, sessions } = deps;
  const tell = securityEventLogger(deps.log);
  const exportPersonalData = limitedExport(deps);

  serve(privacy.export, ({ user }) => exportPersonalData(user.id));

  serve(privacy.closurePreview, ({ user }) => previewClosure(db, user.id));

  serve(privacy.close, async ({ body, user, request, reply }) => {
    const { password, givesUp = false, refund: isRefunded = true, reviews } = body;
    const closure = { user, password, givesUp, isRefunded, deletesReviews: reviews === 'delete' };
    await closeAccount(deps, closure, loginAttemptFrom(deps, request, user.email));
    tell('privacy.close', { request, userId: user.id });
    sessions.cookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });
}

export const feature = {
  contract: { privacy },
  routes: privacyRoutes,
  limits: privacyLimits,
  jobs: [sendAccountClosedEmail, deleteClosedAccounts],
};
