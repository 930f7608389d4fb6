/** What a page brings to the browser beside its HTML: when it was made, and the API's answers under their query keys. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Operator } from '#core/domain/shop.ts';
import type { Cards } from './use-cards.ts';
import type { IdentityClients } from './use-identities.ts';

export interface PageState {
  /** The server's time when the page was made, ms. */
  now: number;
  answers: [key: QueryKey, answer: unknown][];
  /** Absent where the configuration names nobody. */
  operator?: Operator | undefined;
  /** Absent where no cards are taken. */
  cards?: Cards | undefined;
  /** Absent where nobody vouches for people. */
  identities?: IdentityClients | undefined;
}

export const answersOf = (queries: QueryClient): PageState['answers'] =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data]);

/** As it stands in the page: no text in it can end the script around it. */
export const textOf = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c');

/** The server keeps a page only while its data is true, so it is as fresh as the page's arrival: nothing is fetched again. */
export function takeOver(queries: QueryClient, answers: PageState['answers']): void {
  for (const [key, answer] of answers) queries.setQueryData(key, answer);
}
