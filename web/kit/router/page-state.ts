/** State that the server embeds in a page, and whether the page is hydrated. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Operator } from '#core/domain/shop.ts';
import type { Cards, IdentityClients } from '#web/kit/data/shop-config.ts';
import type { Opening } from './page.tsx';

export interface PageState {
  /** The server's time when the page was rendered, in ms. */
  now: number;
  /** API answers by query key. */
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

/** JSON escaped for a script element. */
export const textOf = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c');

/** Fills the query cache as fresh: the server invalidates a cached page with its data. */
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

/** The content security policy stays that of the initially loaded page after client-side navigation. */
export function setCspSources(ofPage: readonly Opening[]): void {
  cspSources = ofPage;
}

export const isCspSourceAllowed = (source: Opening): boolean => cspSources.includes(source);
