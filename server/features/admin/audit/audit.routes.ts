import { adminAudit } from '#core/contract/admin/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { listAuditEvents } from './audit.store.ts';

function adminAuditRoutes(serve: Serve, { db }: Deps): void {
  serve(adminAudit.list, ({ query, page }) => listAuditEvents(db, { ...query, page }));
}

export const feature = { contract: { adminAudit }, routes: adminAuditRoutes };
