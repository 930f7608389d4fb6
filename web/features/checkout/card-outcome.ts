import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import type { Order } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { orderNumberOf } from '#core/domain/order-number.ts';
import { spelled } from '#core/i18n/heard.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { tellTabs } from '#web/kit/tabs.ts';
import { latestToast, leadToastTo, toast } from '#web/kit/toasts.ts';
import { say } from '#web/kit/voice.tsx';
import { userQuery } from '../accounts/use-user.ts';
import { keepConfirmation, keptConfirmation, newConfirmation } from '../orders/confirmation.ts';
import { useLearnOrder } from '../orders/use-orders.ts';
import { forgetPayment, type KeptPayment, keepPayment, keptPayment } from '../payments/kept-payment.ts';
import type { Refused } from './refusal.tsx';

/** How long one waits on the spot, in ms; afterwards it is told wherever one is. */
const PATIENCE_MS = 20_000;

/** Null where it takes too long. */
const soon = <T>(coming: Promise<T>, patience: number): Promise<T | null> =>
  Promise.race([coming, new Promise<null>((resolve) => setTimeout(resolve, patience, null))]);

/** `unpaid`: so far; `unheardOf`: there is no such payment; null: nobody knows, and whoever asked was told so. */
type Found = Order | 'unpaid' | 'unheardOf' | null;

interface Asking {
  /** How often it has to be called unpaid. */
  looks?: number | undefined;
  /** Whether one waits as long as it takes. */
  isPatient?: boolean;
}

/** What became of a payment whose answer was lost: the shop asks the provider. Says no more than is known. */
export function useFindOut(): (payment: KeptPayment, asking?: Asking) => Promise<Found> {
  const t = useT();
  const record = useRecordOrder();
  const lastWords = useLastWords();
  const note = (title: string) => toast({ tone: 'note', title });
  const explain = (payment: KeptPayment, error: unknown): Found => {
    const isOver = isNotPaid(error) || isNotAsAsked(error);
    if (isOver) forgetPayment(payment.paymentIntentId);
    if (isUnknown(error)) return 'unheardOf';
    if (isNotPaid(error)) return 'unpaid';
    const reason = isNotAsAsked(error) && error instanceof ApiError && error.said;
    if (isSignedOut(error)) void lastWords(t('toast.pay.signedOut'));
    note(reason || t(isSignedOut(error) ? 'toast.pay.signedOut' : 'toast.pay.unknown'));
    return null;
  };
  return async (payment, { looks, isPatient = false } = {}) => {
    try {
      const recording = record(payment, looks);
      const order = await (isPatient ? recording : soon(recording, PATIENCE_MS));
      if (order) return order;
    } catch (error) {
      return explain(payment, error);
    }
    if (keptPayment()?.paymentIntentId === payment.paymentIntentId) keepPayment({ ...payment, state: 'unknown' });
    note(t('toast.pay.unknown'));
    return null;
  };
}

/**
 * What is said of a payment where one is sent to sign in, in the place of the message that the session ended. Answers
 * whether it did.
 */
export function useLastWords(): (words: string) => Promise<boolean> {
  const t = useT();
  const queries = useQueryClient();
  const words = useRef('');
  const speak = useEffectEvent(() => {
    const isGuest = queries.getQueryData(userQuery.queryKey) === null;
    if (isGuest && words.current) toast({ tone: 'note', title: t('auth.sessionEnded'), text: words.current });
  });
  useEffect(() => () => speak(), []);
  return async (last) => {
    words.current = last;
    const known = () => queries.getQueryData(userQuery.queryKey);
    // Whoever becomes a guest meanwhile is asked about no more, which ends this question too.
    return (await queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(known)) === null;
  };
}

/** Says that it is paid, with the way to the order, which may still have to be recorded. */
export function useTellPaid(): (recording: Promise<Order>) => void {
  const t = useT();
  const navigate = useNavigate();
  return (recording) => {
    let place = '/profile';
    toast({
      tone: 'done',
      title: t('toast.pay.success.title'),
      text: t('toast.pay.success.text'),
      action: { label: t('orders.view'), run: () => navigate(place), leadsTo: place },
    });
    const message = latestToast();
    recording.then(
      (order) => {
        place = `/orders/${order.id}`;
        leadToastTo(place, message);
        say(`${t('orders.orderId')}: ${spelled(orderNumberOf(order))}`);
      },
      // The profile says what is known.
      () => {},
    );
  };
}

/** Tells an open form why a payment was not made of which nobody knew for a while. */

const forms = new Set<(refused: Refused) => void>();

export function tellForm(refused: Refused): void {
  for (const tell of forms) tell(refused);
}

/** Hears it until the function is called that it returns. */
export function hearLaterRefusals(tell: (refused: Refused) => void): () => void {
  forms.add(tell);
  return () => void forms.delete(tell);
}

/** Between two tries while nobody answers, in ms; the last one again and again. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000];
/** How long it is tried. */
const LATELY_MS = 10 * 60_000;
/** How often it has to be called unpaid: what was sent may still be on its way. */
const LOOKS = 4;

/** Says that it is not paid, which may still change. */
export const isNotPaid = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notPaid' || isUnknown(error);
/** Says that there is no such payment, or none of who asks. */
const isUnknown = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notFound';
/** Says that money came, and not as it was asked for. */
const isNotAsAsked = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notAsAsked';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function insist({ sessionId, paymentIntentId }: KeptPayment, looks: number): Promise<Order> {
  const begun = Date.now();
  for (let attempt = 0, unpaid = 0; ; attempt++) {
    try {
      return await api.call(payments.checkout, { body: { sessionId, paymentIntentId } });
    } catch (error) {
      if (codeOfRefusal(error) === 'payments.notPaid') unpaid += 1;
      const isOver = unpaid >= looks || isUnknown(error) || isNotAsAsked(error) || isSignedOut(error);
      if (isOver || Date.now() - begun > LATELY_MS) throw error;
      await pause(PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0);
    }
  }
}

const underWay = new WeakMap<QueryClient, Map<string, Promise<Order>>>();

/** Records the order of a payment until that is answered; who asks meanwhile hears the same answer. */
export function useRecordOrder(): (payment: KeptPayment, looks?: number) => Promise<Order> {
  const queries = useQueryClient();
  const learn = useLearnOrder();

  async function record(payment: KeptPayment, looks: number): Promise<Order> {
    const order = await insist(payment, looks).catch((error) => {
      if (payment.state === 'paid' && isSignedOut(error)) keepPayment({ ...payment, state: 'signedOut' });
      throw error;
    });
    await learn({ userId: payment.userId, order });
    // The empty cart says what became of it, unless somebody has still to hear what became of an order in cash.
    if ((keptConfirmation()?.state ?? 'made') === 'made')
      keepConfirmation({ ...newConfirmation(payment.userId, []), state: 'made', orderId: order.id, isPaid: true });
    // Not before something else speaks of it.
    forgetPayment(payment.paymentIntentId);
    void queries.invalidateQueries({ queryKey: [urlOf(cart.list, { params: { sessionId: sessionId() } })] });
    tellTabs('cart');
    return order;
  }

  return (payment, looks = LOOKS) => {
    const known = underWay.get(queries) ?? new Map<string, Promise<Order>>();
    underWay.set(queries, known);
    const { paymentIntentId: id } = payment;
    const recording = known.get(id) ?? record(payment, looks).finally(() => known.delete(id));
    known.set(id, recording);
    return recording;
  };
}
