import type { Order } from '#core/contract/orders.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Lek } from '../deals/price.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderSalons } from './order-salons.tsx';
import { isOpen, statusOf } from './order-state.ts';
import { Ticket } from './ticket.tsx';

const looks = {
  completed: 'bg-olive text-on-olive',
  failed: 'bg-alert-soft text-alert',
  pending: 'bg-raised text-ink',
  refunded: 'bg-raised text-ink',
} as const;

/** Card payments show a shortened id (Spec 2 §2). */
const shorten = (id: string) => (id.length > 16 ? `${id.slice(0, 14)}…` : id);

export function OrderCard({ order }: { order: Order }) {
  const t = useT();
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      id={`order-${order.id}`}
      tabIndex={-1}
      className="flex flex-col gap-4 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
    >
      <Heading order={order} />
      {isOpen(order) && <Ticket order={order} />}
      <OrderSalons order={order} />
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
        {isOpen(order) ? <CancelOrder order={order} /> : <Identity order={order} />}
      </div>
    </article>
  );
}

/** Which order it is, of when, and what became of it. */
function Heading({ order }: { order: Order }) {
  const t = useT();
  const { status, failedReason } = order;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h3 className="font-sans text-sm font-semibold tracking-normal">
          {t('orders.orderId')} <span className="font-normal text-quiet">{order.id.slice(-12)}</span>
        </h3>
        <p className="text-sm text-quiet">
          <time dateTime={order.createdAt}>{formatDateTime(order.createdAt, t.language)}</time>
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
        <span className={`rounded-full px-3 py-1 text-xs font-bold ${looks[status]}`}>{statusOf(order, t)}</span>
        {failedReason && t(`orders.reason.${failedReason}`)}
      </p>
    </div>
  );
}

/** What names an order that is over. */
function Identity({ order: { paymentMethod, stripePaymentIntentId: id } }: { order: Order }) {
  const t = useT();
  return (
    <p className="text-sm text-quiet">
      {paymentMethod === 'cash' ? t('orders.purchaseId') : t('orders.paymentId')}:{' '}
      <span translate="no">{shorten(id)}</span>
    </p>
  );
}
