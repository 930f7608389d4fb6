/** The cart as the screens use it: shown at once, put back when the server refuses. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type CartItem, cart, MAX_QUANTITY } from '#core/contract/cart.ts';
import type { DealCard } from '#core/contract/shapes.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { toast } from '#web/kit/toasts.ts';
import { useUser } from '../accounts/use-user.ts';

const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

export const cartQuery = () =>
  queryOptions({
    queryKey: [urlOf(cart.list, { params: { sessionId: label() } })],
    queryFn: () => api.call(cart.list, { params: { sessionId: label() } }),
  });

const none: CartItem[] = [];

export function useCart() {
  const user = useUser();
  const { data, isPending, isError, refetch } = useQuery({ ...cartQuery(), enabled: Boolean(user) });
  return {
    lines: user ? (data ?? none) : none,
    waiting: user === undefined || (Boolean(user) && isPending),
    failed: isError,
    refetch,
  };
}

/** Every cart call waits for the one before it. */
const scope = { id: 'cart' };

/** Applies a change to the shown cart at once; returns what undoes it. */
function useShown() {
  const queries = useQueryClient();
  const { queryKey } = cartQuery();
  return {
    async change(next: (lines: CartItem[]) => CartItem[]) {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<CartItem[]>(queryKey);
      queries.setQueryData<CartItem[]>(queryKey, next(before ?? []));
      return { undo: () => queries.setQueryData(queryKey, before) };
    },
    settle: () => {
      if (queries.isMutating({ mutationKey: ['cart'] }) === 1) return queries.invalidateQueries({ queryKey });
      return undefined;
    },
  };
}

const asLine = (deal: DealCard, quantity: number): CartItem => ({
  id: `pending-${deal.id}`,
  dealId: deal.id,
  sessionId: label(),
  quantity,
  deal,
  unavailable: null,
  priceChanged: null,
});

export function useAddToCart() {
  const t = useT();
  const shown = useShown();
  return useMutation({
    mutationKey: ['cart', 'add'],
    scope,
    mutationFn: (deal: DealCard) => api.call(cart.add, { body: { dealId: deal.id, quantity: 1, sessionId: label() } }),
    onMutate: (deal) =>
      shown.change((lines) =>
        lines.some((line) => line.dealId === deal.id)
          ? lines.map((line) =>
              line.dealId === deal.id ? { ...line, quantity: Math.min(MAX_QUANTITY, line.quantity + 1) } : line,
            )
          : [...lines, asLine(deal, 1)],
      ),
    onSuccess: () => toast({ tone: 'done', title: t('toast.cartAdd.title'), text: t('toast.cartAdd.text') }),
    onError: (_error, _deal, context) => {
      context?.undo();
      toast({ tone: 'failed', title: t('common.error'), text: t('toast.cartAdd.failed') });
    },
    onSettled: shown.settle,
  });
}

export function useSetQuantity() {
  const t = useT();
  const shown = useShown();
  return useMutation({
    mutationKey: ['cart', 'quantity'],
    scope,
    mutationFn: ({ line, quantity }: { line: CartItem; quantity: number }) =>
      api.call(cart.update, { params: { itemId: line.id }, body: { quantity } }),
    onMutate: ({ line, quantity }) =>
      shown.change((lines) =>
        lines.flatMap((other) => (other.id !== line.id ? [other] : quantity === 0 ? [] : [{ ...other, quantity }])),
      ),
    onError: (_error, _input, context) => {
      context?.undo();
      toast({ tone: 'failed', title: t('common.error'), text: t('toast.cartQty.failed') });
    },
    onSettled: shown.settle,
  });
}

export function useRemoveLine() {
  const t = useT();
  const shown = useShown();
  const putBack = useMutation({
    mutationKey: ['cart', 'undo'],
    scope,
    mutationFn: (line: CartItem) =>
      api.call(cart.add, { body: { dealId: line.dealId, quantity: line.quantity, sessionId: label() } }),
    onError: () => toast({ tone: 'failed', title: t('common.error'), text: t('toast.cartAdd.failed') }),
    onSettled: shown.settle,
  });
  return useMutation({
    mutationKey: ['cart', 'remove'],
    scope,
    mutationFn: (line: CartItem) => api.call(cart.remove, { params: { itemId: line.id } }),
    onMutate: (line) => shown.change((lines) => lines.filter((other) => other.id !== line.id)),
    onSuccess: (_answer, line) =>
      toast({
        tone: 'done',
        title: t('toast.cartRemove.title'),
        text: t('toast.cartRemove.text'),
        action: { label: t('common.undo'), run: () => putBack.mutate(line) },
      }),
    onError: (_error, _line, context) => {
      context?.undo();
      toast({ tone: 'failed', title: t('common.error'), text: t('toast.cartRemove.failed') });
    },
    onSettled: shown.settle,
  });
}

export function useClearCart() {
  const t = useT();
  const shown = useShown();
  return useMutation({
    mutationKey: ['cart', 'clear'],
    scope,
    mutationFn: () => api.call(cart.clear, { params: { sessionId: label() } }),
    onMutate: () => shown.change(() => []),
    onSuccess: () => toast({ tone: 'done', title: t('toast.cartClear.title'), text: t('toast.cartClear.text') }),
    onError: (_error, _input, context) => {
      context?.undo();
      toast({ tone: 'failed', title: t('common.error'), text: t('toast.cartRemove.failed') });
    },
    onSettled: shown.settle,
  });
}
