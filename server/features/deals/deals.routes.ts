import type { FastifyInstance, FastifyReply } from 'fastify';
import { deals, MAX_LIMIT, NEXT_CURSOR } from '#core/contract/deals.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { isInside } from '#server/kit/http/inside.ts';
import { JsonText, type SignedIn, serve } from '#server/kit/http/serve.ts';
import { toFilter, toPlace } from './deals.rules.ts';
import { type FoundDeal, findDeal } from './deals.store.ts';
import { createViewCounter } from './deals.views.ts';
import { writeCursor } from './deals-cursor.rules.ts';
import { type DealFilter, listDeals } from './deals-list.store.ts';
import { type Made, publicAnswers } from './public-answers.ts';

const NONE: Made = { json: '[]', left: null };

export function dealsRoutes(app: FastifyInstance, { pool, catalogue, limiter, log }: Deps): void {
  const answer = publicAnswers(catalogue, NEXT_CURSOR);
  const views = createViewCounter(app, { pool, log });
  app.decorate('views', views);
  app.addHook('onClose', () => views.close());

  serve(
    app,
    deals.list,
    ({ query, request, reply }) => {
      if (query.search && !isInside(request)) limiter.count('searches', request.ip);
      const filter = toFilter(query);
      const key = filter && catalogue.isOn ? JSON.stringify(['deals', filter]) : 'deals none';
      return answer(key, { request, reply }, () => (filter ? page(filter) : Promise.resolve(NONE)));
    },
    { public: true },
  );

  serve(
    app,
    deals.featured,
    ({ query, request, reply }) => {
      const city = toPlace(query.city || 'all');
      const make = () => (city === undefined ? Promise.resolve(NONE) : page(featuredIn(city)));
      return answer(`featured ${city}`, { request, reply }, make);
    },
    { public: true },
  );

  serve(
    app,
    deals.get,
    ({ params: { id }, request, reply, who }) => {
      let found: FoundDeal | null | undefined;
      const body = answer(`deal ${id.toLowerCase()}`, { request, reply }, async () => {
        found = await findDeal(pool, id);
        return found?.isPublic ? { json: found.json, left: null } : null;
      });
      if (body instanceof JsonText) {
        views.countRequest(id, request);
        return body;
      }
      return body.then(async (shown) => {
        if (shown) views.countRequest(id, request);
        else found ??= found === null ? null : await findDeal(pool, id);
        return shown ?? toThoseWhoMay(found ?? null, found ? await who() : null, reply);
      });
    },
    { public: true },
  );

  async function page(filter: DealFilter) {
    const { json, next, left } = await listDeals(pool, filter);
    return { json, left, next: next && writeCursor(filter.sort, next) };
  }
}

function toThoseWhoMay(deal: FoundDeal | null, user: SignedIn | null, reply: FastifyReply): JsonText {
  if (!deal || !user || (user.role !== 'admin' && user.id !== deal.ownerId)) throw new AppError(404, 'deals.notFound');
  reply.header('cache-control', 'no-store');
  return new JsonText(deal.json);
}

function featuredIn(city: string | null): DealFilter {
  return { city, category: null, search: null, sort: 'default', limit: MAX_LIMIT, cursor: null, isFeatured: true };
}
