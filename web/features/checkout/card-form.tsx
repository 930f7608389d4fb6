import { type FormEvent, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#core/contract/call.ts';
import { formatAmount } from '#core/i18n/amount.ts';
import { useMinute } from '#web/kit/clock.ts';
import { ErrorBoundary } from '#web/kit/error-boundary.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { useOffline } from '#web/kit/online.ts';
import type { Cards } from '#web/kit/use-cards.ts';
import { inSentences, say, useSaid } from '#web/kit/voice.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Spoken } from '#web/ui/spoken.tsx';
import type { CardFields, CardFieldsProps, Prepared } from '../payments/card-fields.ts';
import { Usd } from '../payments/conversion.tsx';
import { Refusal, type Refused } from './refusal.tsx';

/** As long as the fields are waited for before one is told, in ms. */
const PATIENCE_MS = 10_000;
/** From when on it is said that they are waited for, in ms. */
const SPOKEN_OF_MS = 1000;

interface Props {
  /** Undefined until it is there. */
  prepared: Prepared | undefined;
  /** Another amount is being asked for. */
  isOutdated: boolean;
  fields: RefObject<CardFields | null>;
  isPaying: boolean;
  refused: Refused | null;
  pay: (isByKey: boolean) => void;
  again: () => void;
}

/** The fields of who charges the card, once they are there, and the button that names the amount. */
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
      {/* A script that hangs is fetched again by a new page alone. */}
      {readiness === 'late' && <CardProblem error={null} again={() => location.reload()} />}
      <form
        noValidate
        // By an address it would be known to every log.
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
        {/* Where there is no room beside the form, what it comes to has gone out of sight above it. */}
        {prepared && (
          <p
            className={`flex flex-wrap items-baseline justify-between gap-x-4 lg:hidden ${isOutdated ? 'invisible' : ''}`}
          >
            {t('checkout.totalUsd')}
            <strong className="numerals">
              <Usd amount={prepared.totalUSD} />
            </strong>
          </p>
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
          {isPaying ? t('checkout.processing') : <Spoken>{toPay}</Spoken>}
        </Button>
      </form>
    </>
  );
}

/** The script of the fields did not come. */
function Lost({ onLost }: { onLost: () => void }) {
  useEffect(onLost, [onLost]);
  return null;
}

/** Says that the fields are there, to who was told that they are waited for. */
function useSaidReady(readiness: Readiness): void {
  const t = useT();
  const isSpokenOf = useRef(false);
  useEffect(() => {
    if (readiness === 'ready') {
      if (isSpokenOf.current) say(t('checkout.ready'));
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

/** Whether the fields of a payment can be filled in; another payment has other fields. */
function useReadiness(payment: string | undefined) {
  const [known, setKnown] = useState<{ payment: string | undefined; readiness: Readiness } | null>(null);
  const readiness = known && known.payment === payment ? known.readiness : 'waiting';
  const set = useCallback((next: Readiness) => setKnown({ payment, readiness: next }), [payment]);
  useEffect(() => {
    if (!payment || readiness !== 'waiting') return;
    const timer = setTimeout(set, PATIENCE_MS, 'late');
    return () => clearTimeout(timer);
  }, [payment, readiness, set]);
  // The same payment asked for anew has fields that are new too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each payment begins anew
  useEffect(() => () => setKnown(null), [payment]);
  return {
    readiness,
    onReady: useCallback(() => set('ready'), [set]),
    onLost: useCallback(() => set('lost'), [set]),
  };
}

/** What does not mend by being asked for again, or not soon. */
const LASTING = [
  'payments.tooSmall',
  'payments.tooLarge',
  'payments.noCards',
  'payments.paused',
  'payments.crowded',
  'cart.unavailable',
  'payments.alreadyPaid',
];
/** What ends by itself. */
const PAUSED = ['payments.paused', 'payments.crowded'];
/** What is mended in the cart. */
const OF_THE_CART = ['cart.unavailable', 'payments.tooLarge'];
/** What is no error: somebody pays, or has paid. */
const PAID = ['payments.underWay', 'payments.alreadyPaid'];

interface CardProblemProps {
  /** Null where nothing came in time. */
  error: Error | null;
  again: () => void;
}

/** In how many minutes cards are taken again, now and when that was told; null where nobody said so. */
function usePause({ retryAfter, code = '' }: Partial<ApiError>): { left: number; told: number } | null {
  const now = useMinute();
  const [since] = useState(now);
  if (!PAUSED.includes(code) || retryAfter === undefined) return null;
  const leftAt = (at: number) => Math.max(0, Math.ceil((since + 1000 * retryAfter - at) / 60_000));
  return { left: leftAt(now), told: leftAt(since) };
}

/** Why nothing can be paid by card now, in the server's words where it has any, and the ways on. */
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
  useSaid(inSentences(isError && t('toast.payWindow.title'), withEnd(pause?.told)));
  const order = code === 'payments.alreadyPaid' ? (details as { orderId?: string } | undefined)?.orderId : undefined;
  const box = useRef<HTMLElement>(null);
  // It is shorter than the form that it takes the place of, whose button was pressed.
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
          <ButtonLink look={isLasting && !isOfTheCart ? 'primary' : 'quiet'} to="/checkout?method=cash">
            {t('checkout.cash')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

const StripeFields = lazily(async () => (await import('../payments/stripe-fields.tsx')).StripeFields, ['payments']);
const SandboxFields = lazily(
  async () => (await import('../payments/sandbox-fields.tsx')).SandboxFields,
  ['forms', 'payments', 'shopping'],
);

/** The form of who charges the card, each a script of its own. */
const fieldsOf: Record<NonNullable<Cards>, React.ComponentType<CardFieldsProps>> = {
  stripe: StripeFields,
  sandbox: SandboxFields,
};
