import { sales } from '#core/contract/sales.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { listSales } from './sales.store.ts';

function salesRoutes(serve: Serve, { db, cards }: Deps): void {
  const takesTestCards = cards?.isLive === false;
  serve(sales.list, ({ user, query: { q }, page }) => listSales(db, { userId: user.id, q, page, takesTestCards }));
}

export const feature = { contract: { sales }, routes: salesRoutes };
