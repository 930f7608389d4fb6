import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useCart } from '#web/features/cart/use-cart.ts';
import { useHasKeptChanges, useKeptChanges } from '#web/features/cart/use-kept-changes.ts';
import {
  type Confirmation,
  inTurn,
  isLate,
  isUnderWay,
  keepConfirmation,
  keptConfirmation,
  useConfirmation,
} from '#web/features/orders/confirmation.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useConfirmOrder } from './use-confirm-order.ts';

/** What is under way for so long that nobody waits for it is no longer. */
const stateOf = (confirmation: Confirmation) =>
  confirmation.state === 'underWay' && !isUnderWay(confirmation) ? 'late' : confirmation.state;

/**
 * Finds out what became of a confirmation whose answer nobody here has heard. One that was under way when its page was
 * left is sent again, since somebody wanted it and was told nothing else. One that was called failed must not make an
 * order any more: it is asked about when the cart is empty, and forgotten when it is not. Of one that was refused because its
 * person had been signed out they hear when they are back.
 */
export function UnansweredOrder() {
  useKeptChanges();
  const hasKeptChanges = useHasKeptChanges();
  const t = useT();
  const navigate = useNavigate();
  const confirmation = useConfirmation();
  const confirmOrder = useConfirmOrder();
  const { lines, asOf } = useCart();
  const asked = useRef(new Set<string>());
  const { key, at } = confirmation ?? {};
  const state = confirmation && stateOf(confirmation);

  const ask = useEffectEvent((which: string) => {
    if (asked.current.has(which)) return;
    asked.current.add(which);
    void inTurn(async () => {
      const now = keptConfirmation();
      if (now && `${now.key} ${stateOf(now)}` === which) await confirmOrder(now);
    });
  });
  const forget = (which: Confirmation) => {
    keepConfirmation(null);
    if (which.state !== 'signedOut' || isLate(which)) return;
    const action = { label: t('cart.checkout'), run: () => navigate('/checkout'), leadsTo: '/checkout' };
    toast({ tone: 'failed', title: t('common.error'), text: t('toast.cash.signedOut'), action });
  };
  const look = useEffectEvent(() => {
    // An order that waited for changes waits for them still.
    if (!confirmation || confirmation.state === 'made' || hasKeptChanges) return;
    if (state === 'underWay') ask(`${key} underWay`);
    else if (!lines || asOf < confirmation.at) return;
    else if (lines.length > 0) forget(confirmation);
    else ask(`${key} ${state}`);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may be what it waits for
  useEffect(() => look(), [key, state, at, lines, asOf, hasKeptChanges]);
  return null;
}
