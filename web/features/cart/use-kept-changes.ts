import { useEffect, useEffectEvent } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { useStoredState } from '#web/kit/stored-state.ts';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { useUser } from '../accounts/use-user.ts';
import { whenOver } from '../orders/confirmation.ts';
import type { Intention } from './cart-intentions.ts';
import { type KeptChanges, keptChanges, thisPage } from './kept-changes.ts';
import { useQueue } from './use-cart.ts';

const FAILED = {
  add: 'toast.cartAdd.failed',
  set: 'toast.cartQty.failed',
  remove: 'toast.cartRemove.failed',
  clear: 'toast.cartRemove.failed',
} as const;

/** What who is looking wanted of the cart on a page that was left too early. */
function useOwnChanges(): KeptChanges | null {
  const visitor = useUser();
  const kept = useStoredState(keptChanges);
  return visitor.state === 'user' && kept?.userId === visitor.user.id ? kept : null;
}

export const useHasKeptChanges = (): boolean => useOwnChanges() !== null;

/** Does what was wanted of the cart on a page that was left before the answer, in the order in which it was wanted. */
export function useKeptChanges(): void {
  const t = useT();
  const queue = useQueue();
  const own = useOwnChanges();

  const takeUp = (intention: Intention): void => {
    if (intention.kind === 'order') {
      // Who finds out what became of it makes it at this place.
      queue.hold(whenOver());
      return;
    }
    const done = () =>
      intention.kind === 'add' &&
      toast({ tone: 'done', title: t('toast.cartAdd.title'), text: t('toast.cartAdd.text') });
    queue.want(intention).then(done, (error: unknown) => toastFailure(error, { t, text: t(FAILED[intention.kind]) }));
  };
  const take = useEffectEvent((who: string) =>
    thisPage.take(queue, who, (change, isLate) => {
      if (isLate) toastFailure(null, { t, text: t('toast.cartQty.failed') });
      else takeUp(change);
    }),
  );
  useEffect(() => {
    // Whoever comes back to this page finds them as they were left: told anew, they are another object.
    if (own) void take(own.userId);
  }, [own]);
}
