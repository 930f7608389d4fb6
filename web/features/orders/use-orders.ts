import {
  type Query,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { type Order, orders } from '#core/contract/orders.ts';
import { api } from '#web/kit/api.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { broadcast, onBroadcast } from '#web/kit/tabs.ts';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { userQuery, useUser } from '../accounts/use-user.ts';
import { type Confirmation, keepConfirmation, keptConfirmation } from './confirmation.ts';
import { isUsable } from './order-state.ts';
import { openQuery, ordersQuery, useKnownOrders } from './orders-query.ts';

const oneQuery = (id: string) => {
  const which = { params: { id } };
  return queryOptions({
    queryKey: [urlOf(orders.one, which)],
    queryFn: () => api.call(orders.one, which).catch(absent),
  });
};

/** Somebody else's is absent too. */
const absent = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** Told to other tabs. */
const NEWS = 'orders';
const isOfOrders = ({ queryKey: [url] }: Pick<Query, 'queryKey'>) => String(url).startsWith('/api/orders/');

/** What becomes of an order in another tab is seen here too. */
function useNewsOfTabs(): void {
  const queries = useQueryClient();
  useEffect(() => onBroadcast(NEWS, () => void queries.invalidateQueries({ predicate: isOfOrders })), [queries]);
}

/** The payment history of who is looking, newest first. */
export function useOrders() {
  const visitor = useUser();
  return useInfiniteQuery({ ...ordersQuery, enabled: visitor.state === 'user' });
}

/**
 * An order of who is looking, null where they have none of this id; at once, where it was among those they saw before, and
 * asked for all the same: as it was then it stays where nobody answers.
 */
export function useOrder(id: string) {
  const known = useKnownOrders();
  const seen = () => known.find((order) => order.id === id);
  useNewsOfTabs();
  return useQuery({ ...oneQuery(id), initialData: seen, initialDataUpdatedAt: 0 });
}

/** Asks again for the open orders, where they could not be had. */
export function useAskOpenAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return async () => queries.getQueryState(openQuery.queryKey)?.status === 'error' && queries.refetchQueries(openQuery);
}

/** The orders of who is looking that can still be used, newest first. Once it failed to ask for them, or cannot be asked, nobody waits for them. */
export function useOpenOrders() {
  const visitor = useUser();
  const offline = useOffline();
  useNewsOfTabs();
  const { data, isPending, failureCount } = useQuery({ ...openQuery, enabled: visitor.state === 'user' });
  const now = useMinute();
  const usable = data?.filter((order) => isUsable(order, now)) ?? [];
  return { open: usable, isPending: isPending && failureCount === 0 && !offline };
}

/** Sends a confirmation of a cash order; again while its answer is lost, since its key makes it one order. */
export function usePayCash(): (confirmation: Confirmation) => Promise<Order> {
  const queries = useQueryClient();
  return async (confirmation) => {
    const { sessionId, expectedItems, key } = confirmation;
    const order = await api.call(orders.cash, { body: { sessionId, expectedItems, key } });
    await learn(queries, { userId: confirmation.userId, order });
    return order;
  };
}

/** What a confirmation made, or null; makes nothing itself. */
export const madeByQuery = (key: string) => {
  const made = { query: { key } };
  return queryOptions({
    queryKey: [urlOf(orders.mine, made)],
    queryFn: async () => (await api.call(orders.mine, made))[0] ?? null,
    staleTime: 0,
  });
};

/** Asks what became of a confirmation whose answers were lost. */
export function useFindMade(): (confirmation: Confirmation) => Promise<Order | null> {
  const queries = useQueryClient();
  return async (confirmation) => {
    const made = madeByQuery(confirmation.key);
    const order = await queries.fetchQuery(made);
    // Whoever asks later asks anew: it may arrive yet.
    queries.removeQueries(made);
    if (order) await learn(queries, { userId: confirmation.userId, order });
    return order;
  };
}

