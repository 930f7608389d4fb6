import type { FastifyInstance } from 'fastify';
import { categories } from '#core/contract/categories.ts';
import { NEXT_CURSOR } from '#core/contract/deals.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Deps } from '#server/deps.ts';
import { toPlace } from '#server/features/deals/deals.rules.ts';
import { publicAnswers } from '#server/features/deals/public-answers.ts';
import { serve } from '#server/kit/http/serve.ts';
import { listCategories } from './categories.store.ts';

const NOWHERE = '';

export function categoriesRoutes(app: FastifyInstance, { pool, catalogue }: Deps): void {
  const answer = publicAnswers(catalogue, NEXT_CURSOR);
  serve(
    app,
    categories.list,
    ({ query, request, reply }) => {
      const city = toPlace(query.city || DEFAULT_CITY);
      const key = `categories ${city}`;
      return answer(key, { request, reply }, () => listCategories(pool, city === undefined ? NOWHERE : city));
    },
    { public: true },
  );
}
