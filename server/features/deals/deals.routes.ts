import type { FastifyRequest } from 'fastify';
import { deals, PAGE_SIZE, type SearchHints } from '#core/contract/deals.ts';
import { MAX_LIMIT } from '#core/contract/endpoint.ts';
import type { Deal } from '#core/contract/shapes.ts';
import { isCity } from '#core/domain/cities.ts';
import { nearestCities } from '#core/domain/places.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { FreshAnswer } from '#server/kit/http/response-cache.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { dealsMarkOver, vocabularyCleanup } from './deals.jobs.ts';
import { cursorAfter, type DealFilter, toFilter, toPlace, toSearch } from './deals.rules.ts';
import { countShare, dealKey } from './deals.shares.ts';
import { everythingIn, findDeal, findHints, findNextCity, findRelated, listDeals, listSlugs } from './deals.store.ts';

const NO_DEALS: FreshAnswer = { json: '[]', left: null };

const FIRST_PAGE = { limit: PAGE_SIZE, cursor: null };
const NO_HINTS = JSON.stringify({ offer: null, corrected: null, partly: [] } satisfies SearchHints);

const dealsLimits = {
  /** The search box sends requests while typing. */
  searches: { max: 300, seconds: 60, onlyWith: 'search' },
  shares: { max: 60, seconds: 3600 },
} as const satisfies Limits;

function dealsRoutes(serve: Serve, deps: Deps): void {
  const { pool, cache, views } = deps;
  serve(deals.list, ({ query, page, cached }) => {
    const filter = toFilter(query, page);
    return cached(`deals ${JSON.stringify(filter)}`, async () => (filter ? readPage(filter) : NO_DEALS));
  });

  serve(deals.hints, ({ query, cached }) => {
    const search = toSearch(query);
    return cached(`hints ${JSON.stringify(search)}`, async () => ({
      json: search ? await findHints(pool, search) : NO_HINTS,
      left: null,
    }));
  });

  serve(deals.nextCity, ({ query, cached }) => {
    const { city, category } = toFilter(query, FIRST_PAGE) ?? { city: null, category: null };
    const near = isCity(city) ? nearestCities(city) : [];
    return cached(`next ${city} ${category}`, async () => {
      if (await isUnknown(category)) return { json: 'null', left: 0 };
      return { json: await findNextCity(pool, { near, category }), left: null };
    });
  });

  serve(deals.featured, ({ query, cached }) => {
    const city = toPlace(query.city || 'all');
    return cached(`featured ${city}`, async () => (city === undefined ? NO_DEALS : readPage(featuredIn(city))));
  });

  serve(deals.get, async ({ params: { id }, cached, who, reply }) => {
    const onServed = (request: FastifyRequest) => views.countRequest(id, request);
    const shown = await cached(dealKey(id), async () => {
      const found = await findDeal(pool, id);
      return found?.isPublic ? { json: found.json, left: null, onServed } : null;
    });
    if (shown) return shown;
    reply.header('cache-control', 'no-store');
    return unsoldDeal(id, await who());
  });

  serve(deals.related, async ({ params: { id }, cached }) => {
    const shown = await cached(`related ${id.toLowerCase()}`, async () => {
      const found = await findRelated(pool, id);
      return found.isShown ? found : null;
    });
    if (!shown) throw new AppError(404, 'deals.notFound');
    return shown;
  });

  serve(deals.share, async ({ params: { id }, user, request }) => {
    await countShare(deps, { dealId: id, userId: user?.id ?? null, request });
    return { success: true as const };
  });

  async function readPage(filter: DealFilter): Promise<FreshAnswer> {
    if (await isUnknown(filter.category)) return { ...NO_DEALS, left: 0 };
    const { json, next, left } = await listDeals(pool, filter);
    // Positions are personal data: cached neither here nor by proxies.
    const isPersonal = filter.near !== null;
    return { json, left: isPersonal ? 0 : left, next: next && cursorAfter(filter.sort, next), isPersonal };
  }

  /** Unknown categories cost no query and no cache entry. Not checked without the cache, where it would cost a query. */
  async function isUnknown(category: string | null): Promise<boolean> {
    if (category === null || !cache.isOn) return false;
    const slugs = await cache.remember('category slugs', async () => {
      const value = new Set(await listSlugs(pool));
      return { value, until: Number.POSITIVE_INFINITY, bytes: 1000 };
    });
    return !slugs.has(category);
  }

  /** A paused deal, or a hidden one for its owner and administrators. Not cached: it depends on the account of its owner too. */
  async function unsoldDeal(id: string, user: SignedIn | null): Promise<Deal> {
    const found = await findDeal(pool, id);
    const maySee = found?.notForSale || user?.role === 'admin' || (user !== null && user.id === found?.ownerId);
    if (!found || !maySee) throw new AppError(404, 'deals.notFound');
    return { ...JSON.parse(found.json), ...(found.notForSale && { notForSale: true }) };
  }
}

const featuredIn = (city: string | null): DealFilter => ({
  ...everythingIn(city),
  limit: MAX_LIMIT,
  isFeatured: true,
});

export const feature = {
  contract: { deals },
  routes: dealsRoutes,
  limits: dealsLimits,
  jobs: [dealsMarkOver, vocabularyCleanup],
};
