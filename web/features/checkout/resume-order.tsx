import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useHasStoredMutations } from '../cart/stored-mutations.ts';
import { useCart } from '../cart/use-cart.ts';
import {
  isInProgress,
  isLate,
  type OrderAttempt,
  storeAttempt,
  storedAttempt,
  useOrderAttempt,
  withAttemptLock,
} from '../orders/order-attempt.ts';
import { orderOfKeyQuery, useAddOrder } from '../orders/use-orders.ts';
import { useAnnounceOrder, useConfirmOrder } from './use-confirm-order.ts';

/** Polling interval while the server does not answer, in ms. */
const POLL_MS = 15_000;

/**
 * Resolves an order attempt whose response nobody here has received. One in progress when its page was left is sent again
 * with its idempotency key; any other was reported as not made, so the server is only asked whether it made an order.
 */
export function ResumeOrder() {
  const hasStoredMutations = useHasStoredMutations();
  const attempt = useOrderAttempt();
  const confirmOrder = useConfirmOrder();
  const key = attempt?.key;
  const isPending = attempt !== null && isInProgress(attempt);

  const sendAgain = useEffectEvent((which: string) => {
    void withAttemptLock(async () => {
      const now = storedAttempt();
      if (now?.key === which && isInProgress(now)) await confirmOrder(now);
    });
  });
  useEffect(() => {
    // Cart mutations from before the order are sent first.
    if (key && isPending && !hasStoredMutations) sendAgain(key);
  }, [key, isPending, hasStoredMutations]);
  return attempt && attempt.state !== 'made' && !isPending ? <Inquiry attempt={attempt} /> : null;
}

/** Asks whether the attempt made an order until that is answered, and announces it. */
function Inquiry({ attempt }: { attempt: OrderAttempt }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const announce = useAnnounceOrder();
  const addOrder = useAddOrder();
  const { refetch } = useCart();
  const { data } = useQuery({
    ...orderOfKeyQuery(attempt.key),
    refetchInterval: ({ state }) => (state.status === 'error' && !isLate(attempt) ? POLL_MS : false),
  });

  const announceNone = () => {
    storeAttempt(null);
    const isSignedOut = attempt.state === 'signedOut';
    if (isLate(attempt) || !(isSignedOut || attempt.state === 'unknown')) return;
    const toCheckout = { label: t('cart.checkout'), run: () => navigate('/checkout'), leadsTo: '/checkout' };
    toast({
      tone: 'failed',
      title: t('common.error'),
      text: t(isSignedOut ? 'toast.cash.signedOut' : 'toast.cash.failed'),
      action: isSignedOut && pathname !== '/checkout' ? toCheckout : undefined,
    });
  };
  const onAnswer = useEffectEvent(() => {
    if (data === undefined) return;
    if (data === null) return announceNone();
    void addOrder({ userId: attempt.userId, order: data });
    announce(attempt, data);
    void refetch();
  });
  // Whoever has just signed in is redirected at once, and reads it on the next page.
  const isRedirected = pathname === '/login';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what it waits for
  useEffect(() => {
    if (!isRedirected) onAnswer();
  }, [data, isRedirected]);
  return null;
}
