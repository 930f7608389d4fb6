import { useEffect, useRef, useState } from 'react';
import type { Order } from '#core/contract/orders.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { Lek } from '#web/features/deals/price.tsx';
import { focusOn } from '#web/kit/access/focus.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SpelledText, SplitText } from '#web/ui/screen-reader-text.tsx';
import { OrderHead, OrderSalons, PaidAmount, Ticket, titleIdOf } from './order-parts.tsx';
import { isCancelable, isUsable, nameOf, openUnitsOf, orderAt, shownIdOf } from './order-state.ts';
import { useCancelOrder } from './use-orders.ts';

export function OrderCard({ order: given }: { order: Order }) {
  const t = useT();
  const now = useMinute();
  const order = orderAt(given, now);
  const usable = isUsable(order, now);
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      id={`order-${order.id}`}
      tabIndex={-1}
      aria-labelledby={titleIdOf(order)}
      className="flex flex-col gap-4 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
    >
      <OrderHead order={order} level="h3" />
      {usable && <Ticket order={order} />}
      <OrderSalons order={order} hasWays={usable} />
      <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <p>
          <Lek
            name={t('cart.total')}
            amount={order.totalAmount}
            digits={2}
            className="block font-display text-xl font-semibold"
          />
          <PaidAmount order={order} />
          <span className="text-sm text-muted">
            {t.count('orders.items', units)} · {t(`orders.method.${order.paymentMethod}`)}
          </span>
        </p>
        {!usable && <Identity order={order} />}
      </div>
      <div className="flex flex-wrap gap-3">
        {openUnitsOf(order, now).length > 0 && (
          <ButtonLink
            to={`/orders/${order.id}`}
            aria-label={`${t('orders.showVoucher')}: ${spelled(orderNumberOf(order))}`}
          >
            {t('orders.showVoucher')}
          </ButtonLink>
        )}
        <ButtonLink
          variant="secondary"
          to={`/orders/${order.id}`}
          aria-label={`${t('orders.view')}: ${spelled(orderNumberOf(order))}`}
        >
          {t('orders.view')}
        </ButtonLink>
        {isCancelable(order, now) && (
          <span className="ml-auto">
            <CancelOrder order={order} />
          </span>
        )}
      </div>
    </article>
  );
}

/** The identifier of an order, where no ticket shows it. */
export function Identity({ order }: { order: Order }) {
  const t = useT();
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {order.paymentMethod === 'cash' ? t('orders.purchaseId') : t('orders.paymentId')}:{' '}
      <SpelledText code={shownIdOf(order)} />
    </p>
  );
}

/** Cancels the open units of an order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const isSent = useRef(false);
  const cancel = useCancelOrder(() => setAsking(false));
  const titleId = titleIdOf(order);
  // Once canceled, the order is listed elsewhere without this button.
  useEffect(
    () => () => {
      const title = isSent.current && document.getElementById(titleId);
      if (title) focusOn(title);
    },
    [titleId],
  );
  return (
    <>
      <Button
        variant="danger"
        aria-haspopup="dialog"
        aria-label={`${t('orders.cancel')}: ${spelled(nameOf(order))}`}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancel')}
      </Button>
      {asking && (
        <Dialog title={t('orders.cancel.ask')} onClose={() => setAsking(false)}>
          <p>
            {order.paymentMethod === 'card' ? (
              t('orders.cancel.text.card')
            ) : (
              <SplitText
                visible={t('orders.cancel.text', { id: order.stripePaymentIntentId })}
                spoken={t('orders.cancel.text', { id: spelled(order.stripePaymentIntentId) })}
              />
            )}
          </p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" data-first="" onClick={() => setAsking(false)}>
              {t('orders.cancel.keep')}
            </Button>
            <Button
              isPending={cancel.isPending}
              onClick={() => {
                isSent.current = true;
                cancel.mutate({ orderId: order.id });
              }}
            >
              {t('orders.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
