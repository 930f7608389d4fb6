import type { Order } from '#core/contract/orders.ts';
import { formatDateTime, formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { titleOf } from '../deals/deal-words.ts';

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
  const cash = order.paymentMethod === 'cash';
  return (
    <article
      id={`order-${order.id}`}
      tabIndex={-1}
      className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="font-sans text-sm font-semibold tracking-normal">
            {t('orders.orderId')} <span className="font-normal text-quiet">{order.id.slice(-12)}</span>
          </h3>
          <p className="text-sm text-quiet">
            <time dateTime={order.createdAt}>{formatDateTime(order.createdAt, t.language)}</time>
          </p>
        </div>
        <span className={`rounded-full px-3 py-1 text-xs font-bold ${looks[order.status]}`}>
          {t(`orders.status.${order.status}`)}
        </span>
      </div>
      <ul className="flex flex-col gap-1 text-sm">
        {order.items.map((item) => (
          <li key={item.dealId}>
            {item.quantity} × {titleOf(item, t)} <span className="text-quiet">· {item.businessName}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <p>
          <data value={order.totalAmount} data-currency="ALL" className="block font-display text-xl font-semibold">
            {formatLek(order.totalAmount, t.language, 2)}
          </data>
          <span className="text-sm text-quiet">
            {t.count('orders.items', units)} · {t(`orders.method.${order.paymentMethod}`)}
          </span>
        </p>
      </div>
      {cash ? (
        <div className="rounded-2xl bg-olive-soft p-4">
          <p className="text-sm text-quiet">{t('orders.purchaseId')}</p>
          <p className="font-display text-2xl font-semibold tracking-wide" translate="no">
            {order.stripePaymentIntentId}
          </p>
          <p className="text-sm">{t('orders.presentId')}</p>
        </div>
      ) : (
        <p className="text-sm text-quiet">
          {t('orders.paymentId')}: <span translate="no">{shorten(order.stripePaymentIntentId)}</span>
        </p>
      )}
    </article>
  );
}
