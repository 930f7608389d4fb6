import { isCancelledError } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import type { Order } from '#core/contract/orders.ts';
import { spelled } from '#core/i18n/heard.ts';
import { signInAddress } from '#web/features/accounts/sign-in-address.ts';
import { useTellSessionEnd } from '#web/features/accounts/use-tell-session-end.ts';
import { useOrderCart } from '#web/features/cart/use-cart.ts';
import { type Confirmation, inTurn, keepConfirmation, keptConfirmation } from '#web/features/orders/confirmation.ts';
import { useFindMade, usePayCash } from '#web/features/orders/use-orders.ts';
import { isSignedOut } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';

/** Of these alone one knows that there is no order: others may be about a repetition of a confirmation that made one. */
const wasNotMade = (error: unknown) => error instanceof ApiError && [400, 409].includes(error.status);

/** Keeps the outcome of a confirmation, unless it was forgotten or another one is kept by now. */
function settle({ key }: Confirmation, outcome: Confirmation | null): void {
  if (keptConfirmation()?.key === key) keepConfirmation(outcome);
}

/** Tells that an order was made; answers it, unless it was taken back since. */
export function useTellMade(): (confirmation: Confirmation, order: Order) => Order | null {
  const t = useT();
  const navigate = useNavigate();
  return (confirmation, order) => {
    const isOver = order.status === 'failed';
    settle(confirmation, isOver ? null : { ...confirmation, state: 'made', orderId: order.id });
    if (isOver) return null;
    toast({
      tone: 'done',
      title: t('toast.cash.success.title'),
      text: t('toast.cash.success.text'),
      announceFirst: { text: `${t('orders.purchaseId')}: ${spelled(order.stripePaymentIntentId)}` },
      action: {
        label: t('orders.view'),
        run: () => navigate(`/orders/${order.id}`),
        leadsTo: `/orders/${order.id}`,
      },
    });
    return order;
  };
}

interface Outcome {
  made: Order | null;
  /** Why it was refused. */
  refusal?: string | null;
}

/** Makes the order of what the cart shows; wherever one is by then, one hears how it went. */
export function useConfirmOrder(): (confirmation: Confirmation) => Promise<Outcome> {
  const t = useT();
  const navigate = useNavigate();
  const order = useOrderCart();
  const payCash = usePayCash();
  const findMade = useFindMade();
  const tellSessionEnd = useTellSessionEnd();
  const tellMade = useTellMade();

  /** Whoever was signed out meanwhile, here or in another tab, is told of the order at the door where they stand. */
  function paying(confirmation: Confirmation) {
    // What was sent on a page before may have been heard.
    let isInDoubt = confirmation.isSent === true;
    let isSent = isInDoubt;
    const pay = async () => {
      isSent = true;
      settle(confirmation, { ...confirmation, state: 'underWay', isSent });
      try {
        return await payCash(confirmation);
      } catch (error) {
        const text = t(isInDoubt ? 'toast.cash.signedOutUnknown' : 'toast.cash.signedOut');
        if (isSignedOut(error)) tellSessionEnd({ text, address: signInAddress('/checkout') });
        isInDoubt ||= !isRefusal(error);
        throw error;
      }
    };
    return { pay, isSent: () => isSent, isInDoubt: () => isInDoubt };
  }

  /** Where one makes room for another order. */
  const wayOut = (error: unknown) =>
    error instanceof ApiError && error.code === 'orders.tooManyOpen'
      ? { label: t('orders.open'), run: () => void navigate('/profile'), leadsTo: '/profile' }
      : undefined;

  /** What came of it though nobody answered; null where it made nothing, undefined where that cannot be told either. */
  const lookFor = (confirmation: Confirmation) => findMade(confirmation).catch(() => undefined);

  async function confirm(confirmation: Confirmation): Promise<Outcome> {
    const { pay, isSent, isInDoubt } = paying(confirmation);
    try {
      return { made: tellMade(confirmation, await order(pay)) };
    } catch (error) {
      if (isCancelledError(error)) return { made: null };
      // A change of the cart that it waited for failed, and it with it.
      const isUnsent = !isSent() && !isSignedOut(error);
      const isNotMade = isUnsent || wasNotMade(error);
      const isSure = isNotMade || isSignedOut(error);
      const made = isSure ? null : await lookFor(confirmation);
      // Whoever left meanwhile took it along.
      if (keptConfirmation()?.key !== confirmation.key) return { made: null };
      if (made) return { made: tellMade(confirmation, made) };
      if (made === undefined) {
        settle(confirmation, { ...confirmation, state: 'unknown' });
        toast({ tone: 'note', title: t('toast.cash.unknown') });
        return { made: null };
      }
      const state = isSignedOut(error) ? 'signedOut' : 'doubted';
      settle(confirmation, isNotMade ? null : { ...confirmation, state, isSent: isInDoubt() });
      const refusal = toastFailure(error, {
        t,
        text: t(isUnsent ? 'toast.cash.unsent' : 'toast.cash.failed'),
        action: wayOut(error),
      });
      return { made: null, refusal };
    }
  }

  return (confirmation) => {
    const outcome = confirm(confirmation);
    void inTurn(() => outcome);
    keepConfirmation({ ...confirmation, state: 'underWay' });
    return outcome;
  };
}
