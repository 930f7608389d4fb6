/** The public catalogue: list and search, featured deals, one deal. */
import * as z from 'zod/mini';
import { cities } from '../domain/cities.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery } from './paging.ts';
import { Deal, DealCard, Id, RelatedDeal } from './shapes.ts';

/** Deals per page of the home list. */
export const PAGE_SIZE = 12;

/** What a search would find is counted as far as this; one more says that there are more. */
export const MOST_COUNTED = 1000;

export const sorts = ['default', 'newest', 'price', 'discount', 'ending', 'rating', 'near'] as const;

/** Whole lek. */
const Bound = z.string().check(z.regex(/^\d{0,8}$/));
/** 'lat,lng', rounded to some hundred metres: nobody has to say more exactly where they are, and nobody may. */
const Near = z.string().check(z.regex(/^(-?\d{1,2}(\.\d{1,3})?,-?\d{1,3}(\.\d{1,3})?)?$/));

/** What a search names: a list of its own, in words of the address of home. */
const Offer = z.object({ city: z.string(), category: z.nullable(z.string()), search: z.string(), count: z.int() });
export const SearchHints = z.object({ offer: z.nullable(Offer), partly: z.array(DealCard) });
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
      /** What `sort=near` begins with; without that order it means nothing. */
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
      'What helps beyond the list of a search: the place or category that its words name, with the number of live deals ' +
      'there (not counted beyond 1,000), and deals that have some of its words where none has all.',
    query: z.object({ search: z.optional(z.string()), city: z.optional(z.string()) }),
    limit: ['searches'],
    isPublic: true,
    answer: SearchHints,
  }),
  nextCity: endpoint({
    method: 'GET',
    path: '/api/deals/next-city',
    access: 'anyone',
    summary:
      'The nearest other city with live deals (of a category), and how many (not counted beyond 1,000), or null.',
    query: z.object({ city: z.optional(z.string()), category: z.optional(z.string()) }),
    isPublic: true,
    answer: z.nullable(z.object({ city: z.enum(cities), count: z.int() })),
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/deals/featured',
    access: 'anyone',
    summary: 'Featured live deals, in every city unless one is asked for.',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(DealCard),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/deals/:id',
    access: 'anyone',
    summary: 'One deal. Expired deals still open; hidden, inactive and deleted ones answer 404.',
    params: z.object({ id: Id }),
    isPublic: true,
    answer: Deal,
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/deals/:id/related',
    access: 'anyone',
    summary:
      'Live deals beside one: of its salon, of its city and category, of its category in the nearest city that has any.',
    params: z.object({ id: Id }),
    isPublic: true,
    answer: z.array(RelatedDeal),
  }),
};
