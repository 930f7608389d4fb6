import type { Order } from '#core/contract/orders.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { spelled } from '#core/i18n/heard.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Spelled } from '#web/ui/spoken.tsx';
import { Lek } from '../deals/price.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderHead, titleIdOf } from './order-head.tsx';
import { OrderSalons } from './order-salons.tsx';
import { isOpen, isUsable, shownIdOf } from './order-state.ts';
import { Ticket } from './ticket.tsx';

export function OrderCard({ order }: { order: Order }) {
  const t = useT();
  const usable = isUsable(order, useMinute());
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
          <span className="text-sm text-quiet">
            {t.count('orders.items', units)} · {t(`orders.method.${order.paymentMethod}`)}
          </span>
        </p>
        {!usable && <Identity order={order} />}
      </div>
      <div className="flex flex-wrap justify-between gap-3">
        <ButtonLink
          look="quiet"
          to={`/orders/${order.id}`}
          aria-label={`${t('orders.view')}: ${spelled(orderNumberOf(order))}`}
        >
          {t('orders.view')}
        </ButtonLink>
        {isOpen(order) && <CancelOrder order={order} />}
      </div>
    </article>
  );
}

/** What names an order that is over, or may not be used. */
function Identity({ order }: { order: Order }) {
  const t = useT();
  return (
    <p className="text-sm text-quiet wrap-anywhere">
      {order.paymentMethod === 'cash' ? t('orders.purchaseId') : t('orders.paymentId')}:{' '}
      <span translate="no">
        <Spelled code={shownIdOf(order)} />
      </span>
    </p>
  );
}
