import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '#core/contract/orders.ts';
import { OrderSalons } from '#web/features/orders/order-salons.tsx';
import { isUsable } from '#web/features/orders/order-state.ts';
import { Ticket } from '#web/features/orders/ticket.tsx';
import { TestNote } from '#web/features/payments/test-note.tsx';
import { autoRedirect } from '#web/kit/auto-redirect.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { repositionToast } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useStepHead } from './use-step-head.ts';

/** Spec 1 §9: back home 1.5 s after the confirmation. */
const HOME_MS = 1500;

export interface PaidByCard {
  /** Comes with the order once that is recorded; rejects where that could not be done here. */
  recording: Promise<Order>;
  /** What is said where one is sent to sign in before that. */
  lastWords?: string;
}

export interface ShownOrder {
  /** Null while what was paid for is still being recorded. */
  order: Order | null;
  /** Whoever reads by ear or uses keys needs longer, and may read on without a key that a page hears of. */
  isHeld: boolean;
}

/** What one shows at the salon, for as long as one stays. */
export function MadeOrder({ order, isHeld }: ShownOrder) {
  const t = useT();
  const navigate = useNavigate();
  const now = useMinute();
  const box = useRef<HTMLDivElement>(null);
  useStepHead('checkout.done');
  useEffect(() => {
    if (isHeld) return;
    const isKept = ({ target }: Event) => target instanceof Node && box.current?.contains(target) === true;
    return autoRedirect(HOME_MS, () => navigate('/'), isKept);
  }, [navigate, isHeld]);
  useEffect(() => {
    // The ticket may come after the message of it.
    if (order) repositionToast();
  }, [order]);
  return (
    <div ref={box} className="mx-auto flex max-w-xl flex-col gap-5">
      {/* The message of it stands below. */}
      <div data-keep-clear="" className="flex flex-col gap-5">
        <h1 className="text-2xl sm:text-3xl">{t('checkout.done')}</h1>
        {order?.paymentMethod !== 'cash' && <TestNote />}
        {order ? <Ticket order={order} /> : <p className="rounded-2xl bg-olive-soft p-4">{t('checkout.recording')}</p>}
      </div>
      {order && (
        <div className="rounded-card bg-surface p-5 shadow-card">
          <OrderSalons order={order} hasWays={isUsable(order, now)} />
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
