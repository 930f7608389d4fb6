import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { urlOf } from '#core/contract/call.ts';
import { type CartItem, cart, MAX_QUANTITY } from '#core/contract/cart.ts';
import { announce } from '#web/kit/announce.tsx';
import { api, isSignedOut } from '#web/kit/api.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { broadcast, onBroadcast } from '#web/kit/tabs.ts';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { signInAddress, useTellSessionEnd } from '../accounts/session-end.ts';
import { userQuery, useUser } from '../accounts/use-user.ts';
import { titleOf, titlePart } from '../deals/deal-words.tsx';
import { attemptSettled, isInProgress, storeAttempt, storedAttempt } from '../orders/order-attempt.ts';
import { type CartMutation, lineOf, optimisticLines } from './cart-mutations.ts';
import { type CartCalls, type CartQueue, createCartQueue } from './cart-queue.ts';
import { leavePage, restorePage, useResumeMutations } from './stored-mutations.ts';

const label = () => (typeof window === 'undefined' ? 'session_server' : sessionId());

const calls: CartCalls = {
  list: () => api.call(cart.list, { params: { sessionId: label() } }),
  add: ({ deal, quantity, key }) =>
    api.call(cart.add, { body: { dealId: deal.id, quantity, key, sessionId: label() } }),
  setQuantity: (itemId, quantity) => api.call(cart.update, { params: { itemId }, body: { quantity } }),
  remove: (itemId) => api.call(cart.remove, { params: { itemId } }),
  clear: () => api.call(cart.clear, { params: { sessionId: label() } }),
};

const cartQuery = () =>
  queryOptions({
    queryKey: [urlOf(cart.list, { params: { sessionId: label() } })],
    queryFn: ({ client, signal }) => queueOf(client).list(signal),
  });

const queues = new WeakMap<QueryClient, CartQueue>();

function queueOf(queries: QueryClient): CartQueue {
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
function isOrderInProgress(queries: QueryClient): boolean {
  const last = storedAttempt();
  return last?.userId === queries.getQueryData(userQuery.queryKey)?.id && last !== null && isInProgress(last);
}

function useEnqueue() {
  const t = useT();
  const queries = useQueryClient();
  const queue = queueOf(queries);
  const enqueue: CartQueue['enqueue'] = (mutation) => {
    // Whoever changes the cart has read about the last order.
    if (storedAttempt()?.state === 'made') storeAttempt(null);
    if (isOrderInProgress(queries)) queue.waitForOrder(attemptSettled());
    return queue.enqueue(mutation);
  };
  return {
    queue,
    enqueue,
    add: (deal: CartItem['deal'], quantity: number) =>
      enqueue({ kind: 'add', key: randomUuid(), deal, quantity, sessionId: label() }),
    /** What is being ordered cannot be changed; says so. */
    isLocked() {
      const isOrdering = isOrderInProgress(queries) || queue.pending().some(({ kind }) => kind === 'order');
      if (isOrdering) toast({ tone: 'note', title: t('checkout.underWay') });
      return isOrdering;
    },
    fail: (text: string) => (error: unknown) => toastFailure(error, { t, text }),
  };
}

/** Adds one unit and announces it; resolves to whether it was done. */
export function useAddToCart(): (deal: CartItem['deal']) => Promise<boolean> {
  const t = useT();
  const navigate = useNavigate();
  const { add, fail } = useEnqueue();
  const tellSessionEnd = useTellSessionEnd();
  return async (deal) => {
    try {
      await add(deal, 1);
    } catch (error) {
      // It is added after signing in, as for a guest.
      if (isSignedOut(error)) tellSessionEnd({ address: signInAddress(`/deal/${deal.id}`, deal.id), comesBack: true });
      else fail(t('toast.cartAdd.failed'))(error);
      return false;
    }
    toast({
      tone: 'done',
      title: t('toast.cartAdd.title'),
      text: t('toast.cartAdd.text'),
      action: { label: t('toast.cartAdd.view'), run: () => void navigate('/cart'), leadsTo: '/cart' },
    });
    return true;
  };
}

/** Changes of the cart: shown at once, rolled back with a reason when they are refused. */
export function useCartChanges() {
  const t = useT();
  const queries = useQueryClient();
  const { queue, enqueue, add, isLocked, fail } = useEnqueue();
  const undo = ({ deal, quantity }: CartItem) => {
    const onDone = () =>
      announce(t('toast.cartRemove.undone', { title: titleOf(deal, t) }), { part: titlePart(deal, t) });
    void add(deal, quantity).then(onDone, fail(t('toast.cartAdd.failed')));
  };
  const announceQuantity = ({ deal }: CartItem, wanted: number) => {
    if (wanted === 0) return;
    const key = wanted > MAX_QUANTITY ? 'toast.cartQty.most' : 'toast.cartQty.now';
    const text = t(key, { title: titleOf(deal, t), count: Math.min(wanted, MAX_QUANTITY) });
    announce(text, { about: `line ${deal.id}`, part: titlePart(deal, t) });
  };
  const toastRemoved = (line: CartItem) =>
    toast({
      tone: 'done',
      title: t('toast.cartRemove.title'),
      text: t('toast.cartRemove.text'),
      // Focus is on the next line by then.
      announceFirst: titlePart(line.deal, t),
      // What cannot be bought cannot be added again.
      action: line.unavailable ? undefined : { label: t('common.undo'), run: () => undo(line) },
    });

  return {
    /** One unit more or less than shown. */
    step(dealId: string, by: 1 | -1): void {
      if (isLocked()) return;
      const line = lineOf(queue.lines() ?? [], dealId);
      if (!line) {
        // Another tab has removed it.
        fail(t('toast.cartQty.failed'))(null);
        void queries.invalidateQueries(cartQuery());
        return;
      }
      const quantity = line.quantity + by;
      announceQuantity(line, quantity);
      if (quantity > MAX_QUANTITY) return;
      const done = enqueue({ kind: 'set', dealId, quantity });
      void done.then(() => quantity === 0 && toastRemoved(line), fail(t('toast.cartQty.failed')));
    },
    remove(line: CartItem): void {
      if (isLocked()) return;
      void enqueue({ kind: 'remove', dealId: line.dealId }).then(
        () => toastRemoved(line),
        fail(t('toast.cartRemove.failed')),
      );
    },
    clear(): void {
      if (isLocked()) return;
      const cleared = () => toast({ tone: 'done', title: t('toast.cartClear.title'), text: t('toast.cartClear.text') });
      void enqueue({ kind: 'clear' }).then(cleared, fail(t('toast.cartClear.failed')));
    },
  };
}
