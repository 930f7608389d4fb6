import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { userQuery, useUser } from '#web/features/accounts/use-user.ts';
import { isInProgress, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { api } from '#web/kit/data/api.ts';
import { broadcast, onBroadcast } from '#web/kit/data/tabs.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { type CartMutation, optimisticLines } from './cart-mutations.ts';
import { type CartCalls, type CartQueue, createCartQueue } from './cart-queue.ts';
import { leavePage, restorePage, useResumeMutations } from './stored-mutations.ts';

export const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

const calls: CartCalls = {
  list: () => api.call(cart.list, { params: { sessionId: label() } }),
  add: ({ deal, quantity, key }) =>
    api.call(cart.add, { body: { dealId: deal.id, quantity, key, sessionId: label() } }),
  setQuantity: (itemId, quantity) => api.call(cart.update, { params: { itemId }, body: { quantity } }),
  remove: (itemId) => api.call(cart.remove, { params: { itemId } }),
  clear: () => api.call(cart.clear, { params: { sessionId: label() } }),
};

export const cartQuery = () =>
  queryOptions({
    queryKey: [urlOf(cart.list, { params: { sessionId: label() } })],
    queryFn: ({ client, signal }) => queueOf(client).list(signal),
  });

const queues = new WeakMap<QueryClient, CartQueue>();

export function queueOf(queries: QueryClient): CartQueue {
  const known = queues.get(queries);
  if (known) return known;
  const queryKey = () => cartQuery().queryKey;
  const queue = createCartQueue({
    queries,
    queryKey,
    calls,
    onIdle() {
      void queries.invalidateQueries({ queryKey: queryKey() });
      broadcast('cart');
    },
  });
  queues.set(queries, queue);
  onBroadcast('cart', () => void queries.invalidateQueries({ queryKey: queryKey() }));
  if (typeof window !== 'undefined') {
    window.addEventListener('pagehide', () => leavePage(queue, queries.getQueryData(userQuery.queryKey)?.id));
    window.addEventListener('pageshow', ({ persisted }) => persisted && restorePage(queue));
  }
  const ours = urlOf(cart.list, { params: { sessionId: '' } });
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && String(query.queryKey[0]).startsWith(ours)) queue.reset();
  });
  return queue;
}

const NOTHING: readonly CartMutation[] = [];

/** Resumes the pending mutations of a page that was left. */
export function useResumeCart(): void {
  useResumeMutations(queueOf(useQueryClient()));
}

/**
 * The optimistic lines, undefined while they are not known; `asOf` is when the server last returned them, ms; `isSettled`:
 * nothing is pending.
 */
export function useCart() {
  const visitor = useUser();
  const queue = queueOf(useQueryClient());
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...cartQuery(), enabled: visitor.state === 'user' });
  const pending = useSyncExternalStore(queue.subscribe, queue.pending, () => NOTHING);
  // The query may be filled before hydration, and the server's HTML knows no user.
  const known = visitor.state === 'user' ? data : undefined;
  const lines = useMemo(() => known && optimisticLines(known, pending), [known, pending]);
  const isSettled = pending.length === 0;
  const isOrdering = pending.some(({ kind }) => kind === 'order');
  return { lines, asOf: dataUpdatedAt, isSettled, isOrdering, error, refetch };
}

/** Orders what the screen shows, after the pending mutations. */
export function useOrderCart(): CartQueue['order'] {
  return queueOf(useQueryClient()).order;
}

/** Whether the current user is ordering, in any tab. */
export function isOrderInProgress(queries: QueryClient): boolean {
  const last = storedAttempt();
  return last?.userId === queries.getQueryData(userQuery.queryKey)?.id && last !== null && isInProgress(last);
}
