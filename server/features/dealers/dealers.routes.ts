import { dealers } from '#core/contract/dealers.ts';
import type { Deps } from '#server/deps.ts';
import { toPhone } from '#server/features/salons/phone.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { requestPosting, sendDealerEmail } from './dealers.service.ts';
import { listOwnRequests } from './dealers.store.ts';

const dealersLimits = {
  dealerRequests: { max: 10, seconds: 86_400, isExact: true },
} as const satisfies Limits;

function dealersRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(dealers.request, async ({ user, body: { nipt, phone, email } }) =>
    requestPosting(deps, { userId: user.id, nipt, phone: await toPhone(phone), email: email || null }),
  );
  serve(dealers.mine, ({ user }) => listOwnRequests(db, user.id));
}

export const feature = { contract: { dealers }, routes: dealersRoutes, limits: dealersLimits, jobs: [sendDealerEmail] };
