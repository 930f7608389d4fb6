import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { orders } from '#core/contract/orders.ts';
import { api } from '#web/kit/api.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { useUser } from '../accounts/use-user.ts';

export const ordersQuery = queryOptions({
  queryKey: [urlOf(orders.mine)],
  queryFn: () => api.call(orders.mine),
});

export function useOrders() {
  const user = useUser();
  return useQuery({ ...ordersQuery, enabled: Boolean(user) });
}

/** Confirms the cart as a cash order. `expectedTotal` is the total on the screen, in lek. */
export function usePayCash() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (expectedTotal: number) => api.call(orders.cash, { body: { sessionId: sessionId(), expectedTotal } }),
    onSuccess: (order) => {
      queries.setQueryData(ordersQuery.queryKey, (before = []) => [
        order,
        ...before.filter(({ id }) => id !== order.id),
      ]);
    },
  });
}
