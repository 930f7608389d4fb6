import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { cartKey, followQueue, loadedQueue } from './cart-lines.ts';
import type { CartMutation } from './cart-mutations.ts';

export const cartQuery = () =>
  queryOptions({
    queryKey: cartKey(),
    queryFn: async ({ client, signal }) => (await import('./page-queue.ts')).queueOf(client).list(signal),
  });

const NOTHING: readonly CartMutation[] = [];

/**
 * The optimistic lines, undefined while they are not known; `asOf` is when the server last returned them, ms; `isSettled`:
 * nothing is pending.
 */
export function useCart() {
  const visitor = useUser();
  const queries = useQueryClient();
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...cartQuery(), enabled: visitor.state === 'user' });
  const pending = useSyncExternalStore(
    (listener) => followQueue(queries, listener),
    () => loadedQueue(queries)?.pending() ?? NOTHING,
    () => NOTHING,
  );
  // The query may be filled before hydration, and the server's HTML knows no user.
  const known = visitor.state === 'user' ? data : undefined;
  const lines = useMemo(
    () => known && (pending.length > 0 ? loadedQueue(queries)?.shown(known) : known),
    [known, pending, queries],
  );
  const isSettled = pending.length === 0;
  const isOrdering = pending.some(({ kind }) => kind === 'order');
  return { lines, asOf: dataUpdatedAt, isSettled, isOrdering, error, refetch };
}
