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
import { cursorAfter, toFilter, toPlace, toSearch } from './deals.rules.ts';
import {
  type DealFilter,
  everythingIn,
  findDeal,
  findHints,
  findNextCity,
  findRelated,
  isWhole,
  listDeals,
} from './deals.store.ts';

const NO_DEALS: FreshAnswer = { json: '[]', left: null };

const FIRST_PAGE = { limit: PAGE_SIZE, cursor: null };
const NO_HINTS = JSON.stringify({ offer: null, partly: [] } satisfies SearchHints);

export const dealsLimits = {
  /** The search box sends requests while typing. */
  searches: { max: 300, seconds: 60, onlyWith: 'search' },
} as const satisfies Limits;

export function dealsRoutes(serve: Serve, { pool, views }: Deps): void {
  serve(deals.list, async ({ query, page, cached, reply }) => {
    const filter = toFilter(query, page);
    const key = filter === null || isOften(filter) ? JSON.stringify(['deals', filter]) : null;
    const answer = await cached(key, async () => (filter ? readPage(filter) : NO_DEALS));
    // Positions are personal: not cached by proxies.
    if (filter?.near) reply.headers({ 'cache-control': 'no-store' });
    return answer;
  });

  serve(deals.hints, ({ query, cached }) => {
    const search = toSearch(query);
    return cached(null, async () => ({ json: search ? await findHints(pool, search) : NO_HINTS, left: null }));
  });

  serve(deals.nextCity, ({ query, cached }) => {
    const { city, category } = toFilter(query, FIRST_PAGE) ?? { city: null, category: null };
    const near = isCity(city) ? nearestCities(city) : [];
    // Unknown categories are not cached.
    return cached(`next ${city} ${category}`, async () => {
      const json = await findNextCity(pool, { near, category });
      return { json, left: json === 'null' ? 0 : null };
    });
  });

  serve(deals.featured, ({ query, cached }) => {
    const city = toPlace(query.city || 'all');
    return cached(`featured ${city}`, async () => (city === undefined ? NO_DEALS : readPage(featuredIn(city))));
  });

  serve(deals.get, async ({ params: { id }, cached, who, request, reply }) => {
    const shown = await cached(`deal ${id.toLowerCase()}`, async () => {
      const found = await findDeal(pool, id);
      return found?.isPublic ? { json: found.json, left: null } : null;
    });
    if (!shown) {
      reply.header('cache-control', 'no-store');
      return hiddenDeal(id, await who());
    }
    views.countRequest(id, request);
    return shown;
  });

  serve(deals.related, async ({ params: { id }, cached }) => {
    const shown = await cached(`related ${id.toLowerCase()}`, async () => {
      const found = await findRelated(pool, id);
      return found.isPublic ? found : null;
    });
    if (!shown) throw new AppError(404, 'deals.notFound');
    return shown;
  });

  async function readPage(filter: DealFilter): Promise<FreshAnswer> {
    const { json, next, left } = await listDeals(pool, filter);
    // Unknown categories are not cached.
    const isUnknown = filter.category !== null && json === NO_DEALS.json;
    return { json, left: isUnknown ? 0 : left, next: next && cursorAfter(filter.sort, next) };
  }

  /** A hidden deal, for its owner and administrators. */
  async function hiddenDeal(id: string, user: SignedIn | null): Promise<Deal> {
    const found = user && (await findDeal(pool, id));
    if (!found || (user.role !== 'admin' && user.id !== found.ownerId)) throw new AppError(404, 'deals.notFound');
    return JSON.parse(found.json);
  }
}

/** Cacheable lists; unbounded variants would evict them. */
function isOften(filter: DealFilter): boolean {
  const { cursor, limit, near } = filter;
  return isWhole(filter) && near === null && cursor === null && (limit === PAGE_SIZE || limit === MAX_LIMIT);
}

const featuredIn = (city: string | null): DealFilter => ({
  ...everythingIn(city),
  limit: MAX_LIMIT,
  isFeatured: true,
});
