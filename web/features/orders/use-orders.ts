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
import { userQuery, useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { broadcast, onBroadcast } from '#web/kit/data/tabs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { type OrderAttempt, storeAttempt, storedAttempt } from './order-attempt.ts';
import { isUsable } from './order-state.ts';
import { openQuery, ordersQuery, useKnownOrders } from './orders-query.ts';

const oneQuery = (id: string) => {
  const which = { params: { id } };
  return queryOptions({
    queryKey: [urlOf(orders.one, which)],
    queryFn: () => api.call(orders.one, which).catch(absent),
  });
};

/** Null also for other users' orders. */
const absent = (error: unknown) => {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
};

/** Broadcast to other tabs. */
const NEWS = 'orders';
const isOfOrders = ({ queryKey: [url] }: Pick<Query, 'queryKey'>) => String(url).startsWith('/api/orders/');

/** Refetches when another tab changed an order. */
function useOrdersOfOtherTabs(): void {
  const queries = useQueryClient();
  useEffect(() => onBroadcast(NEWS, () => void queries.invalidateQueries({ predicate: isOfOrders })), [queries]);
}

export function useOrders() {
  const visitor = useUser();
  return useInfiniteQuery({ ...ordersQuery, enabled: visitor.state === 'user' });
}

/**
 * An order of the current user, null if there is none of this id. It is shown from the cache at first, and refetched; without
 * a connection it stays.
 */
export function useOrder(id: string) {
  const known = useKnownOrders();
  const seen = () => known.find((order) => order.id === id);
  useOrdersOfOtherTabs();
  return useQuery({ ...oneQuery(id), initialData: seen, initialDataUpdatedAt: 0 });
}

/** Retries the open orders after an error. */
export function useAskOpenAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return async () => queries.getQueryState(openQuery.queryKey)?.status === 'error' && queries.refetchQueries(openQuery);
}

/** The usable orders of the current user, newest first. `isPending` ends with the first failure, or offline. */
export function useOpenOrders() {
  const visitor = useUser();
  const offline = useOffline();
  useOrdersOfOtherTabs();
  const { data, isPending, failureCount } = useQuery({ ...openQuery, enabled: visitor.state === 'user' });
  const now = useMinute();
  const usable = data?.filter((order) => isUsable(order, now)) ?? [];
  return { open: usable, isPending: isPending && failureCount === 0 && !offline };
}

/** Sends a cash order; safe to retry, since it has an idempotency key. */
export function usePayCash(): (attempt: OrderAttempt) => Promise<Order> {
  const queries = useQueryClient();
  return async (attempt) => {
    const { sessionId, expectedItems, key } = attempt;
    const order = await api.call(orders.cash, { body: { sessionId, expectedItems, key } });
    await addToCache(queries, { userId: attempt.userId, order });
    return order;
  };
}

/** The order of an idempotency key, or null. */
export const orderOfKeyQuery = (key: string) => {
  const made = { query: { key } };
  return queryOptions({
    queryKey: [urlOf(orders.mine, made)],
    queryFn: async () => (await api.call(orders.mine, made))[0] ?? null,
    staleTime: 0,
  });
};

/** Asks which order an attempt without a response has made. */
export function useFindOrder(): (attempt: OrderAttempt) => Promise<Order | null> {
  const queries = useQueryClient();
  return async (attempt) => {
    const made = orderOfKeyQuery(attempt.key);
    const order = await queries.fetchQuery(made);
    // Not cached: the request may still arrive.
    queries.removeQueries(made);
    if (order) await addToCache(queries, { userId: attempt.userId, order });
    return order;
  };
}

interface Made {
  userId: string;
  order: Order;
}

export function useAddOrder(): (made: Made) => Promise<void> {
  const queries = useQueryClient();
  return (made) => addToCache(queries, made);
}

/** Adds it to the cached orders, if the user is still the same. */
async function addToCache(queries: QueryClient, { userId, order }: Made): Promise<void> {
  if (queries.getQueryData(userQuery.queryKey)?.id !== userId) return;
  // Only to known lists: otherwise one order would pass for all of them.
  await updateOrder(queries, order, () => {
    queries.setQueryData(
      ordersQuery.queryKey,
      (before) => before && { ...before, pages: withOrder(before.pages, order) },
    );
    const usable = isUsable(order, Date.now()) ? [order] : [];
    queries.setQueryData(openQuery.queryKey, (before) => before && [...usable, ...others(before, order)]);
  });
}

interface ToCancel {
  orderId: string;
  /** Without it all open units. */
  voucherId?: string;
}

/** Cancels open units of an order; `onAnswer` is called in either case. */
export function useCancelOrder(onAnswer: () => void) {
  const t = useT();
  const queries = useQueryClient();
  const done = async (order: Order, { voucherId }: ToCancel) => {
    // The empty cart no longer mentions it.
    if (storedAttempt()?.orderId === order.id) storeAttempt(null);
    await updateOrder(queries, order, () => {
      queries.setQueryData(
        ordersQuery.queryKey,
        (before) => before && { ...before, pages: changed(before.pages, order) },
      );
      const usable = isUsable(order, Date.now()) ? [order] : [];
      queries.setQueryData(openQuery.queryKey, (before) => before && [...usable, ...others(before, order)]);
    });
    // The card of a voucher says so itself.
    if (voucherId) return;
    const text = order.paymentMethod === 'card' ? 'toast.orderCanceled.card' : 'toast.orderCanceled.text';
    toast({ tone: 'done', title: t('toast.orderCanceled.title'), text: t(text) });
  };
  /** The order as it is now, null if the server does not answer. */
  const find = (id: string) => queries.fetchQuery({ ...oneQuery(id), staleTime: 0 }).catch(() => null);
  return useMutation({
    mutationFn: ({ orderId, voucherId }: ToCancel) =>
      voucherId
        ? api.call(orders.cancelVoucher, { params: { id: voucherId } })
        : api.call(orders.cancel, { params: { id: orderId } }),
    onSuccess: done,
    onError: async (error, asked) => {
      const { orderId: id, voucherId } = asked;
      const isRefused = error instanceof ApiError && error.status < 500;
      const now = isRefused ? null : await find(id);
      const units = now?.items.flatMap(({ vouchers }) => vouchers) ?? [];
      const asGone = units.filter(({ id: unit }) => !voucherId || unit === voucherId);
      if (now && (now.failedReason === 'canceled' || asGone.some(({ cancelReason }) => cancelReason === 'buyer')))
        return done(now, asked);
      if (isRefused || now) toastFailure(error, { t, text: t('toast.orderCanceled.failed') });
      else toast({ tone: 'note', title: t('toast.orderCanceled.unknown') });
      // The screen may be outdated.
      void queries.invalidateQueries(openQuery);
      void queries.invalidateQueries(ordersQuery);
      void queries.invalidateQueries(oneQuery(id));
    },
    onSettled: onAnswer,
  });
}

/** Updates an order and the cached lists; lists being fetched are canceled and fetched again. */
async function updateOrder(queries: QueryClient, order: Order, apply: () => void): Promise<void> {
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

/** The history with an order at its beginning. */
function withOrder(pages: HistoryPage[], order: Order): HistoryPage[] {
  const before = pages.map((page) => ({ ...page, items: others(page.items, order) }));
  return before.map((page, index) => (index === 0 ? { ...page, items: [order, ...page.items] } : page));
}

function changed(pages: HistoryPage[], order: Order): HistoryPage[] {
  return pages.map((page) => ({ ...page, items: page.items.map((it) => (it.id === order.id ? order : it)) }));
}
