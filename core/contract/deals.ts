/** The public catalogue: list and search, featured deals, one deal. */
import * as z from 'zod/mini';
import { cities } from '#core/domain/cities.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { Deal, DealCard, Done, Id, RelatedDeal } from './shapes.ts';

export const PAGE_SIZE = 12;

/** Results are counted up to this number; one more means there are more. */
export const MOST_COUNTED = 1000;

export const sorts = ['default', 'newest', 'price', 'discount', 'ending', 'rating', 'near'] as const;

/** Whole lek. */
const Bound = z.string().check(z.regex(/^\d{0,8}$/));
/** 'lat,lng', rounded to about 100 m: more precise positions are refused, for privacy. */
const Near = z.string().check(z.regex(/^(-?\d{1,2}(\.\d{1,3})?,-?\d{1,3}(\.\d{1,3})?)?$/));

/** The list that a search text names (place or category), as query parameters of home. */
const Offer = z.object({ city: z.string(), category: z.nullable(z.string()), search: z.string(), count: z.int() });
export const SearchHints = z.object({
  offer: z.nullable(Offer),
  /** The search with the words that no deal has corrected, which is what the list shows; null if all are known. */
  corrected: z.nullable(z.string()),
  partly: z.array(DealCard),
});
export type SearchHints = z.infer<typeof SearchHints>;

export const deals = {
  list: endpoint({
    method: 'GET',
    path: '/api/deals',
    access: 'anyone',
    summary: 'Live deals of a city (default tirana; `all` is the whole country), filtered and searched.',
    query: z.object({
      category: z.optional(z.string()),
      search: z.optional(z.string()),
      city: z.optional(z.string()),
      sort: z.optional(z.enum(sorts)),
      minPrice: z.optional(Bound),
      maxPrice: z.optional(Bound),
      /** Position for `sort=near`; ignored with other orders. */
      near: z.optional(Near),
      ...PageQuery,
    }),
    pageSize: PAGE_SIZE,
    limit: 'searches',
    isPublic: true,
    answer: z.array(DealCard),
  }),
  hints: endpoint({
    method: 'GET',
    path: '/api/deals/hints',
    access: 'anyone',
    summary:
      'Suggestions for a search: the place or category that it names with its number of live deals (counted up to 1,000), the corrected search if words are misspelled, and partial matches when no deal has all words.',
    query: z.object({ search: z.optional(z.string()), city: z.optional(z.string()) }),
    limit: ['searches'],
    isPublic: true,
    answer: SearchHints,
  }),
  nextCity: endpoint({
    method: 'GET',
    path: '/api/deals/next-city',
    access: 'anyone',
    summary: 'The nearest other city with live deals (of a category) and their number (counted up to 1,000), or null.',
    query: z.object({ city: z.optional(z.string()), category: z.optional(z.string()) }),
    isPublic: true,
    answer: z.nullable(z.object({ city: z.enum(cities), count: z.int() })),
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/deals/featured',
    access: 'anyone',
    summary: 'Featured live deals, of all cities by default.',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(DealCard),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/deals/:id',
    access: 'anyone',
    summary:
      'One deal, also when expired or paused by its owner (`notForSale`); 404 when hidden or deleted, and when an inactive one is not just paused.',
    params: z.object({ id: Id }),
    isPublic: true,
    answer: Deal,
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/deals/:id/related',
    access: 'anyone',
    summary:
      'Related live deals: of the same salon, of the same city and category, of the same category in the nearest city that has any.',
    params: z.object({ id: Id }),
    isPublic: true,
    answer: z.array(RelatedDeal),
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/deals/:id/share',
    access: 'anyone',
    changesPublic: true,
    summary: 'Counts that a visitor shared a deal, once per visitor and day; 404 when it is not public.',
    params: z.object({ id: Id }),
    limit: 'shares',
    answer: Done,
  }),
};
