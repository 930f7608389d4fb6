/** Cached orders of the current user; a module without messages, since every page imports it. */
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type Order, orders } from '#core/contract/orders.ts';
import { api } from '#web/kit/data/api.ts';
import { pagesQuery } from '#web/kit/data/queries.ts';

export const ordersQuery = pagesQuery(api, orders.mine);

const open = { query: { usable: 'true' } } as const;
export const openQuery = queryOptions({
  queryKey: [urlOf(orders.mine, open)],
  queryFn: () => api.call(orders.mine, open),
});

/** The orders in the cache, usable ones first; requests nothing. */
export function useKnownOrders(): Order[] {
  const { data: usable = [] } = useQuery({ ...openQuery, enabled: false });
  const { data: history } = useInfiniteQuery({ ...ordersQuery, enabled: false });
  return [...usable, ...(history?.pages.flatMap(({ items }) => items) ?? [])];
}
