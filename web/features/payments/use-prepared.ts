import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#core/contract/call.ts';
import type { CartItem, ExpectedItem } from '#core/contract/cart.ts';
import { payments } from '#core/contract/payments.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { api } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';
import type { Prepared } from './card-fields.ts';

/** After this time the buyer is told that it takes long; ms. */
const LATE_MS = 10_000;

const preparedQuery = (expectedItems: ExpectedItem[], attempt: number) =>
  queryOptions({
    queryKey: [urlOf(payments.intent, { body: { sessionId: '' } }), JSON.stringify(expectedItems), attempt],
    queryFn: () => api.call(payments.intent, { body: { sessionId: sessionId(), expectedItems } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });

/** The payment of the cart, prepared once per state of the cart. */
export function usePrepared(lines: readonly CartItem[], { isSettled }: { isSettled: boolean }) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  const query = preparedQuery(expectedItems(lines), attempt);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...query,
    enabled: isSettled,
    // Keeps the filled-in fields while the amount changes.
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[2] === attempt ? last : undefined),
  });
  const isWaiting = isPending || isPlaceholderData;
  const isLate = useIsLate(isWaiting && query.queryKey.join());
  return {
    prepared: data,
    error,
    /** Of the previous cart, until the new payment is prepared. */
    isOutdated: isPlaceholderData,
    isLate,
    /** Prepares again. */
    again: () => setAttempt((last) => last + 1),
    /** Fetches the payment again: another tab may have changed it. */
    look: (): Promise<Prepared> => queries.fetchQuery({ ...query, staleTime: 0 }),
  };
}

/** Whether waiting takes too long; `waiting` has a new value for each wait. */
function useIsLate(waiting: string | false): boolean {
  const [late, setLate] = useState<string | false>(false);
  useEffect(() => {
    if (waiting === false) return;
    const timer = setTimeout(() => setLate(waiting), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return waiting !== false && late === waiting;
}
