import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useCart } from '../cart/use-cart.ts';
import { useHasKeptChanges } from '../cart/use-kept-changes.ts';
import {
  type Confirmation,
  inTurn,
  isLate,
  isUnderWay,
  keepConfirmation,
  keptConfirmation,
  useConfirmation,
} from '../orders/confirmation.ts';
import { madeByQuery, useLearnOrder } from '../orders/use-orders.ts';
import { useConfirmOrder, useTellMade } from './use-confirm-order.ts';

/** While nobody answers what became of it, it is asked as often as this, in ms. */
const ASK_MS = 15_000;

/**
 * Finds out what became of a confirmation whose answer nobody here has heard. One that was under way when its page was
 * left is sent again, since somebody wanted it and was told nothing else. Any other must not make an order any more: the
 * server is asked whether it made one.
 */
export function UnansweredOrder() {
  const hasKeptChanges = useHasKeptChanges();
  const confirmation = useConfirmation();
  const confirmOrder = useConfirmOrder();
  const key = confirmation?.key;
  const isWaitedFor = confirmation !== null && isUnderWay(confirmation);

  const sendAgain = useEffectEvent((which: string) => {
    void inTurn(async () => {
      const now = keptConfirmation();
      if (now?.key === which && isUnderWay(now)) await confirmOrder(now);
    });
  });
  useEffect(() => {
    // An order that waited for changes waits for them still.
    if (key && isWaitedFor && !hasKeptChanges) sendAgain(key);
  }, [key, isWaitedFor, hasKeptChanges]);
  return confirmation && confirmation.state !== 'made' && !isWaitedFor ? <Inquiry confirmation={confirmation} /> : null;
}

/** Asks whether it made an order until that is answered, and says so. */
function Inquiry({ confirmation }: { confirmation: Confirmation }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const tellMade = useTellMade();
  const learnOrder = useLearnOrder();
  const { refetch } = useCart();
  const { data } = useQuery({
    ...madeByQuery(confirmation.key),
    refetchInterval: ({ state }) => (state.status === 'error' && !isLate(confirmation) ? ASK_MS : false),
  });

  const forget = () => {
    keepConfirmation(null);
    if (isLate(confirmation)) return;
    if (confirmation.state === 'unknown')
      toast({ tone: 'failed', title: t('common.error'), text: t('toast.cash.failed') });
    if (confirmation.state !== 'signedOut') return;
    const action =
      pathname === '/checkout'
        ? undefined
        : { label: t('cart.checkout'), run: () => navigate('/checkout'), leadsTo: '/checkout' };
    toast({ tone: 'failed', title: t('common.error'), text: t('toast.cash.signedOut'), action });
  };
  const hear = useEffectEvent(() => {
    if (data === undefined) return;
    if (data === null) return forget();
    void learnOrder({ userId: confirmation.userId, order: data });
    tellMade(confirmation, data);
    void refetch();
  });
  // Whoever has just signed in is led on at once, and hears it where they arrive.
  const isLedOn = pathname === '/login';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what it waits for
  useEffect(() => {
    if (!isLedOn) hear();
  }, [data, isLedOn]);
  return null;
}
