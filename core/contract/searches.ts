/** Anonymous daily counts of searches. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done } from './shapes.ts';

const MissedSearch = z.object({
  search: z.string(),
  /** A city, or `all`. */
  city: z.string(),
  /** Addresses that searched for it, by day. */
  people: z.int(),
  lastDay: z.string(),
});
export type MissedSearch = z.infer<typeof MissedSearch>;

export const searches = {
  count: endpoint({
    method: 'POST',
    path: '/api/searches',
    access: 'anyone',
    summary: 'Counts a search once per address, search text and day, without storing who searched.',
    body: z.object({ search: z.string().check(z.maxLength(200)), city: z.optional(z.string()) }),
    limit: 'countedSearches',
    answer: Done,
  }),
  popular: endpoint({
    method: 'GET',
    path: '/api/searches/popular',
    access: 'anyone',
    summary:
      'Search texts of the last seven days that came from several addresses, consist of words of the catalogue and find deals in a city (default tirana).',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(z.string()),
  }),
  missed: endpoint({
    method: 'GET',
    path: '/api/admin/searches/missed',
    access: 'admin',
    summary: 'The 100 most frequent searches of the last 30 days that found nothing when they were last made.',
    answer: z.array(MissedSearch),
  }),
};
