import { type FormEvent, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#core/contract/call.ts';
import { formatAmount } from '#core/i18n/format.ts';
import type { CardFields, CardFieldsProps, Prepared } from '#web/features/payments/card-fields.ts';
import { Totals } from '#web/features/payments/conversion.tsx';
import { announce, joinSentences, useAnnounce } from '#web/kit/access/announce.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useOffline } from '#web/kit/data/online.ts';
import type { Cards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { Refusal, type Refused } from './order-summary.tsx';

/** Timeout for the card fields, in ms. */
const PATIENCE_MS = 10_000;
/** From when on the loading is announced, in ms. */
const SPOKEN_OF_MS = 1000;

interface Props {
  /** Undefined until the server has prepared it. */
  prepared: Prepared | undefined;
  /** The cart changed, and the new amount is being requested. */
  isOutdated: boolean;
  fields: RefObject<CardFields | null>;
  isPaying: boolean;
  refused: Refused | null;
  pay: (isByKey: boolean) => void;
  again: () => void;
}

/** The provider's card fields, and the button that names the amount. */
export function CardForm({ prepared, isOutdated, fields, isPaying, refused, pay, again }: Props) {
  const t = useT();
  const isByKey = useRef(false);
  const { readiness, onReady, onLost } = useReadiness(prepared?.clientSecret);
  useSaidReady(readiness);
  if (readiness === 'lost') return <CardProblem error={null} again={again} />;
  const Fields = prepared && fieldsOf[prepared.provider];
  const amount = prepared && { totalUSD: formatAmount(prepared.totalUSD, t.language, 2) };
  const toPay = amount && !isOutdated ? t('checkout.payUsd', amount) : t('checkout.payNow');
  return (
    <>
      {/* Only a new page loads a hanging script again. */}
      {readiness === 'late' && <CardProblem error={null} again={() => location.reload()} />}
      <form
        noValidate
        // With GET the values would end up in logs.
        method="post"
        aria-labelledby="card"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          pay(isByKey.current);
        }}
        className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card"
      >
        <h2 id="card" className="text-xl">
          {t('checkout.cardDetails')}
        </h2>
        {/* On small screens the total above has scrolled out of view. */}
        {prepared && (
          <div className={`lg:hidden ${isOutdated ? 'invisible' : ''}`}>
            <Totals prepared={prepared} />
          </div>
        )}
        {readiness !== 'ready' && <Spinner text={t('checkout.preparing')} />}
        {Fields && (
          <ErrorBoundary fallback={() => <Lost onLost={onLost} />}>
            <Suspense>
              <Fields key={prepared.clientSecret} prepared={prepared} ref={fields} onReady={onReady} onLost={onLost} />
            </Suspense>
          </ErrorBoundary>
        )}
        <Refusal refused={refused} />
        <Button
          type="submit"
          size="large"
          isPending={isPaying}
          disabledReason={isOutdated || readiness !== 'ready' ? t('checkout.preparing') : undefined}
          onClick={({ detail }) => {
            isByKey.current = detail === 0;
          }}
        >
          {isPaying ? t('checkout.processing') : <ScreenReaderText>{toPay}</ScreenReaderText>}
        </Button>
        <p className="text-sm text-muted">{t('checkout.card.safe')}</p>
      </form>
    </>
  );
}

function Lost({ onLost }: { onLost: () => void }) {
  useEffect(onLost, [onLost]);
  return null;
}

/** Announces that the fields are ready, if their loading was announced. */
function useSaidReady(readiness: Readiness): void {
  const t = useT();
  const isSpokenOf = useRef(false);
  useEffect(() => {
    if (readiness === 'ready') {
      if (isSpokenOf.current) announce(t('checkout.ready'));
      isSpokenOf.current = false;
      return;
    }
    const timer = setTimeout(() => {
      isSpokenOf.current = true;
    }, SPOKEN_OF_MS);
    return () => clearTimeout(timer);
  }, [readiness, t]);
}

type Readiness = 'waiting' | 'ready' | 'lost' | 'late';

