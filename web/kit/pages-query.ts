/** A list that comes in pages, as a query whose key is the URL of its call. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import type { InputOf, QueryOf } from '#core/contract/endpoint.ts';
import type { PagedEndpoint } from '#core/contract/paging.ts';
import type { Api } from './transport.ts';

export function pagesQuery<Row extends PagedEndpoint>(api: Api, row: Row, query?: QueryOf<Row>) {
  const input = (more: object) =>
    ({ query: { ...(query as object | undefined), limit: String(row.pageSize), ...more } }) as InputOf<Row>;
  return infiniteQueryOptions({
    queryKey: [urlOf(row, input({})), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => api.page(row, input(cursor ? { cursor } : {}), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
}
