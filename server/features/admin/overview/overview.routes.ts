import { audit } from '#core/contract/admin/audit.ts';
import { overview } from '#core/contract/admin/overview.ts';
import type { Deps } from '#server/deps.ts';
import { listAuditEvents } from '#server/features/admin/audit/audit.store.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findOverview } from './overview.store.ts';

export function oversightRoutes(serve: Serve, { db, clock, cards }: Deps): void {
  serve(audit.list, ({ query, page }) => listAuditEvents(db, { ...query, page }));
  serve(overview.get, ({ query: { days = '7' } }) =>
    findOverview(db, { days: Number(days), now: clock.now(), provider: cards?.name ?? null }),
  );
}
