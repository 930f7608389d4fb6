/** Anonymous daily counts of searches. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done } from './shapes.ts';

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
};
