import { dealers } from '#core/contract/dealers.ts';
import type { Deps } from '#server/deps.ts';
import { toPhone } from '#server/features/salons/phone.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { decideRequest, requestPosting, setPermission } from './dealers.service.ts';
import { listOwnRequests, listRequests } from './dealers.store.ts';

export const dealersLimits = {
  dealerRequests: { max: 10, seconds: 86_400, isExact: true },
} as const satisfies Limits;

export function dealersRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(dealers.request, async ({ user, body: { nipt, phone, email } }) =>
    requestPosting(deps, { userId: user.id, nipt, phone: await toPhone(phone), email: email || null }),
  );
  serve(dealers.mine, ({ user }) => listOwnRequests(db, user.id));
  serve(dealers.list, ({ query: { q, status }, page }) => listRequests(db, { q, status }, page));
  serve(dealers.decide, ({ user, params, body: { status, notes }, request: { language } }) =>
    decideRequest(deps, { requestId: params.id, status, notes: notes || null, adminId: user.id, language }),
  );
  serve(dealers.setPermission, ({ user, params, body }) =>
    setPermission(deps, { userId: params.id, ...body, adminId: user.id }),
  );
}
