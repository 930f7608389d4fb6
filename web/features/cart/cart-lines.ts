/** The lines of the cart as the server has them, and the page's queue of changes once that is loaded. */
import type { QueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { sessionId } from '#web/kit/preferences.ts';
import type { CartQueue } from './cart-queue.ts';

export const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

export const cartKey = () => [urlOf(cart.list, { params: { sessionId: label() } })];

const queues = new WeakMap<QueryClient, CartQueue>();
const waiting = new Set<() => void>();

export const loadedQueue = (queries: QueryClient): CartQueue | undefined => queues.get(queries);

export function keepQueue(queries: QueryClient, queue: CartQueue): void {
  queues.set(queries, queue);
  for (const follow of waiting) follow();
  waiting.clear();
}

/** Subscribes to the queue, as soon as there is one. */
export function followQueue(queries: QueryClient, listener: () => void): () => void {
  let stop: () => void = () => waiting.delete(follow);
  const follow = () => {
    stop = queues.get(queries)?.subscribe(listener) ?? stop;
  };
  if (queues.has(queries)) follow();
  else waiting.add(follow);
  return () => stop();
}
