/** The query cache, with the times of Spec 1 §9 and Spec 2 §9, and queries for paged lists. */
import { infiniteQueryOptions, QueryClient } from '@tanstack/react-query';
import { isRefusal, urlOf } from '#core/contract/call.ts';
import type { InputOf, PagedEndpoint, ParamsOf, QueryOf } from '#core/contract/endpoint.ts';
import type { Api } from './api.ts';
import { hasConnection } from './online.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long answers are fresh and kept, in ms. */
export const times = {
  default: { staleTime: MINUTE, gcTime: 5 * MINUTE },
  categories: { staleTime: 5 * MINUTE, gcTime: 10 * MINUTE },
  deals: { staleTime: 30 * SECOND, gcTime: MINUTE },
  media: { staleTime: 5 * MINUTE, gcTime: 10 * MINUTE },
  featured: { staleTime: 2 * MINUTE, gcTime: 5 * MINUTE },
} as const;

/** Retries network failures and 5xx; 4xx would repeat. */
const retryUpTo = (max: number) => (failures: number, error: Error) => failures < max && !isRefusal(error);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...times.default,
        // While offline nothing is retried until the connection is back.
        retry: (failures, error) => hasConnection() && retryUpTo(2)(failures, error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: retryUpTo(1), networkMode: 'always' },
    },
  });
}

/** An infinite query for a paged endpoint; its key is the URL of the call. */
export function pagesQuery<Route extends PagedEndpoint>(
  api: Api,
  endpoint: Route,
  query?: QueryOf<Route>,
  params?: ParamsOf<Route>,
) {
  const input = (more: object) =>
    ({
      params,
      query: { ...(query as object | undefined), limit: String(endpoint.pageSize), ...more },
    }) as unknown as InputOf<Route>;
  return infiniteQueryOptions({
    queryKey: [urlOf(endpoint, input({})), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => api.page(endpoint, input(cursor ? { cursor } : {}), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
}
