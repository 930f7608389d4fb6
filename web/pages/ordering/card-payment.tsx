/** Paying by card: what is charged, the form of who charges it, and what becomes of it. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { CartTotal, isForSale } from '#web/features/cart/cart-totals.tsx';
import { useCart } from '#web/features/cart/use-cart.ts';
import type { CardFields } from '#web/features/payments/card-fields.ts';
import { Conversion } from '#web/features/payments/conversion.tsx';
import { useKeptPayment } from '#web/features/payments/kept-payment.ts';
import { fetchPaymentNews, PaymentNews } from '#web/features/payments/payment-news.tsx';
import { TestNote } from '#web/features/payments/test-note.tsx';
import { usePrepared } from '#web/features/payments/use-prepared.ts';
import { useT } from '#web/kit/i18n.tsx';
import { prefetchWhenIdle } from '#web/kit/lazy.tsx';
import { isCspSourceAllowed } from '#web/kit/page-state.ts';
import { useCards } from '#web/kit/shop-config.ts';
import { LoadingText, Skeleton } from '#web/ui/loading.tsx';
import { BackToMethods } from './back-to-methods.tsx';
import { Blocked } from './blocked.tsx';
import { CardForm } from './card-form.tsx';
import { CardProblem } from './card-problem.tsx';
import { CardReturn, useReturned } from './card-return.tsx';
import type { PaidByCard } from './made-order.tsx';
import { OrderSummary } from './order-summary.tsx';
import type { Refused } from './refusal.tsx';
import { usePayByCard } from './use-pay-by-card.ts';

interface Props {
  user: User;
  lines: CartItem[];
  /** Keeps what is being paid for on the screen, whatever becomes of the cart. */
  onPaying: (lines: CartItem[] | null) => void;
  onPaid: (paid: PaidByCard, isHeld: boolean) => void;
}

export function CardPayment(props: Props) {
  const t = useT();
  const { key } = useLocation();
  const returned = useReturned();
  const [refusedThere, onRefused] = useState<Refused | null>(null);
  const isClosed = useCards() === 'stripe' && !isCspSourceAllowed('cardProvider');
  useEffect(() => {
    // Only a document that was loaded for the checkout may run the script of the provider.
    if (isClosed) location.reload();
  }, [isClosed]);
  if (isClosed) return <LoadingText text={t('checkout.preparing')} />;
  if (returned)
    return <CardReturn key={key} user={props.user} returned={returned} {...{ onPaid: props.onPaid, onRefused }} />;
  return (
    <>
      <BackToMethods />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.complete')}</h1>
      <TestNote />
      {props.lines.every(isForSale) ? (
        <Payment {...props} refusedThere={refusedThere} />
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

/** Where there is room, what one does stands beside what it is for. */
const BESIDE = 'lg:col-start-1 lg:row-start-1';

/** `refusedThere`: why it failed at the bank, from which one comes back. */
function Payment({ user, lines, onPaying, onPaid, refusedThere }: Props & { refusedThere: Refused | null }) {
  const fields = useRef<CardFields>(null);
  const isHeld = useRef(false);
  const { isSettled, refetch } = useCart();
  const { prepared, error, isOutdated, isLate, again, look } = usePrepared(lines, { isSettled });
  const { pay, isPaying, refused } = usePayByCard({
    ...{ user, fields, prepared, isOutdated, look, refusedThere },
    onPaid: (paid) => onPaid(paid, isHeld.current),
  });
  const kept = useKeptPayment();
  const code = error instanceof ApiError ? error.code : undefined;
  useEffect(() => {
    // What the screen shows is older than the cart.
    if (code?.startsWith('cart.') || code === 'payments.alreadyPaid') void refetch();
  }, [code, refetch]);
  useEffect(() => prefetchWhenIdle([fetchPaymentNews]), []);
  useEffect(() => onPaying(isPaying ? lines : null), [isPaying, lines, onPaying]);

  // Nobody is asked for a card while it is not known whether it was charged.
  const isUncertain = kept && kept.state !== 'paying' && !isPaying;
  const isLost = (error && !prepared) || isLate || code === 'payments.paused';
  const isOpen = !isUncertain && !isLost;
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[1fr_min(22rem,40%)] lg:items-start">
      {/* One place, so that focus goes from the one to the other. */}
      <div className={`flex flex-col gap-5 ${BESIDE}`}>
        {isOpen ? (
          <>
            {prepared ? <Conversion prepared={prepared} /> : <Skeleton className="h-45 rounded-card" />}
            <CardForm
              {...{ prepared, isOutdated, fields, isPaying, refused, again }}
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
      {/* After the form, which one came for. */}
      <div className="lg:col-start-2 lg:row-start-1">
        <OrderSummary lines={lines} isByCard>
          {/* Else it stands with its dollars above the form. */}
          {!isOpen && <CartTotal lines={lines} />}
        </OrderSummary>
      </div>
    </div>
  );
}
