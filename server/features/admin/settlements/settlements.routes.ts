import { adminSettlements } from '#core/contract/admin/settlements.ts';
import type { Deps } from '#server/deps.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { markPaid, undoPayout, viewBank } from './settlements.service.ts';
import { listSettlements } from './settlements.store.ts';

function adminSettlementsRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;
  const isTest = cards?.isLive === false;
  serve(adminSettlements.list, ({ query, page }) => listSettlements(db, { ...query, page, isTest }));
  serve(adminSettlements.pay, ({ user: admin, params, body: { reference, password }, request }) =>
    markPaid(deps, { ...params, reference, password, admin, isTest }, loginAttemptFrom(deps, request, admin.email)),
  );
  serve(adminSettlements.undoPay, ({ user: admin, params }) => undoPayout(db, { ...params, admin, isTest }));
  serve(adminSettlements.bank, ({ user: admin, params: { salonId } }) => viewBank(db, { salonId, admin }));
}

export const feature = { contract: { adminSettlements }, routes: adminSettlementsRoutes };
