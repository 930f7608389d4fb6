import { adminDeals } from '#core/contract/admin/deals.ts';
import type { Deps } from '#server/deps.ts';
import { toShownPhone } from '#server/features/salons/phone.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { assignDeal, assignSalon, createDeal, decideReports, setVisibility } from './deals.service.ts';
import { getAdminDeal, listAdminDeals, listReportedDeals, listSalons } from './deals.store.ts';

function adminDealsRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(adminDeals.list, ({ query, page }) => listAdminDeals(db, { ...query, page }));
  serve(adminDeals.get, ({ params: { id } }) => getAdminDeal(db, id));
  serve(adminDeals.create, async ({ user, body: form }) =>
    createDeal(deps, { adminId: user.id, form, phone: await toShownPhone(form.phone) }),
  );
  serve(adminDeals.setVisibility, ({ user: actor, params: { id }, body: { isHidden, reason = null } }) =>
    setVisibility(deps, { actor, id, isHidden, reason }),
  );
  serve(adminDeals.assign, ({ user: actor, params: { id }, body: { email } }) =>
    assignDeal(deps, { actor, id, email }),
  );
  serve(adminDeals.salons, ({ query: { q }, page }) => listSalons(db, { q, page }));
  serve(adminDeals.assignSalon, ({ user: actor, params: { id }, body: { email } }) =>
    assignSalon(deps, { actor, id, email }),
  );
  serve(adminDeals.reports, ({ query: { q }, page }) => listReportedDeals(db, { q, page }));
  serve(adminDeals.decideReports, ({ user: actor, params: { id }, body: { decision, reason = null } }) =>
    decideReports(deps, { actor, id, decision, reason }),
  );
}

export const feature = { contract: { adminDeals }, routes: adminDealsRoutes };
