/** What of the orders of who is looking the browser keeps; without words, since every page asks whether there are any. */
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type Order, orders } from '#core/contract/orders.ts';
import { api } from '#web/kit/api.ts';
import { pagesQuery } from '#web/kit/queries.ts';

export const ordersQuery = pagesQuery(api, orders.mine);

const open = { query: { usable: 'true' } } as const;
export const openQuery = queryOptions({
  queryKey: [urlOf(orders.mine, open)],
  queryFn: () => api.call(orders.mine, open),
});

/** The orders of who is looking that this page knows, those that can still be used first; asks nobody. */
export function useKnownOrders(): Order[] {
  const { data: usable = [] } = useQuery({ ...openQuery, enabled: false });
  const { data: history } = useInfiniteQuery({ ...ordersQuery, enabled: false });
  return [...usable, ...(history?.pages.flatMap(({ items }) => items) ?? [])];
}
