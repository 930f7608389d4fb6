import { useEffect, useRef } from 'react';
import type { Order } from '#core/contract/orders.ts';
import { OrderSalons, Ticket } from '#web/features/orders/order-parts.tsx';
import { isUsable, openUnitsOf } from '#web/features/orders/order-state.ts';
import { TestNote } from '#web/features/payments/conversion.tsx';
import { OrderVouchers } from '#web/features/vouchers/order-vouchers.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { autoRedirect } from '#web/kit/router/auto-redirect.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { repositionToast } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useStepHead } from './order-summary.tsx';

/** Spec 1 §9: back home 1.5 s after the confirmation. */
const HOME_MS = 1500;

export interface PaidByCard {
  /** Resolves to the order once it is recorded; rejects if that fails here. */
  recording: Promise<Order>;
  /** Shown if the user turns out to be signed out. */
  signedOutText?: string;
}

export interface ShownOrder {
  /** Null while it is being recorded. */
  order: Order | null;
  /** Keyboard and screen reader users are not redirected. */
  isHeld: boolean;
}

export function MadeOrder({ order, isHeld }: ShownOrder) {
  const t = useT();
  const navigate = useNavigate();
  const now = useMinute();
  const hasVouchers = order !== null && openUnitsOf(order, now).length > 0;
  const box = useRef<HTMLDivElement>(null);
  useStepHead('checkout.done');
  useEffect(() => {
    if (isHeld) return;
    const isKept = ({ target }: Event) => target instanceof Node && box.current?.contains(target) === true;
    return autoRedirect(HOME_MS, () => navigate('/'), isKept);
  }, [navigate, isHeld]);
  useEffect(() => {
    // The ticket may come after the toast.
    if (order) repositionToast();
  }, [order]);
  return (
    <div ref={box} className="mx-auto flex max-w-xl flex-col gap-5">
      <div data-keep-clear="" className="flex flex-col gap-5">
        <h1 className="text-2xl sm:text-3xl">{t('checkout.done')}</h1>
        {order?.paymentMethod !== 'cash' && <TestNote />}
        {order ? <Ticket order={order} /> : <p className="rounded-2xl bg-olive-soft p-4">{t('checkout.recording')}</p>}
      </div>
      {order && hasVouchers && <OrderVouchers order={order} hasWays />}
      {order && (
        <div className="rounded-card bg-surface p-5 shadow-card">
          <OrderSalons order={order} hasWays={isUsable(order, now) && !hasVouchers} />
        </div>
      )}
      <div className="flex flex-wrap gap-3 *:flex-auto">
        {order && (
          <ButtonLink variant="secondary" to={`/orders/${order.id}`}>
            {t('orders.view')}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to="/">
          {t('deal.backHome')}
        </ButtonLink>
      </div>
    </div>
  );
}
