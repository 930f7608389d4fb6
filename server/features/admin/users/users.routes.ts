import { users } from '#core/contract/admin/users.ts';
import type { Deps } from '#server/deps.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { changeRole, endSessions, reinstateUser, sendResetLink, showBusiness, suspendUser } from './users.service.ts';
import { countUsers, listUsers } from './users.store.ts';

export const usersLimits = {
  /** Wrong passwords count as failed sign-ins. */
  roleChanges: { max: 20, seconds: 3600, isExact: true },
} as const satisfies Limits;

export function usersRoutes(serve: Serve, deps: Deps): void {
  const { db, clock } = deps;
  const tell = securityEventLogger(deps.log);
  const done = { success: true as const };
  serve(users.list, ({ query: { q, kind }, page }) => listUsers(db, { q, kind, now: clock.now() }, page));
  serve(users.counts, () => countUsers(db));
  serve(users.suspend, async ({ user, params, body: { reason } }) => {
    await suspendUser(deps, { userId: params.id, adminId: user.id, reason });
    return done;
  });
  serve(users.reinstate, async ({ user, params }) => {
    await reinstateUser(deps, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(users.endSessions, async ({ user, params }) => {
    await endSessions(deps, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(users.sendResetLink, async ({ user, params }) => {
    await sendResetLink(deps, { userId: params.id, adminId: user.id });
    return done;
  });
  serve(users.showBusiness, ({ user, params }) => showBusiness(deps, { userId: params.id, adminId: user.id }));
  serve(users.changeRole, async ({ user, params, body: { role, password }, request }) => {
    const guesser = loginAttemptFrom(deps, request, user.email);
    await changeRole(deps, { userId: params.id, role, admin: user, password }, guesser);
    tell('users.changeRole', { request, userId: params.id });
    return done;
  });
}
