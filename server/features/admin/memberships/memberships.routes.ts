import { adminMemberships } from '#core/contract/admin/memberships.ts';
import type { Deps } from '#server/deps.ts';
import { membershipsFor, withProvider } from '#server/features/memberships/memberships.requests.ts';
import { settleCard } from '#server/features/memberships/memberships.service.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { overrideMembership } from './memberships.service.ts';

function adminMembershipsRoutes(serve: Serve, deps: Deps): void {
  const { db, cards, clock } = deps;
  const { shown, find } = membershipsFor(deps);
  serve(adminMemberships.of, ({ params, request }) => find(params.userId, request));
  serve(adminMemberships.override, async ({ user, body, request, reply }) => {
    const asked = { ...body, adminId: user.id, language: request.language, now: clock.now() };
    const settled = { userId: body.userId, closesPage: body.method !== undefined };
    if (cards) await withProvider(deps, reply, (parts) => settleCard(parts, settled));
    return shown(await overrideMembership(db, asked), request);
  });
}

export const feature = { contract: { adminMemberships }, routes: adminMembershipsRoutes };
