import { adminRequests } from '#core/contract/admin/requests.ts';
import type { Deps } from '#server/deps.ts';
import { listRequests } from '#server/features/dealers/dealers.store.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { decideRequest } from './requests.service.ts';

function adminRequestsRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(adminRequests.list, ({ query: { q, status }, page }) => listRequests(db, { q, status }, page));
  serve(adminRequests.decide, ({ user, params, body: { status, notes }, request: { language } }) =>
    decideRequest(deps, { requestId: params.id, status, notes: notes || null, adminId: user.id, language }),
  );
}

export const feature = { contract: { adminRequests }, routes: adminRequestsRoutes };
