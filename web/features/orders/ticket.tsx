import type { Order } from '#core/contract/orders.ts';
import { formatDate } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Clock, Phone } from '#web/ui/icons.tsx';
import { SpelledText } from '#web/ui/screen-reader-text.tsx';
import { nameOf, shownIdOf } from './order-state.ts';

const ids = {
  cash: { name: 'orders.purchaseId', hint: 'orders.presentId' },
  card: { name: 'orders.orderId', hint: 'orders.presentPaid' },
} as const;

/** What one shows at the salon, until when, and how one gets a time there. */
export function Ticket({ order }: { order: Order }) {
  const t = useT();
  const isReached = order.items.some(({ salon }) => salon.phone || salon.whatsapp);
  const { name, hint } = ids[order.paymentMethod];
  return (
    <div className="overflow-hidden rounded-2xl bg-olive-soft">
      <div className="flex flex-col gap-1 px-[min(1rem,4vw)] py-4">
        <p className="text-sm text-muted">{t(name)}</p>
        <p className="whitespace-nowrap font-display text-[min(2rem,6.6vw)] font-semibold leading-tight" translate="no">
          <SpelledText code={nameOf(order)} />
        </p>
        {order.paymentMethod === 'card' && (
          <p className="text-sm text-muted">
            {t('orders.paymentId')}:{' '}
            <span translate="no">
              <SpelledText code={shownIdOf(order)} />
            </span>
          </p>
        )}
        <p>{t(hint)}</p>
        <ul className="mt-2 flex flex-col gap-1.5 text-sm">
          <li className="flex gap-2">
            <Clock size={18} className="mt-0.5 shrink-0 text-olive" />
            <time dateTime={order.useBy}>{t('orders.useBy', { date: formatDate(order.useBy, t.language) })}</time>
          </li>
          {isReached && (
            <li className="flex gap-2">
              <Phone size={18} className="mt-0.5 shrink-0 text-olive" />
              {t('orders.book')}
            </li>
          )}
        </ul>
      </div>
      <div aria-hidden="true" className="kilim h-1.5 text-olive opacity-70" />
    </div>
  );
}
