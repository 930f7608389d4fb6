/** What a page brings to the browser beside its HTML, and whether the browser has hydrated it. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Operator } from '#core/domain/shop.ts';
import type { Cards, IdentityClients } from '#web/kit/data/shop-config.ts';
import type { Opening } from './page.tsx';

export interface PageState {
  /** The server's time when the page was rendered, in ms. */
  now: number;
  /** The API's answers under their query keys. */
  answers: [key: QueryKey, answer: unknown][];
  operator?: Operator | undefined;
  cards?: Cards | undefined;
  identities?: IdentityClients | undefined;
}

export const answersOf = (queries: QueryClient): PageState['answers'] =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data]);

/** JSON in which no text can end the script element around it. */
export const textOf = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c');

/** Fills the cache. The server keeps a page only while its data is true, so nothing is fetched again at once. */
export function restoreQueries(queries: QueryClient, answers: PageState['answers']): void {
  for (const [key, answer] of answers) queries.setQueryData(key, answer);
}

const never = () => () => {};

/** False on the server and during hydration, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

let cspSources: readonly Opening[] = [];

/** The content security policy is that of the page the document was loaded with, on whatever page one is now. */
export function setCspSources(ofPage: readonly Opening[]): void {
  cspSources = ofPage;
}

export const isCspSourceAllowed = (source: Opening): boolean => cspSources.includes(source);
