/** The cart as the screens use it. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { urlOf } from '#core/contract/call.ts';
import { type CartItem, cart, MAX_QUANTITY } from '#core/contract/cart.ts';
import { api, isSignedOut } from '#web/kit/api.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { broadcast, onBroadcast } from '#web/kit/tabs.ts';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { signInAddress } from '../accounts/sign-in-address.ts';
import { useTellSessionEnd } from '../accounts/use-tell-session-end.ts';
import { userQuery, useUser } from '../accounts/use-user.ts';
import { isUnderWay, keepConfirmation, keptConfirmation, whenOver } from '../orders/confirmation.ts';
import { type Intention, lineOf, shownOf } from './cart-intentions.ts';
import { type CartQueue, createCartQueue } from './cart-queue.ts';
import type { CartCalls } from './cart-sender.ts';
import { thisPage } from './kept-changes.ts';
import { useLineVoice } from './use-line-voice.ts';

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
  const made = createCartQueue({ queries, queryKey, calls, onDone: () => broadcast('cart') });
  const hear = () => onBroadcast('cart', () => void queries.invalidateQueries({ queryKey: queryKey() }));
  const queue = { ...made, subscribe: whileWatched(made.subscribe, hear) };
  queues.set(queries, queue);
  if (typeof window !== 'undefined') surviveLeaving(queries, queue);
  const ours = urlOf(cart.list, { params: { sessionId: '' } });
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && String(query.queryKey[0]).startsWith(ours)) queue.forget();
  });
  return queue;
}

/** Subscribes; from the first listener to the last goes on what `begin` begins, and answers how to end. */
function whileWatched(subscribe: CartQueue['subscribe'], begin: () => () => void): CartQueue['subscribe'] {
  let watching = 0;
  let end = () => {};
  return (listener) => {
    const leave = subscribe(listener);
    if (watching === 0) end = begin();
    watching += 1;
    return () => {
      leave();
      watching -= 1;
      if (watching === 0) end();
    };
  };
}

function surviveLeaving(queries: QueryClient, queue: CartQueue): void {
  window.addEventListener('pagehide', () => thisPage.leave(queue, queries.getQueryData(userQuery.queryKey)?.id));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) thisPage.comeBack(queue);
  });
}

const NOTHING: readonly Intention[] = [];

export const useQueue = () => queueOf(useQueryClient());

/**
 * The lines as the screen shows them, undefined while they are not known; `asOf` is when the server last told them, ms.
 * They are settled once the server has answered all that was changed.
 */
export function useCart() {
  const visitor = useUser();
  const queue = useQueue();
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...cartQuery(), enabled: visitor.state === 'user' });
  const pending = useSyncExternalStore(queue.subscribe, queue.pending, () => NOTHING);
  // Others may have asked for them before this hydrates, and the server's HTML knows nobody.
  const known = visitor.state === 'user' ? data : undefined;
  const lines = useMemo(() => known && shownOf(known, pending), [known, pending]);
  const isSettled = pending.length === 0;
  const isOrdering = pending.some(({ kind }) => kind === 'order');
  return { lines, asOf: dataUpdatedAt, isSettled, isOrdering, error, refetch };
}

/** Orders what the screen shows, once what was changed before is done. */
export function useOrderCart(): CartQueue['order'] {
  return useQueue().order;
}

/** Whether an order of who is looking is, in any tab. */
function isOfViewerUnderWay(queries: QueryClient): boolean {
  const last = keptConfirmation();
  return last?.userId === queries.getQueryData(userQuery.queryKey)?.id && last !== null && isUnderWay(last);
}

/** What can be done to the cart: shown at once, put back with a reason when it is refused. */
export function useCartChanges() {
  const t = useT();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const queue = queueOf(queries);
  const tellSessionEnd = useTellSessionEnd();
  const { sayQuantity, sayBack, sayRemoved } = useLineVoice();
  const want: CartQueue['want'] = (intention) => {
    // Whoever goes on with the cart has heard of the last order.
    if (keptConfirmation()?.state === 'made') keepConfirmation(null);
    if (isOfViewerUnderWay(queries)) queue.hold(whenOver());
    return queue.want(intention);
  };
  /** What is being ordered stays as it was shown; says so. */
  const isBeingOrdered = () => {
    const isIt = isOfViewerUnderWay(queries) || queue.pending().some(({ kind }) => kind === 'order');
    if (isIt) toast({ tone: 'note', title: t('checkout.underWay') });
    return isIt;
  };

  const fail = (text: string) => (error: unknown) => toastFailure(error, { t, text });
  const add = (deal: CartItem['deal'], quantity: number) =>
    want({ kind: 'add', key: randomUuid(), deal, quantity, sessionId: label() });
  const putBack = (line: CartItem) =>
    void add(line.deal, line.quantity).then(() => sayBack(line), fail(t('toast.cartAdd.failed')));

  return {
    /** Resolves to whether it was done. */
    add: (deal: CartItem['deal']): Promise<boolean> =>
      add(deal, 1).then(
        () => {
          toast({
            tone: 'done',
            title: t('toast.cartAdd.title'),
            text: t('toast.cartAdd.text'),
            action: { label: t('toast.cartAdd.view'), run: () => void navigate('/cart'), leadsTo: '/cart' },
          });
          return true;
        },
        (error) => {
          // It is added on the way back, as for a guest.
          if (isSignedOut(error))
            tellSessionEnd({ address: signInAddress(`/deal/${deal.id}`, deal.id), comesBack: true });
          else fail(t('toast.cartAdd.failed'))(error);
          return false;
        },
      ),
    /** One unit more or less than the screen shows; less than one is none. */
    step(dealId: string, by: 1 | -1): void {
      if (isBeingOrdered()) return;
      const line = lineOf(queue.shown() ?? [], dealId);
      if (!line) {
        // The screen is older than the cart, which another tab has changed.
        fail(t('toast.cartQty.failed'))(null);
        void queries.invalidateQueries(cartQuery());
        return;
      }
      const quantity = line.quantity + by;
      sayQuantity(line, quantity);
      if (quantity > MAX_QUANTITY) return;
      const done = want({ kind: 'set', dealId, quantity });
      void done.then(() => quantity === 0 && sayRemoved(line, putBack), fail(t('toast.cartQty.failed')));
    },
    remove(line: CartItem): void {
      if (isBeingOrdered()) return;
      void want({ kind: 'remove', dealId: line.dealId }).then(
        () => sayRemoved(line, putBack),
        fail(t('toast.cartRemove.failed')),
      );
    },
    clear(): void {
      if (isBeingOrdered()) return;
      const cleared = () => toast({ tone: 'done', title: t('toast.cartClear.title'), text: t('toast.cartClear.text') });
      void want({ kind: 'clear' }).then(cleared, fail(t('toast.cartClear.failed')));
    },
  };
}