interface News {
  /** Who made it. */
  userId: string;
  order: Order;
}

/** For an order that was made otherwise than here. */
export function useLearnOrder(): (news: News) => Promise<void> {
  const queries = useQueryClient();
  return (news) => learn(queries, news);
}

/** Puts it among the orders of who is looking, if they made it. */
async function learn(queries: QueryClient, { userId, order }: News): Promise<void> {
  if (queries.getQueryData(userQuery.queryKey)?.id !== userId) return;
  // Only where they are known: one order alone would pass for all of them.
  await change(queries, order, () => {
    queries.setQueryData(
      ordersQuery.queryKey,
      (before) => before && { ...before, pages: withOrder(before.pages, order) },
    );
    const usable = isUsable(order, Date.now()) ? [order] : [];
    queries.setQueryData(openQuery.queryKey, (before) => before && [...usable, ...others(before, order)]);
  });
}

/** Takes back an open order; `onAnswer` comes in either case. */
export function useCancelOrder(onAnswer: () => void) {
  const t = useT();
  const queries = useQueryClient();
  const done = async (order: Order) => {
    // The empty cart has nothing to say of it any more.
    if (keptConfirmation()?.orderId === order.id) keepConfirmation(null);
    await change(queries, order, () => {
      queries.setQueryData(
        ordersQuery.queryKey,
        (before) => before && { ...before, pages: changed(before.pages, order) },
      );
      queries.setQueryData(openQuery.queryKey, (before) => before && others(before, order));
    });
    toast({ tone: 'done', title: t('toast.orderCanceled.title'), text: t('toast.orderCanceled.text') });
  };
  /** The order as it is now, null where nobody tells. */
  const find = (id: string) => queries.fetchQuery({ ...oneQuery(id), staleTime: 0 }).catch(() => null);
  return useMutation({
    mutationFn: (id: string) => api.call(orders.cancel, { params: { id } }),
    onSuccess: done,
    onError: async (error, id) => {
      const isRefused = error instanceof ApiError && error.status < 500;
      const now = isRefused ? null : await find(id);
      if (now?.failedReason === 'canceled') return done(now);
      if (isRefused || now) toastFailure(error, { t, text: t('toast.orderCanceled.failed') });
      else toast({ tone: 'note', title: t('toast.orderCanceled.unknown') });
      // What the screen shows may be older than what became of it.
      void queries.invalidateQueries(openQuery);
      void queries.invalidateQueries(ordersQuery);
      void queries.invalidateQueries(oneQuery(id));
    },
    onSettled: onAnswer,
  });
}

/** Changes an order and the lists of them; an answer on its way knows nothing of that, so it is thrown away and asked for anew. */
async function change(queries: QueryClient, order: Order, apply: () => void): Promise<void> {
  const one = oneQuery(order.id);
  const asked = [ordersQuery, openQuery, one].filter(({ queryKey }) => queries.isFetching({ queryKey }) > 0);
  await Promise.all(asked.map(({ queryKey }) => queries.cancelQueries({ queryKey })));
  queries.setQueryData(one.queryKey, order);
  apply();
  for (const { queryKey } of asked) void queries.invalidateQueries({ queryKey });
  broadcast(NEWS);
}

const others = (items: Order[], { id }: Order) => items.filter((item) => item.id !== id);

type HistoryPage = { items: Order[]; next: string | null };

/** The history with an order at its beginning, which it may already hold. */
function withOrder(pages: HistoryPage[], order: Order): HistoryPage[] {
  const before = pages.map((page) => ({ ...page, items: others(page.items, order) }));
  return before.map((page, index) => (index === 0 ? { ...page, items: [order, ...page.items] } : page));
}

/** The history with an order as it is now. */
function changed(pages: HistoryPage[], order: Order): HistoryPage[] {
  return pages.map((page) => ({ ...page, items: page.items.map((it) => (it.id === order.id ? order : it)) }));
}
