import { type FormEvent, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { formatAmount } from '#core/i18n/format.ts';
import { Usd } from '#web/features/orders/rate.tsx';
import type { CardFields, Prepared } from '#web/features/payments/card-fields.ts';
import { fieldsOf } from '#web/features/payments/load-fields.ts';
import { ErrorBoundary } from '#web/kit/error-boundary.tsx';
import { useHowPressed } from '#web/kit/go-on.ts';
import { useT } from '#web/kit/i18n.tsx';
import { say } from '#web/kit/voice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Spoken } from '#web/ui/spoken.tsx';
import { CardProblem } from './card-problem.tsx';
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
  const press = useHowPressed((isWithoutPointer) => {
    isByKey.current = isWithoutPointer;
  });
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
          isBusy={isPaying || isOutdated || readiness !== 'ready'}
          why={isPaying ? undefined : t('checkout.preparing')}
          {...press}
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