/** Whether the fields of a payment can be filled in; each payment has its own. */
function useReadiness(payment: string | undefined) {
  const [known, setKnown] = useState<{ payment: string | undefined; readiness: Readiness } | null>(null);
  const readiness = known && known.payment === payment ? known.readiness : 'waiting';
  const set = useCallback((next: Readiness) => setKnown({ payment, readiness: next }), [payment]);
  useEffect(() => {
    if (!payment || readiness !== 'waiting') return;
    const timer = setTimeout(set, PATIENCE_MS, 'late');
    return () => clearTimeout(timer);
  }, [payment, readiness, set]);
  // Requested again, the same payment has new fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each payment begins anew
  useEffect(() => () => setKnown(null), [payment]);
  return {
    readiness,
    onReady: useCallback(() => set('ready'), [set]),
    onLost: useCallback(() => set('lost'), [set]),
  };
}

/** Refusals for which a retry does not help, or not soon. */
const LASTING = [
  'payments.tooSmall',
  'payments.tooLarge',
  'payments.noCards',
  'payments.paused',
  'payments.crowded',
  'cart.unavailable',
  'payments.alreadyPaid',
];
/** Refusals that end by themselves. */
const PAUSED = ['payments.paused', 'payments.crowded'];
/** Refusals to be resolved in the cart. */
const OF_THE_CART = ['cart.unavailable', 'payments.tooLarge'];
/** Not errors: somebody pays, or has paid. */
const PAID = ['payments.underWay', 'payments.alreadyPaid'];

interface CardProblemProps {
  /** Null after a timeout. */
  error: Error | null;
  again: () => void;
}

/** In how many minutes cards are accepted again, now and when it was announced; null if unknown. */
function usePause({ retryAfter, code = '' }: Partial<ApiError>): { left: number; told: number } | null {
  const now = useMinute();
  const [since] = useState(now);
  if (!PAUSED.includes(code) || retryAfter === undefined) return null;
  const leftAt = (at: number) => Math.max(0, Math.ceil((since + 1000 * retryAfter - at) / 60_000));
  return { left: leftAt(now), told: leftAt(since) };
}

/** Why nothing can be paid by card now, and what to do. */
export function CardProblem({ error, again }: CardProblemProps) {
  const t = useT();
  const offline = useOffline();
  const refusal: Partial<ApiError> = error instanceof ApiError ? error : {};
  const { code = '', said, details } = refusal;
  const pause = usePause(refusal);
  const reason = offline ? t('offline.needsConnection') : (said ?? t('toast.payWindow.text'));
  const withEnd = (minutes = 0) =>
    !offline && minutes > 0 ? `${reason} ${t.count('checkout.pausedFor', minutes)}` : reason;
  const isError = !PAID.includes(code);
  useAnnounce(joinSentences(isError && t('toast.payWindow.title'), withEnd(pause?.told)));
  const order = code === 'payments.alreadyPaid' ? (details as { orderId?: string } | undefined)?.orderId : undefined;
  const box = useRef<HTMLElement>(null);
  // It is shorter than the form it replaces, whose button had focus.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isLasting = LASTING.includes(code) && pause?.left !== 0;
  const isOfTheCart = OF_THE_CART.includes(code);
  return (
    <section ref={box} className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card">
      {isError && <h2 className="text-xl">{t('toast.payWindow.title')}</h2>}
      <p>{withEnd(pause?.left)}</p>
      <div className="flex flex-wrap gap-3">
        {!isLasting && <Button onClick={again}>{t('common.tryAgain')}</Button>}
        {isOfTheCart && <ButtonLink to="/cart">{t('toast.cartAdd.view')}</ButtonLink>}
        {code === 'payments.alreadyPaid' && (
          <ButtonLink to={order ? `/orders/${order}` : '/profile'}>{t('orders.view')}</ButtonLink>
        )}
        {isError && (
          <ButtonLink variant={isLasting && !isOfTheCart ? 'primary' : 'secondary'} to="/checkout?method=cash">
            {t('checkout.cash')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

const StripeFields = lazyWithRetry(
  async () => (await import('#web/features/payments/stripe-fields.tsx')).StripeFields,
  ['payments'],
);
const SandboxFields = lazyWithRetry(
  async () => (await import('#web/features/payments/sandbox-fields.tsx')).SandboxFields,
  ['forms', 'payments', 'shopping'],
);

/** The card fields of each provider, in a chunk of its own. */
const fieldsOf: Record<NonNullable<Cards>, React.ComponentType<CardFieldsProps>> = {
  stripe: StripeFields,
  sandbox: SandboxFields,
};
