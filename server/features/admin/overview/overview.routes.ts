import { adminOverview } from '#core/contract/admin/overview.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findOverview } from './overview.store.ts';
import { findPending } from './pending.store.ts';

function adminOverviewRoutes(serve: Serve, { db, clock, cards }: Deps): void {
  serve(adminOverview.get, ({ query: { days = '7' } }) =>
    findOverview(db, { days: Number(days), now: clock.now(), provider: cards?.name ?? null }),
  );
  serve(adminOverview.pending, () => findPending(db));
}

export const feature = { contract: { adminOverview }, routes: adminOverviewRoutes };
