/** The public catalogue: list and search, featured deals, one deal. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Deal, DealCard, Id } from './shapes.ts';

/** Header that carries the cursor of the next page; absent on the last one. */
export const NEXT_CURSOR = 'x-next-cursor';
/** Most deals one answer may hold. */
export const MAX_LIMIT = 100;
/** Deals per page of the home list. */
export const PAGE_SIZE = 12;

export const sorts = ['default', 'newest', 'price', 'discount', 'ending'] as const;

export const deals = {
  list: endpoint({
    method: 'GET',
    path: '/api/deals',
    access: 'anyone',
    summary:
      'Live deals of a city (default tirana; `all` is the whole country), filtered and searched. The next cursor is in the header x-next-cursor.',
    query: z.object({
      category: z.optional(z.string()),
      search: z.optional(z.string()),
      city: z.optional(z.string()),
      sort: z.optional(z.enum(sorts)),
      limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
      cursor: z.optional(z.string().check(z.maxLength(400))),
    }),
    answer: z.array(DealCard),
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/deals/featured',
    access: 'anyone',
    summary: 'Featured live deals, in every city unless one is asked for.',
    query: z.object({ city: z.optional(z.string()) }),
    answer: z.array(DealCard),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/deals/:id',
    access: 'anyone',
    summary: 'One deal. Expired deals still open; hidden, inactive and deleted ones answer 404.',
    params: z.object({ id: Id }),
    answer: Deal,
  }),
};
