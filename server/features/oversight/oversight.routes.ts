import { audit } from '#core/contract/audit.ts';
import { overview } from '#core/contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { listAuditEvents } from './audit.store.ts';
import { findOverview } from './overview.store.ts';

export function oversightRoutes(serve: Serve, { db, clock, cards }: Deps): void {
  serve(audit.list, ({ query, page }) => listAuditEvents(db, { ...query, page }));
  serve(overview.get, ({ query: { days = '7' } }) =>
    findOverview(db, { days: Number(days), now: clock.now(), provider: cards?.name ?? null }),
  );
}
