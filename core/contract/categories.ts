/** Categories of deals. */
import * as z from 'zod/mini';
import { CATEGORY_COLORS } from '#core/domain/categories.ts';
import { cities } from '#core/domain/cities.ts';
import { endpoint } from './endpoint.ts';
import { Id, Lek } from './shapes.ts';

export const Category = z.object({
  id: Id,
  name: z.string(),
  nameEn: z.nullable(z.string()),
  slug: z.string(),
  icon: z.nullable(z.string()),
  /** Additive. */
  color: z.nullable(z.enum(CATEGORY_COLORS)),
  /** Additive. */
  imageUrl: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Live deals in the city (default tirana). Additive. */
  dealCount: z.int(),
  /** Null when there are no deals. Additive. */
  lowestPrice: z.nullable(Lek),
  /** Nearest city with live deals when the asked city has none. Additive. */
  nearestCity: z.nullable(z.enum(cities)),
});
export type Category = z.infer<typeof Category>;

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'anyone',
    summary:
      'Active categories in fixed order, with the number and lowest price of live deals in a city, or the nearest city that has any.',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(Category),
  }),
};
