import type { Order } from '#core/contract/orders.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { focusOn } from '#web/kit/access/focus.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChevronRight, TicketCheck } from '#web/ui/icons.ts';
import { SpelledText } from '#web/ui/screen-reader-text.tsx';
import { openUnitsOf } from './order-state.ts';

const MAX_ROWS = 3;

/** The first open orders in short; `listId` is the heading of the list of all of them. */
export function OpenOrderRows({ orders, listId }: { orders: Order[]; listId: string }) {
  const t = useT();
  const showAll = () => {
    const list = document.getElementById(listId);
    list?.scrollIntoView({ block: 'start' });
    if (list) focusOn(list);
  };
  if (orders.length === 0) return null;
  return (
    <div className="rounded-card bg-surface shadow-card">
      <ul aria-label={t('orders.open')}>
        {orders.slice(0, MAX_ROWS).map((order) => (
          <li key={order.id} className="border-t border-line first:border-0">
            <Row order={order} />
          </li>
        ))}
      </ul>
      {orders.length > MAX_ROWS && (
        <div className="border-t border-line p-2">
          <Button variant="plain" onClick={showAll} className="w-full">
            {t('orders.open.all', { count: orders.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Row({ order }: { order: Order }) {
  const t = useT();
  const units = openUnitsOf(order, useMinute()).length;
  const salons = [...new Set(order.items.map(({ businessName }) => businessName))].join(', ');
  return (
    <Link to={`/orders/${order.id}`} className="flex items-center gap-[min(0.75rem,3vw)] p-[min(1rem,4vw)]">
      <TicketCheck size={26} className="shrink-0 text-olive" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          {order.paymentMethod === 'cash' ? (
            <>
              <span className="text-sm font-normal text-muted">{t('orders.purchaseId')}</span>{' '}
              <span className="whitespace-nowrap text-[min(1rem,5.5vw)]">
                <SpelledText code={order.stripePaymentIntentId} />
              </span>
            </>
          ) : (
            [t('orders.method.card'), units > 0 && t.count('orders.vouchers', units)].filter(Boolean).join(' · ')
          )}
        </span>
        <span className="block text-sm text-muted wrap-anywhere">
          <span translate="no">{salons}</span> · {t('orders.useBy', { date: formatDate(order.useBy, t.language) })}
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </Link>
  );
}
