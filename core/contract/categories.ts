/** Categories a deal can belong to. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id } from './shapes.ts';

export const Category = z.object({
  id: Id,
  name: z.string(),
  nameEn: z.nullable(z.string()),
  slug: z.string(),
  icon: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Live deals in the asked city (default tirana). Additive. */
  dealCount: z.int(),
});
export type Category = z.infer<typeof Category>;

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'anyone',
    summary: 'Active categories in their fixed order, with the number of live deals in a city.',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(Category),
  }),
};
