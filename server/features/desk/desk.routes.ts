import { desk } from '#core/contract/desk.ts';
import type { Deps } from '#server/deps.ts';
import { membershipsFor } from '#server/features/memberships/memberships.requests.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { requireDesk } from './desk-access.ts';
import { findToday } from './today.store.ts';

function deskRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;
  const { find: findMembership } = membershipsFor(deps);
  serve(desk.today, async ({ user, request }) => {
    const owner = await requireDesk(db, user.id);
    const today = await findToday(db, { ...owner, userId: user.id, takesTestCards: cards?.isLive === false });
    if (user.role === 'admin') return { ...today, postsLeft: null };
    const membership = await findMembership(user.id, request);
    return { ...today, postsLeft: membership?.isLive ? membership.postsRemaining : 0 };
  });
}

export const feature = { contract: { desk }, routes: deskRoutes };
