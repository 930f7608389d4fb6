/** What a page already knows when it reaches the browser: answers under their query keys. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export type Known = [key: QueryKey, answer: unknown][];

export const knownTo = (queries: QueryClient): Known =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data]);

/** The server keeps a page only while its data is true, so it is as fresh as the page's arrival: nothing is fetched again. */
export function takeOver(queries: QueryClient, known: Known): void {
  for (const [key, answer] of known) queries.setQueryData(key, answer);
}
