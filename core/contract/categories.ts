/** Categories a deal can belong to. */
import * as z from 'zod/mini';
import { cities } from '../domain/cities.ts';
import { endpoint } from './endpoint.ts';
import { Id, Lek } from './shapes.ts';

export const Category = z.object({
  id: Id,
  name: z.string(),
  nameEn: z.nullable(z.string()),
  slug: z.string(),
  icon: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Live deals in the asked city (default tirana). Additive. */
  dealCount: z.int(),
  /** Of these deals; null when there are none. Additive. */
  lowestPrice: z.nullable(Lek),
  /** Where the nearest live deals are when there are none in the asked city. Additive. */
  nearestCity: z.nullable(z.enum(cities)),
});
export type Category = z.infer<typeof Category>;

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'anyone',
    summary:
      'Active categories in their fixed order, with the live deals of a city: how many, from which price, and the nearest city that has any instead.',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(Category),
  }),
};
