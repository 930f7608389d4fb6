import { isCancelledError, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import type { Order } from '#core/contract/orders.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { signInAddress, useTellSessionEnd } from '#web/features/accounts/session-end.ts';
import { useOrderCart } from '#web/features/cart/page-queue.ts';
import { useHasStoredMutations } from '#web/features/cart/stored-mutations.ts';
import { useCart } from '#web/features/cart/use-cart.ts';
import {
  isInProgress,
  isLate,
  type OrderAttempt,
  storeAttempt,
  storedAttempt,
  useOrderAttempt,
  withAttemptLock,
} from '#web/features/orders/order-attempt.ts';
import { orderOfKeyQuery, useAddOrder, useFindOrder, usePayCash } from '#web/features/orders/use-orders.ts';
import { isSignedOut } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';

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

/** Only these responses prove that there is no order: others may answer a repetition of an attempt that made one. */
const provesNoOrder = (error: unknown) => error instanceof ApiError && [400, 409].includes(error.status);

/** Stores the outcome of an attempt, unless it was forgotten or replaced meanwhile. */
function settle({ key }: OrderAttempt, outcome: OrderAttempt | null): void {
  if (storedAttempt()?.key === key) storeAttempt(outcome);
}

/** Announces that an order was made and returns it; null if it was canceled since. */
function useAnnounceOrder(): (attempt: OrderAttempt, order: Order) => Order | null {
  const t = useT();
  const navigate = useNavigate();
  return (attempt, order) => {
    const isOver = order.status === 'failed';
    settle(attempt, isOver ? null : { ...attempt, state: 'made', orderId: order.id });
    if (isOver) return null;
    const address = `/orders/${order.id}`;
    toast({
      tone: 'done',
      title: t('toast.cash.success.title'),
      text: t('toast.cash.success.text'),
      announceFirst: { text: `${t('orders.purchaseId')}: ${spelled(order.stripePaymentIntentId)}` },
      action: { label: t('orders.view'), run: () => navigate(address), leadsTo: address },
    });
    return order;
  };
}

interface Outcome {
  made: Order | null;
  /** Why it was refused. */
  refusal?: string | null;
}

/** Sends an attempt; whoever was signed out meanwhile, here or in another tab, is told about the order at the sign-in page. */
function useSendAttempt() {
  const t = useT();
  const payCash = usePayCash();
  const tellSessionEnd = useTellSessionEnd();
  return (attempt: OrderAttempt) => {
    // A request sent by an earlier page may have reached the server.
    const sent = { isSent: attempt.isSent === true, isUncertain: attempt.isSent === true };
    const send = async () => {
      sent.isSent = true;
      settle(attempt, { ...attempt, state: 'pending', isSent: true });
      try {
        return await payCash(attempt);
      } catch (error) {
        const text = t(sent.isUncertain ? 'toast.cash.signedOutUnknown' : 'toast.cash.signedOut');
        if (isSignedOut(error)) tellSessionEnd({ text, address: signInAddress('/checkout') });
        sent.isUncertain ||= !isRefusal(error);
        throw error;
      }
    };
    return { send, sent };
  };
}

/** Makes the order of what the cart shows; the outcome is announced on whatever page one is by then. */
export function useConfirmOrder(): (attempt: OrderAttempt) => Promise<Outcome> {
  const t = useT();
  const navigate = useNavigate();
  const order = useOrderCart();
  const sendAttempt = useSendAttempt();
  const findOrder = useFindOrder();
  const announce = useAnnounceOrder();

  async function confirm(attempt: OrderAttempt): Promise<Outcome> {
    const { send, sent } = sendAttempt(attempt);
    try {
      return { made: announce(attempt, await order(send)) };
    } catch (error) {
      if (isCancelledError(error)) return { made: null };
      // A cart mutation that it waited for failed, and the order with it.
      const isUnsent = !sent.isSent && !isSignedOut(error);
      const isNotMade = isUnsent || provesNoOrder(error);
      // Null where it made nothing, undefined where nobody can tell.
      const made = isNotMade || isSignedOut(error) ? null : await findOrder(attempt).catch(() => undefined);
      if (storedAttempt()?.key !== attempt.key) return { made: null };
      if (made) return { made: announce(attempt, made) };
      if (made === undefined) {
        settle(attempt, { ...attempt, state: 'unknown' });
        toast({ tone: 'note', title: t('toast.cash.unknown') });
        return { made: null };
      }
      const state = isSignedOut(error) ? 'signedOut' : 'failed';
      settle(attempt, isNotMade ? null : { ...attempt, state, isSent: sent.isUncertain });
      const text = t(isUnsent ? 'toast.cash.unsent' : 'toast.cash.failed');
      const isLimit = error instanceof ApiError && error.code === 'orders.tooManyOpen';
      const toProfile = { label: t('orders.open'), run: () => void navigate('/profile'), leadsTo: '/profile' };
      return { made: null, refusal: toastFailure(error, { t, text, action: isLimit ? toProfile : undefined }) };
    }
  }

  return (attempt) => {
    const outcome = confirm(attempt);
    void withAttemptLock(() => outcome);
    storeAttempt({ ...attempt, state: 'pending' });
    return outcome;
  };
}

/** Whether an order is in progress: here, in another tab, or on a page that was left before the response. */
export function useIsOrdering(): boolean {
  const { isOrdering } = useCart();
  const attempt = useOrderAttempt();
  return isOrdering || (attempt !== null && isInProgress(attempt));
}

/** What stands in the place of an empty cart while the outcome of its order is not known. */
export function useOrderNews(): 'checkout.underWay' | 'toast.cash.unknown' | null {
  const isOrdering = useIsOrdering();
  const isUnknown = useOrderAttempt()?.state === 'unknown';
  if (isOrdering) return 'checkout.underWay';
  return isUnknown ? 'toast.cash.unknown' : null;
}
