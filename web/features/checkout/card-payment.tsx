/** Paying by card: the amount, the provider's form, and the outcome. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { ApiError, urlOf } from '#core/contract/call.ts';
import type { CartItem, ExpectedItem } from '#core/contract/cart.ts';
import { payments } from '#core/contract/payments.ts';
import { PAYMENT_ID } from '#core/domain/cards.ts';
import { expectedItems } from '#core/domain/orders.ts';
import { CartTotal, isForSale } from '#web/features/cart/cart-totals.tsx';
import { useCart } from '#web/features/cart/use-cart.ts';
import { type CardFields, type Prepared, wordsOf } from '#web/features/payments/card-fields.ts';
import { Conversion, TestNote } from '#web/features/payments/conversion.tsx';
import { fetchPaymentNews, PaymentNews } from '#web/features/payments/payment-news.tsx';
import {
  type PendingPayment,
  storedPayment,
  storePayment,
  usePendingPayment,
} from '#web/features/payments/pending-payment.ts';
import { api } from '#web/kit/data/api.ts';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { prefetchWhenIdle } from '#web/kit/lazy.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { isCspSourceAllowed } from '#web/kit/router/page-state.ts';
import { latestToast, toast } from '#web/kit/toasts.ts';
import { LoadingText, Skeleton } from '#web/ui/loading.tsx';
import { CardForm, CardProblem } from './card-form.tsx';
import { useAnnouncePayment, useResolvePayment } from './card-outcome.ts';
import type { PaidByCard } from './made-order.tsx';
import { BackToMethods, Blocked, OrderSummary, type Refused } from './order-summary.tsx';
import { usePayByCard } from './use-pay-by-card.ts';

interface Props {
  user: User;
  lines: CartItem[];
  /** Keeps the lines that are being paid on the screen. */
  onPaying: (lines: CartItem[] | null) => void;
  onPaid: (paid: PaidByCard, isHeld: boolean) => void;
}

export function CardPayment(props: Props) {
  const t = useT();
  const { key } = useLocation();
  const returned = useReturned();
  const [refusedByBank, onRefused] = useState<Refused | null>(null);
  const isClosed = useCards() === 'stripe' && !isCspSourceAllowed('cardProvider');
  useEffect(() => {
    // The CSP allows the provider's script only in documents loaded for the checkout.
    if (isClosed) location.reload();
  }, [isClosed]);
  if (isClosed) return <LoadingText text={t('checkout.preparing')} />;
  if (returned)
    return <CardReturn key={key} user={props.user} returned={returned} onPaid={props.onPaid} onRefused={onRefused} />;
  return (
    <>
      <BackToMethods />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.complete')}</h1>
      <TestNote />
      {props.lines.every(isForSale) ? (
        <Payment {...props} refusedByBank={refusedByBank} />
      ) : (
        <>
          <Blocked />
          <OrderSummary lines={props.lines} isByCard>
            <CartTotal lines={props.lines} />
          </OrderSummary>
        </>
      )}
    </>
  );
}

/** On wide screens the form stands beside the order. */
const BESIDE = 'lg:col-start-1 lg:row-start-1';

/** `refusedByBank`: why it failed at the bank. */
function Payment({ user, lines, onPaying, onPaid, refusedByBank }: Props & { refusedByBank: Refused | null }) {
  const fields = useRef<CardFields>(null);
  const isHeld = useRef(false);
  const { isSettled, refetch } = useCart();
  const { prepared, error, isOutdated, isLate, again, refetchPayment } = usePrepared(lines, { isSettled });
  const { pay, isPaying, refused } = usePayByCard({
    user,
    fields,
    prepared,
    isOutdated,
    refetchPayment,
    refusedByBank,
    onPaid: (paid) => onPaid(paid, isHeld.current),
  });
  const kept = usePendingPayment();
  const code = error instanceof ApiError ? error.code : undefined;
  useEffect(() => {
    // The screen is older than the cart.
    if (code?.startsWith('cart.') || code === 'payments.alreadyPaid') void refetch();
  }, [code, refetch]);
  useEffect(() => prefetchWhenIdle([fetchPaymentNews]), []);
  useEffect(() => onPaying(isPaying ? lines : null), [isPaying, lines, onPaying]);

  // No new payment while the outcome of the last is unknown.
  const isUncertain = kept && kept.state !== 'paying' && !isPaying;
  const isLost = (error && !prepared) || isLate || code === 'payments.paused';
  const isOpen = !isUncertain && !isLost;
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[1fr_min(22rem,40%)] lg:items-start">
      {/* One container, so that focus can move from one to the other. */}
      <div className={`flex flex-col gap-5 ${BESIDE}`}>
        {isOpen ? (
          <>
            {prepared ? <Conversion prepared={prepared} /> : <Skeleton className="h-45 rounded-card" />}
            <CardForm
              prepared={prepared}
              isOutdated={isOutdated}
              fields={fields}
              isPaying={isPaying}
              refused={refused}
              again={again}
              pay={(isByKey) => {
                isHeld.current = isByKey;
                void pay();
              }}
            />
          </>
        ) : isUncertain ? (
          <PaymentNews />
        ) : (
          <CardProblem error={error} again={again} />
        )}
      </div>
      <div className="lg:col-start-2 lg:row-start-1">
        <OrderSummary lines={lines} isByCard>
          {/* Otherwise the form shows it with its dollars. */}
          {!isOpen && <CartTotal lines={lines} />}
        </OrderSummary>
      </div>
    </div>
  );
}

