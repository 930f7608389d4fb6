import { categories } from '#core/contract/categories.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import type { Deps } from '#server/deps.ts';
import { toPlace } from '#server/features/deals/deals.rules.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { listCategories } from './categories.store.ts';

const NOWHERE = '';

export function categoriesRoutes(serve: Serve, { pool }: Deps): void {
  serve(categories.list, ({ query, forEverybody }) => {
    const city = toPlace(query.city || DEFAULT_CITY);
    return forEverybody(`categories ${city}`, () => listCategories(pool, city === undefined ? NOWHERE : city));
  });
}
