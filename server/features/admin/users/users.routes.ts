import { adminUsers } from '#core/contract/admin/users.ts';
import type { Deps } from '#server/deps.ts';
import { setPermission } from '#server/features/admin/requests/requests.service.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import {
  changeRole,
  endSessions,
  liftCashRestriction,
  reinstateUser,
  sendResetLink,
  showBusiness,
  suspendUser,
  usersMailAccountStatus,
} from './users.service.ts';
import { countUsers, listUsers } from './users.store.ts';

const usersLimits = {
  /** Wrong passwords count as failed sign-ins. */
  roleChanges: { max: 20, seconds: 3600, isExact: true },
} as const satisfies Limits;

function usersRoutes(serve: Serve, deps: Deps): void {
  const { db, clock } = deps;
  const tell = securityEventLogger(deps.log);
  const done = { success: true as const };
  serve(adminUsers.list, ({ query: { q, kind }, page }) => listUsers(db, { q, kind, now: clock.now() }, page));
  serve(adminUsers.counts, () => countUsers(db));
  serve(adminUsers.suspend, async ({ user, params, body: { reason } }) => {
    await suspendUser(deps, { userId: params.id, adminId: user.id, reason });
    return done;
  });
  serve(adminUsers.reinstate, async ({ user, params }) => {
    await reinstateUser(deps, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(adminUsers.endSessions, async ({ user, params }) => {
    await endSessions(deps, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(adminUsers.sendResetLink, async ({ user, params }) => {
    await sendResetLink(deps, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(adminUsers.showBusiness, ({ user, params }) => showBusiness(deps, { userId: params.id, adminId: user.id }));
  serve(adminUsers.changeRole, async ({ user, params, body: { role, password }, request }) => {
    const loginAttempt = loginAttemptFrom(deps, request, user.email);
    await changeRole(deps, { userId: params.id, role, admin: user, password }, loginAttempt);
    tell('users.changeRole', { request, userId: params.id });
    return done;
  });
  serve(adminUsers.liftCashRestriction, async ({ user, params }) => {
    await liftCashRestriction(db, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(adminUsers.setPermission, ({ user, params, body }) =>
    setPermission(deps, { userId: params.id, ...body, adminId: user.id }),
  );
}

export const feature = {
  contract: { adminUsers },
  routes: usersRoutes,
  limits: usersLimits,
  jobs: [usersMailAccountStatus],
};
