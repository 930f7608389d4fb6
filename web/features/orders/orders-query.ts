/** What of the orders of who is looking the browser keeps; without words, since every page asks whether there are any. */
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { orders } from '#core/contract/orders.ts';
import { api } from '#web/kit/api.ts';
import { pagesQuery } from '#web/kit/pages-query.ts';

export const ordersQuery = pagesQuery(api, orders.mine);

const open = { query: { usable: 'true' } } as const;
export const openQuery = queryOptions({
  queryKey: [urlOf(orders.mine, open)],
  queryFn: () => api.call(orders.mine, open),
});

/** Whether this page knows any order; asks nobody. */
export function useKnowsOrders(): boolean {
  const { data: usable = [] } = useQuery({ ...openQuery, enabled: false });
  const { data: history } = useInfiniteQuery({ ...ordersQuery, enabled: false });
  return usable.length > 0 || history?.pages.some(({ items }) => items.length > 0) === true;
}
