/** Changes of the cart, by whoever adds to it or looks at it. */
import { useQueryClient } from '@tanstack/react-query';
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { signInAddress, useTellSessionEnd } from '#web/features/accounts/session-end.ts';
import { titleOf, titlePart } from '#web/features/deals/deal-words.tsx';
import { attemptSettled, storeAttempt, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { announce } from '#web/kit/access/announce.tsx';
import { randomUuid } from '#web/kit/browser.ts';
import { isSignedOut } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { label } from './cart-lines.ts';
import { lineOf } from './cart-mutations.ts';
import type { CartQueue } from './cart-queue.ts';
import { isOrderInProgress, queueOf } from './page-queue.ts';
import { cartQuery } from './use-cart.ts';

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
  const announceQuantity = ({ deal }: CartItem, requested: number) => {
    if (requested === 0) return;
    const key = requested > MAX_QUANTITY ? 'toast.cartQty.most' : 'toast.cartQty.now';
    const text = t(key, { title: titleOf(deal, t), count: Math.min(requested, MAX_QUANTITY) });
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
