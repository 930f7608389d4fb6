import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#core/contract/call.ts';
import { joinSentences, useAnnounce } from '#web/kit/announce.tsx';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';

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

interface Props {
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
export function CardProblem({ error, again }: Props) {
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
          <ButtonLink variant={isLasting && !isOfTheCart ? 'primary' : 'secondary'} to="/checkout?method=cash">
            {t('checkout.cash')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