/** What the provider appends to the return URL. */
interface Returned {
  /** `pi_…` */
  paymentIntentId: string;
  isRefused: boolean;
}

/** The return URL may be forged, so the server is asked for the outcome. */
function useReturned(): Returned | null {
  const query = new URLSearchParams(useLocation().search);
  const paymentIntentId = query.get('payment_intent') ?? '';
  if (!PAYMENT_ID.test(paymentIntentId)) return null;
  return { paymentIntentId, isRefused: query.get('redirect_status') === 'failed' };
}

interface CardReturnProps {
  user: User;
  returned: Returned;
  onPaid: (paid: PaidByCard, isHeld: boolean) => void;
  /** The form that replaces it shows this. */
  onRefused: (refused: Refused) => void;
}

/** The page one returns to from the bank. */
function CardReturn({ user, returned: { paymentIntentId, isRefused }, onPaid, onRefused }: CardReturnProps) {
  const t = useT();
  const navigate = useNavigate();
  const resolvePayment = useResolvePayment();
  const announce = useAnnouncePayment();
  const onReturn = useEffectEvent(async () => {
    const kept = storedPayment();
    const isKept = kept?.paymentIntentId === paymentIntentId;
    const asked = { userId: user.id, paymentIntentId, sessionId: sessionId(), total: 0, at: Date.now() };
    const payment: PendingPayment = { ...asked, ...(isKept && kept), state: 'paying' };
    // A forged URL must not replace a pending payment.
    if (!kept || isKept) storePayment(payment);
    const refuse = (message: Parameters<typeof toast>[0]) => {
      toast(message);
      onRefused({ reason: message.text ?? message.title, saidIn: latestToast() });
    };
    const found = await resolvePayment(payment, isRefused ? { maxUnpaid: 1 } : {});
    if (found === 'unpaid' && isRefused) {
      const text = wordsOf({ code: 'payment_intent_authentication_failure', message: '' }, t);
      refuse({ tone: 'failed', title: t('toast.pay.failed'), text });
    } else if (found === 'unpaid') refuse({ tone: 'note', title: t('checkout.cardError.lost') });
    else if (found && typeof found === 'object') {
      const recording = Promise.resolve(found);
      announce(recording);
      // Whether a pointer was used on the bank's page is unknown.
      onPaid({ recording }, true);
    }
    // So that Back does not repeat it.
    void navigate('/checkout?method=card', { replace: true });
  });
  useEffect(() => void onReturn(), []);
  return <LoadingText text={t('checkout.processing')} />;
}

/** Timeout for preparing a payment, in ms. */
const PATIENCE_MS = 10_000;

const preparedQuery = (expectedItems: ExpectedItem[], attempt: number) =>
  queryOptions({
    queryKey: [urlOf(payments.intent, { body: { sessionId: '' } }), JSON.stringify(expectedItems), attempt],
    queryFn: () => api.call(payments.intent, { body: { sessionId: sessionId(), expectedItems } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });

/** The prepared payment of the cart, requested once for each state of the cart. */
export function usePrepared(lines: readonly CartItem[], { isSettled }: { isSettled: boolean }) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState(1);
  const query = preparedQuery(expectedItems(lines), attempt);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...query,
    enabled: isSettled,
    // Typed card data stays while another amount is requested.
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[2] === attempt ? last : undefined),
  });
  const isWaiting = isPending || isPlaceholderData;
  const isLate = useIsLate(isWaiting && query.queryKey.join());
  return {
    prepared: data,
    error,
    /** It belongs to the previous state of the cart. */
    isOutdated: isPlaceholderData,
    isLate,
    again: () => setAttempt((last) => last + 1),
    /** Another tab may have changed it. */
    refetchPayment: (): Promise<Prepared> => queries.fetchQuery({ ...query, staleTime: 0 }),
  };
}

/** Whether it takes too long; `waiting` identifies the request. */
function useIsLate(waiting: string | false): boolean {
  const [late, setLate] = useState<string | false>(false);
  useEffect(() => {
    if (waiting === false) return;
    const timer = setTimeout(() => setLate(waiting), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return waiting !== false && late === waiting;
}
