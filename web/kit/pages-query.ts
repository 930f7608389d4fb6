/** A list that comes in pages, as a query whose key is the URL of its call. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import type { InputOf, PagedEndpoint, QueryOf } from '#core/contract/endpoint.ts';
import type { Api } from './transport.ts';

export function pagesQuery<Route extends PagedEndpoint>(api: Api, endpoint: Route, query?: QueryOf<Route>) {
  const input = (more: object) =>
    ({ query: { ...(query as object | undefined), limit: String(endpoint.pageSize), ...more } }) as InputOf<Route>;
  return infiniteQueryOptions({
    queryKey: [urlOf(endpoint, input({})), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => api.page(endpoint, input(cursor ? { cursor } : {}), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
}
