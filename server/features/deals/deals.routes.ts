import type { FastifyRequest } from 'fastify';
import { deals, PAGE_SIZE, type SearchHints } from '#core/contract/deals.ts';
import { MAX_LIMIT } from '#core/contract/endpoint.ts';
import type { Deal } from '#core/contract/shapes.ts';
import { isCity } from '#core/domain/cities.ts';
import { nearestCities } from '#core/domain/places.ts';
import type { Deps } from '#server/deps.ts';
import { cacheTags } from '#server/kit/cache/tags.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { type FreshAnswer, readsPastCache } from '#server/kit/http/response-cache.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { dealsCheckCounts, dealsMarkOver, dealsMarkOverAgain, vocabularyCleanup } from './deals.jobs.ts';
import { cursorAfter, type DealFilter, type Search, toFilter, toPlace, toSearch } from './deals.rules.ts';
import { countShare } from './deals.shares.ts';
import { everythingIn, findDeal, findHints, findNextCity, findRelated, listDeals, listSlugs } from './deals.store.ts';

const NO_DEALS: FreshAnswer = { json: '[]', left: null, tags: [] };

const FIRST_PAGE = { limit: PAGE_SIZE, cursor: null };
const NO_HINTS = JSON.stringify({ offer: null, corrected: null, partly: [] } satisfies SearchHints);

const dealsLimits = {
  /** The search box sends requests while typing. */
  searches: { max: 300, seconds: 60, onlyWith: 'search' },
  shares: { max: 60, seconds: 3600 },
} as const satisfies Limits;

function dealsRoutes(serve: Serve, deps: Deps): void {
  const { pool, cache, views } = deps;
  serve(deals.list, ({ query, page, cached, request }) => {
    const filter = toFilter(query, page);
    const kind = filter && isInvented(filter) ? 'search' : 'list';
    return cached(`${kind} deals ${JSON.stringify(filter)}`, async () =>
      filter ? readPage(filter, request) : NO_DEALS,
    );
  });

  serve(deals.hints, ({ query, cached }) => {
    const search = toSearch(query);
    return cached(`search hints ${JSON.stringify(search)}`, () => readHints(pool, search));
  });

  serve(deals.nextCity, ({ query, cached, request }) => {
    const { city, category } = toFilter(query, FIRST_PAGE) ?? { city: null, category: null };
    const near = isCity(city) ? nearestCities(city) : [];
    return cached(`next ${city} ${category}`, async () => {
      if (await isUnknown(category, request)) return { json: 'null', left: 0, tags: [] };
      const tags = [cacheTags.place({ city: null, category })];
      return { json: await findNextCity(pool, { near, category }), left: null, tags };
    });
  });

  serve(deals.featured, ({ query, cached, request }) => {
    const city = toPlace(query.city || 'all');
    return cached(`featured ${city}`, async () =>
      city === undefined ? NO_DEALS : readPage(featuredIn(city), request),
    );
  });

  serve(deals.get, async ({ params: { id }, cached, who, reply }) => {
    const onServed = (request: FastifyRequest) => views.countRequest(id, request);
    const shown = await cached(`deal ${id.toLowerCase()}`, async () => {
      const found = await findDeal(pool, id);
      if (!found?.isPublic) return null;
      const salon = found.salonSlug === null ? [] : [cacheTags.salon(found.salonSlug)];
      const tags = [cacheTags.deal(found.id), cacheTags.dealPage(found.id), ...salon];
      return { json: found.json, left: null, tags, onServed };
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

  async function readPage(filter: DealFilter, request: FastifyRequest): Promise<FreshAnswer> {
    if (await isUnknown(filter.category, request)) return { ...NO_DEALS, left: 0 };
    const { json, next, left, ids } = await listDeals(pool, filter);
    // Positions are personal data: cached neither here nor by proxies.
    const isPersonal = filter.near !== null;
    const tags = [...tagsOfList(filter), ...ids.map(cacheTags.deal)];
    return { json, left: isPersonal ? 0 : left, tags, next: next && cursorAfter(filter.sort, next), isPersonal };
  }

  /** Unknown categories cost no query and no cache entry. Not checked without the cache, where it would cost a query. */
  async function isUnknown(category: string | null, request: FastifyRequest): Promise<boolean> {
    if (category === null || !cache.isOn) return false;
    const read = async () => {
      const value = new Set(await listSlugs(pool));
      return { value, until: Number.POSITIVE_INFINITY, bytes: 1000, tags: [cacheTags.categories] };
    };
    const slugs = await cache.remember('category slugs', read, { isPast: readsPastCache(request) });
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

async function readHints(pool: Deps['pool'], search: Search | null): Promise<FreshAnswer> {
  const json = search ? await findHints(pool, search) : NO_HINTS;
  const { partly } = JSON.parse(json) as SearchHints;
  const everywhere = { city: null };
  const tags = [cacheTags.place(everywhere), cacheTags.place(everywhere, 'words'), cacheTags.categories];
  return { json, left: null, tags: [...tags, ...partly.map(({ id }) => cacheTags.deal(id))] };
}

/** Whether anybody can make up more of them. */
const isInvented = ({ search, minPrice, maxPrice, cursor, limit }: DealFilter) =>
  search !== null || minPrice !== null || maxPrice !== null || cursor !== null || limit !== PAGE_SIZE;

/** What decides which deals are in the list and in which order. */
function tagsOfList({ city, category, search, sort, minPrice, maxPrice, isFeatured }: DealFilter): string[] {
  const place = { city, category };
  if (isFeatured) return [cacheTags.place(place, 'featured')];
  const isSorted = sort === 'price' || sort === 'discount' || sort === 'ending' || sort === 'rating';
  return [
    cacheTags.place(place),
    ...(isSorted ? [cacheTags.place(place, sort)] : []),
    ...(minPrice !== null || maxPrice !== null ? [cacheTags.place(place, 'price')] : []),
    ...(search === null ? [] : [cacheTags.place(place, 'words'), cacheTags.categories]),
  ];
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
  jobs: [dealsMarkOver, dealsMarkOverAgain, dealsCheckCounts, vocabularyCleanup],
};
