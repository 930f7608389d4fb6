import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Order, orders } from '#core/contract/orders.ts';
import { api } from '#web/kit/api.ts';
import { pagesQuery } from '#web/kit/pages-query.ts';
import { userQuery, useUser } from '../accounts/use-user.ts';
import type { Confirmation } from './confirmation.ts';

const ordersQuery = pagesQuery(api, orders.mine);

/** The payment history of who is looking, newest first. */
export function useOrders() {
  const visitor = useUser();
  return useInfiniteQuery({ ...ordersQuery, enabled: visitor.state === 'user' });
}

/** Sends a confirmation of a cash order; again while its answer is lost, since its key makes it one order. */
export function usePayCash(): (confirmation: Confirmation) => Promise<Order> {
  const queries = useQueryClient();
  const isHere = (userId: string) => queries.getQueryData(userQuery.queryKey)?.id === userId;
  return async (confirmation) => {
    const { sessionId, expectedTotal, key } = confirmation;
    const order = await api.call(orders.cash, { body: { sessionId, expectedTotal, key } });
    if (!isHere(confirmation.userId)) return order;
    // Only where the history is known: one order alone would pass for all of it.
    queries.setQueryData(
      ordersQuery.queryKey,
      (before) => before && { ...before, pages: withOrder(before.pages, order) },
    );
    return order;
  };
}

type HistoryPage = { items: Order[]; next: string | null };

/** The history with an order at its beginning, which it may already hold. */
function withOrder(pages: HistoryPage[], order: Order): HistoryPage[] {
  const others = pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== order.id) }));
  return others.map((page, index) => (index === 0 ? { ...page, items: [order, ...page.items] } : page));
}
