import { figures } from '#core/contract/figures.ts';
import type { Deps } from '#server/deps.ts';
import { requireDesk } from '#server/features/desk/desk-access.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { findFigures, requireOwnDeal, type Scope } from './figures.store.ts';

const figuresLimits = { deskFiles: { max: 120, seconds: 3600 } } as const satisfies Limits;

function figuresRoutes(serve: Serve, { db, clock, cards }: Deps): void {
  const scopeOf = async (userId: string, dealId: string | undefined): Promise<Scope> => {
    const { salonId } = await requireDesk(db, userId);
    const scope = { userId, salonId, dealId, takesTestCards: cards?.isLive === false };
    await requireOwnDeal(db, scope);
    return scope;
  };
  serve(figures.get, async ({ user, query: { days = '30', dealId } }) =>
    findFigures(db, { scope: await scopeOf(user.id, dealId), days: Number(days), now: clock.now() }),
  );
  serve(figures.sales, async ({ user, query: { days, dealId }, request }) => {
    const scope = await scopeOf(user.id, dealId);
    // Loaded for the few who keep such files.
    const { salesFile } = await import('./sales-file.ts');
    const language = languageOfPages(request);
    return salesFile(db, { scope, days: days ? Number(days) : null, now: clock.now(), language });
  });
}

export const feature = { contract: { figures }, routes: figuresRoutes, limits: figuresLimits };
