import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { urlOf } from '#core/contract/call.ts';
import type { CartItem, ExpectedItem } from '#core/contract/cart.ts';
import { payments } from '#core/contract/payments.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { api } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';
import type { Prepared } from './card-fields.ts';

/** As long as a payment is waited for before one is told, in ms. */
const PATIENCE_MS = 10_000;

const preparedQuery = (expectedItems: ExpectedItem[], attempt: number) =>
  queryOptions({
    queryKey: [urlOf(payments.intent, { body: { sessionId: '' } }), JSON.stringify(expectedItems), attempt],
    queryFn: () => api.call(payments.intent, { body: { sessionId: sessionId(), expectedItems } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });

/** The payment of what is in the cart, asked for once for each cart there was. */
export function usePrepared(lines: readonly CartItem[], { isSettled }: { isSettled: boolean }) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  const query = preparedQuery(expectedItems(lines), attempt);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...query,
    enabled: isSettled,
    // What is typed into its fields stays while another amount is asked for.
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[2] === attempt ? last : undefined),
  });
  const isWaiting = isPending || isPlaceholderData;
  const isLate = useIsLate(isWaiting && query.queryKey.join());
  return {
    prepared: data,
    error,
    /** It is that of the cart there was, until the new one is known. */
    isOutdated: isPlaceholderData,
    isLate,
    /** Asks anew, whatever became of the last time. */
    again: () => setAttempt((last) => last + 1),
    /** The same payment as it is now: another tab may have changed what it is for. */
    look: (): Promise<Prepared> => queries.fetchQuery({ ...query, staleTime: 0 }),
  };
}

/** Whether it has been waited for too long; `waiting` is another value for each time one begins to wait. */
function useIsLate(waiting: string | false): boolean {
  const [late, setLate] = useState<string | false>(false);
  useEffect(() => {
    if (waiting === false) return;
    const timer = setTimeout(() => setLate(waiting), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return waiting !== false && late === waiting;
}
