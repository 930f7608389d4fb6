/** Paying by card: what is charged, the form of who charges it, and what becomes of it. */
import { type FormEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek } from '#core/domain/money.ts';
import { formatAmount } from '#core/i18n/amount.ts';
import { isForSale, totalsOfLines } from '#web/features/cart/cart-totals.tsx';
import { useCart } from '#web/features/cart/use-cart.ts';
import type { CardFields } from '#web/features/payments/card-fields.ts';
import { Conversion } from '#web/features/payments/conversion.tsx';
import { fieldsOf } from '#web/features/payments/load-fields.ts';
import { usePrepared } from '#web/features/payments/use-prepared.ts';
import { isDocumentOpenTo } from '#web/kit/document-opens.ts';
import { ErrorBoundary } from '#web/kit/error-boundary.tsx';
import { isWithoutPointer } from '#web/kit/go-on.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useCards } from '#web/kit/use-cards.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { Blocked } from './blocked.tsx';
import { CardProblem } from './card-problem.tsx';
import { CardReturn, useReturned } from './card-return.tsx';
import type { PaidByCard } from './made-order.tsx';
import { OrderSummary } from './order-summary.tsx';
import { Refusal } from './refusal.tsx';
import { BackToMethods } from './step-back.tsx';
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
  const isClosed = useCards() === 'stripe' && !isDocumentOpenTo('cardProvider');
  useEffect(() => {
    // Only a document that was loaded for the checkout may run the script of the provider.
    if (isClosed) location.reload();
  }, [isClosed]);
  if (isClosed) return <LoadingText text={t('checkout.preparing')} />;
  if (returned) return <CardReturn key={key} user={props.user} returned={returned} onPaid={props.onPaid} />;
  return (
    <>
      <BackToMethods />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.complete')}</h1>
      <OrderSummary lines={props.lines} isByCard />
      {props.lines.every(isForSale) ? <Payment {...props} /> : <Blocked />}
    </>
  );
}

function Payment({ user, lines, onPaying, onPaid }: Props) {
  const t = useT();
  const fields = useRef<CardFields>(null);
  const isHeld = useRef(false);
  const total = toLek(totalsOfLines(lines).total);
  const { isSettled, refetch } = useCart();
  const { prepared, error, isLate, again, look } = usePrepared({ lines, total }, { isSettled });
  const [readiness, setReadiness] = useState<'waiting' | 'ready' | 'lost'>('waiting');
  const onReady = useCallback(() => setReadiness('ready'), []);
  const onLost = useCallback(() => setReadiness('lost'), []);
  const { pay, isPaying, refused } = usePayByCard({
    ...{ user, fields, prepared, look },
    onPaid: (paid) => onPaid(paid, isHeld.current),
  });
  const code = error instanceof ApiError ? error.code : undefined;
  useEffect(() => {
    // What the screen shows is older than the cart.
    if (code?.startsWith('cart.') || code === 'payments.alreadyPaid') void refetch();
  }, [code, refetch]);
  useEffect(() => onPaying(isPaying ? lines : null), [isPaying, lines, onPaying]);

  const retry = () => {
    setReadiness('waiting');
    again();
  };
  if ((error && !prepared) || isLate) return <CardProblem error={error} again={retry} />;
  if (!prepared)
    return (
      <>
        <LoadingText text={t('checkout.preparing')} />
        <Button size="large" isBusy why={t('checkout.preparing')}>
          {t('checkout.payNow')}
        </Button>
      </>
    );
  if (readiness === 'lost') return <CardProblem error={null} again={retry} />;
  const Fields = fieldsOf[prepared.provider];
  const amount = { totalUSD: formatAmount(prepared.totalUSD, t.language, 2) };
  return (
    <>
      <Conversion prepared={prepared} />
      <form
        noValidate
        // By an address it would be known to every log.
        method="post"
        aria-labelledby="card"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void pay();
        }}
        className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card"
      >
        <h2 id="card" className="text-xl">
          {t('checkout.cardDetails')}
        </h2>
        <ErrorBoundary fallback={() => <CardProblem error={null} again={retry} />}>
          <Suspense fallback={<LoadingText text={t('checkout.preparing')} />}>
            <Fields key={prepared.clientSecret} prepared={prepared} ref={fields} onReady={onReady} onLost={onLost} />
          </Suspense>
        </ErrorBoundary>
        <Refusal refused={refused} />
        <Button
          type="submit"
          size="large"
          isBusy={isPaying || readiness !== 'ready'}
          why={isPaying ? undefined : t('checkout.preparing')}
          onClick={({ nativeEvent }) => {
            isHeld.current = isWithoutPointer(nativeEvent, null);
          }}
        >
          {isPaying ? t('checkout.processing') : t('checkout.payUsd', amount)}
        </Button>
      </form>
    </>
  );
}
