/** What became of a card payment: asks the server until it has recorded the order, and tells whoever paid. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import type { Order } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { newAttempt, storeAttempt, storedAttempt } from '#web/features/orders/order-attempt.ts';
import { useAddOrder } from '#web/features/orders/use-orders.ts';
import {
  forgetPayment,
  type PendingPayment,
  storedPayment,
  storePayment,
  usePendingPayment,
} from '#web/features/payments/pending-payment.ts';
import { announce } from '#web/kit/access/announce.tsx';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/data/api.ts';
import { broadcast, withTabLock } from '#web/kit/data/tabs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { latestToast, setToastTarget, toast } from '#web/kit/toasts.ts';
import type { Refused } from './order-summary.tsx';

/** Backoff between retries without a response, in ms; the last one repeats. */
const BACKOFF = [1000, 2000, 4000, 8000, 15_000];
/** After this long it is no longer retried, in ms. */
const GIVE_UP_MS = 10 * 60_000;
/** How many answers "not paid" are believed: a payment may still be on its way. */
const MAX_UNPAID_ANSWERS = 4;
/** How long whoever pays waits on the page, in ms; later the outcome is announced wherever they are. */
const TIMEOUT_MS = 20_000;

/** The payment is not paid, which may still change; or it does not exist. */
const isNotPaid = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notPaid' || isNotFound(error);
/** There is no such payment, or it is somebody else's. */
const isNotFound = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notFound';
/** Paid, but not as requested. */
const isMismatch = (error: unknown): boolean => codeOfRefusal(error) === 'payments.notAsAsked';

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

async function requestOrder({ sessionId, paymentIntentId }: PendingPayment, maxUnpaid: number): Promise<Order> {
  const begun = Date.now();
  for (let attempt = 0, unpaid = 0; ; attempt++) {
    try {
      return await api.call(payments.checkout, { body: { sessionId, paymentIntentId } });
    } catch (error) {
      if (codeOfRefusal(error) === 'payments.notPaid') unpaid += 1;
      const isFinal = unpaid >= maxUnpaid || isNotFound(error) || isMismatch(error) || isSignedOut(error);
      if (isFinal || Date.now() - begun > GIVE_UP_MS) throw error;
      await wait(BACKOFF[Math.min(attempt, BACKOFF.length - 1)] ?? 0);
    }
  }
}

const inFlight = new WeakMap<QueryClient, Map<string, Promise<Order>>>();

/** Records the order of a payment, with retries; concurrent calls for one payment share the answer. */
export function useRecordOrder(): (payment: PendingPayment, maxUnpaid?: number) => Promise<Order> {
  const queries = useQueryClient();
  const addOrder = useAddOrder();

  async function record(payment: PendingPayment, maxUnpaid: number): Promise<Order> {
    const order = await requestOrder(payment, maxUnpaid).catch((error) => {
      if (payment.state === 'paid' && isSignedOut(error)) storePayment({ ...payment, state: 'signedOut' });
      throw error;
    });
    await addOrder({ userId: payment.userId, order });
    // The empty cart tells about it, unless a cash order has still to be resolved.
    if ((storedAttempt()?.state ?? 'made') === 'made')
      storeAttempt({ ...newAttempt(payment.userId, []), state: 'made', orderId: order.id, isPaid: true });
    forgetPayment(payment.paymentIntentId);
    void queries.invalidateQueries({ queryKey: [urlOf(cart.list, { params: { sessionId: sessionId() } })] });
    broadcast('cart');
    return order;
  }

  return (payment, maxUnpaid = MAX_UNPAID_ANSWERS) => {
    const known = inFlight.get(queries) ?? new Map<string, Promise<Order>>();
    inFlight.set(queries, known);
    const { paymentIntentId: id } = payment;
    const recording = known.get(id) ?? record(payment, maxUnpaid).finally(() => known.delete(id));
    known.set(id, recording);
    return recording;
  };
}

/** `unpaid`: so far; `notFound`: there is no such payment; null: unknown, and whoever asked was told so. */
type Resolution = Order | 'unpaid' | 'notFound' | null;

interface Options {
  maxUnpaid?: number | undefined;
  /** Waits as long as it takes. */
  isPatient?: boolean;
}

