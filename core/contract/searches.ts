/** What people search for: counted by day, without anybody in it. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done } from './shapes.ts';

export const searches = {
  count: endpoint({
    method: 'POST',
    path: '/api/searches',
    access: 'anyone',
    summary:
      'Counts a search that somebody stayed with, once for each address, search and day. Who it was is not kept.',
    body: z.object({ search: z.string().check(z.maxLength(200)), city: z.optional(z.string()) }),
    limit: 'countedSearches',
    answer: Done,
  }),
  popular: endpoint({
    method: 'GET',
    path: '/api/searches/popular',
    access: 'anyone',
    summary:
      'What was searched for from several addresses on one of the last seven days, in words of the catalogue, and finds deals in a city (default tirana).',
    query: z.object({ city: z.optional(z.string()) }),
    isPublic: true,
    answer: z.array(z.string()),
  }),
};
