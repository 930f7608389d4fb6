/** The queue of cart changes of this page, loaded after the first view. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { isInProgress, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { api } from '#web/kit/data/api.ts';
import { broadcast, onBroadcast } from '#web/kit/data/tabs.ts';
import { cartKey, keepQueue, label, loadedQueue } from './cart-lines.ts';
import { type CartCalls, type CartQueue, createCartQueue } from './cart-queue.ts';
import { leavePage, restorePage, useResumeMutations } from './stored-mutations.ts';

const calls: CartCalls = {
  list: () => api.call(cart.list, { params: { sessionId: label() } }),
  add: ({ deal, quantity, key }) =>
    api.call(cart.add, { body: { dealId: deal.id, quantity, key, sessionId: label() } }),
  setQuantity: (itemId, quantity) => api.call(cart.update, { params: { itemId }, body: { quantity } }),
  remove: (itemId) => api.call(cart.remove, { params: { itemId } }),
  clear: () => api.call(cart.clear, { params: { sessionId: label() } }),
};

export function queueOf(queries: QueryClient): CartQueue {
  const known = loadedQueue(queries);
  if (known) return known;
  const queue = createCartQueue({
    queries,
    queryKey: cartKey,
    calls,
    onIdle() {
      void queries.invalidateQueries({ queryKey: cartKey() });
      broadcast('cart');
    },
  });
  keepQueue(queries, queue);
  onBroadcast('cart', () => void queries.invalidateQueries({ queryKey: cartKey() }));
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

/** Resumes the pending mutations of a page that was left. */
export function useResumeCart(): void {
  useResumeMutations(queueOf(useQueryClient()));
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