/** Finds out what became of a payment whose response was lost. */
export function useResolvePayment(): (payment: PendingPayment, options?: Options) => Promise<Resolution> {
  const t = useT();
  const record = useRecordOrder();
  const notifyIfSignedOut = useSignedOutNotice();
  const note = (title: string) => toast({ tone: 'note', title });
  const explain = (payment: PendingPayment, error: unknown): Resolution => {
    if (isNotPaid(error) || isMismatch(error)) forgetPayment(payment.paymentIntentId);
    if (isNotFound(error)) return 'notFound';
    if (isNotPaid(error)) return 'unpaid';
    const reason = isMismatch(error) && error instanceof ApiError && error.said;
    if (isSignedOut(error)) void notifyIfSignedOut(t('toast.pay.signedOut'));
    note(reason || t(isSignedOut(error) ? 'toast.pay.signedOut' : 'toast.pay.unknown'));
    return null;
  };
  return async (payment, { maxUnpaid, isPatient = false } = {}) => {
    try {
      const recording = record(payment, maxUnpaid);
      const order = await (isPatient ? recording : Promise.race([recording, wait(TIMEOUT_MS)]));
      if (order) return order;
    } catch (error) {
      return explain(payment, error);
    }
    if (storedPayment()?.paymentIntentId === payment.paymentIntentId) storePayment({ ...payment, state: 'unknown' });
    note(t('toast.pay.unknown'));
    return null;
  };
}

/**
 * Replaces the message that the session ended by one about the payment, once the page is left for the sign-in page.
 * Resolves to whether the user is signed out.
 */
export function useSignedOutNotice(): (text: string) => Promise<boolean> {
  const t = useT();
  const queries = useQueryClient();
  const notice = useRef('');
  const show = useEffectEvent(() => {
    const isGuest = queries.getQueryData(userQuery.queryKey) === null;
    if (isGuest && notice.current) toast({ tone: 'note', title: t('auth.sessionEnded'), text: notice.current });
  });
  useEffect(() => () => show(), []);
  return async (text) => {
    notice.current = text;
    // The query is canceled when the user becomes a guest meanwhile.
    const known = () => queries.getQueryData(userQuery.queryKey);
    return (await queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(known)) === null;
  };
}

/** Announces that it is paid, with a link to the order, which may still have to be recorded. */
export function useAnnouncePayment(): (recording: Promise<Order>) => void {
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
        setToastTarget(place, message);
        announce(`${t('orders.orderId')}: ${spelled(orderNumberOf(order))}`);
      },
      // The profile shows what is known.
      () => {},
    );
  };
}

const forms = new Set<(refused: Refused) => void>();

/** Tells an open payment form why a payment was not made whose outcome was unknown for a while. */
function notifyForms(refused: Refused): void {
  for (const notify of forms) notify(refused);
}

/** Returns the unsubscribe function. */
export function onLaterRefusal(listener: (refused: Refused) => void): () => void {
  forms.add(listener);
  return () => void forms.delete(listener);
}

/** Resolves a payment whose page was left before its order was recorded, unless another tab does. */
export function ResumePayment() {
  const t = useT();
  const { search } = useLocation();
  const record = useRecordOrder();
  const resolvePayment = useResolvePayment();
  const announce = useAnnouncePayment();
  const payment = usePendingPayment();
  const id = payment?.paymentIntentId;
  // The return page from the bank resolves it itself.
  const isReturn = new URLSearchParams(search).has('payment_intent');

  const resume = useEffectEvent(async (left: PendingPayment) => {
    // It was announced as paid already.
    if (left.state === 'paid') {
      await record(left).catch((error) => isNotPaid(error) && forgetPayment(left.paymentIntentId));
      return;
    }
    const found = await resolvePayment(left, { isPatient: true });
    if (typeof found === 'object') {
      if (found) announce(Promise.resolve(found));
    } else if (left.state === 'unknown' || found === 'unpaid') {
      // If nobody was told of it yet, the bank's page was left with the Back button.
      const reason = t(left.state === 'unknown' ? 'checkout.cardError.lost' : 'checkout.cardError.left');
      toast({ tone: 'note', title: reason });
      notifyForms({ reason, saidIn: latestToast() });
    }
  });
  useEffect(() => {
    if (!id || isReturn) return;
    void withTabLock('payment', async () => {
      const left = storedPayment();
      if (left?.paymentIntentId === id) await resume(left);
    });
  }, [id, isReturn]);
  return null;
}
