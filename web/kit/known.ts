/** What a page already knows when it reaches the browser: answers under their query keys. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export type Known = [key: QueryKey, answer: unknown][];

export const knownTo = (queries: QueryClient): Known =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data]);

/** `asOf` in ms: from then on they grow old. */
export function takeOver(queries: QueryClient, known: Known, asOf: number): void {
  for (const [key, answer] of known) queries.setQueryData(key, answer, { updatedAt: asOf });
}
