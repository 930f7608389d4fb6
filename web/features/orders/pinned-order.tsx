import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Order } from '#core/contract/orders.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Translate } from '#core/i18n/t.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { dismissToastLeadingTo, latestToast, repositionToast, useToast } from '#web/kit/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TicketCheck, X } from '#web/ui/icons.ts';
import { nameOf } from './order-state.ts';
import { useOpenOrders } from './use-orders.ts';

/** The order that somebody has hidden. */
const hidden = createStoredState<string | null>('hiddenOrder', {
  none: null,
  read: (stored) => (typeof stored === 'string' ? stored : null),
  isPersonal: () => true,
});

/**
 * The newest usable order, pinned above the tabs. It overlays the page without moving it; there is room for it at the end of
 * the page, and focused elements keep clear of it (`app.css`). On low screens it is the end of the page.
 */
export function PinnedOrder() {
  const t = useT();
  const { open } = useOpenOrders();
  const isHidden = useStoredState(hidden) === open[0]?.id;
  const [order] = open;
  const shown = isHidden ? undefined : order?.id;
  // A toast that was open before has been read.
  const [cameAlong] = useState(latestToast);
  // The order of a card payment may be known only later.
  const leadsTo = useToast()?.action?.leadsTo;
  useEffect(() => {
    if (shown && leadsTo === `/orders/${shown}`) dismissToastLeadingTo(leadsTo, cameAlong);
  }, [shown, cameAlong, leadsTo]);
  useEffect(() => {
    if (shown) repositionToast();
  }, [shown]);
  if (!order || isHidden) return null;
  return (
    <aside
      aria-label={t('orders.open')}
      data-pinned=""
      data-keep-clear=""
      className="inset-x-[12px] bottom-[calc(66px+env(safe-area-inset-bottom))] z-30 flex max-w-md animate-rise items-center tall:fixed mt-4 tall:mt-0 gap-1 rounded-2xl border border-line bg-surface pr-1 text-ink shadow-lift md:bottom-[16px] md:left-[max(24px,50%-34.5rem)] md:right-auto"
    >
      <Link to={`/orders/${order.id}`} className="flex min-w-0 flex-1 items-center gap-[12px] p-[12px]">
        <TicketCheck size={26} className="shrink-0 text-olive" />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere max-sm:text-fitted">
            {order.paymentMethod === 'card' && `${t('orders.orderId')} `}
            <span translate="no">{nameOf(order)}</span>
          </span>
          <span className="block text-sm text-muted max-sm:text-fitted-sm">
            {factsOf(order, { t, count: open.length })}
          </span>
        </span>
      </Link>
      <IconButton label={t('orders.pinned.hide')} onClick={() => hidden.set(order.id)} className="text-muted">
        <X size={18} />
      </IconButton>
      {createPortal(<div className="hidden h-24 tall:block" />, document.body)}
    </aside>
  );
}

/** Salon and last day; of several orders their number. */
function factsOf({ items, useBy }: Order, { t, count }: { t: Translate; count: number }): ReactNode {
  if (count > 1) return t.count('orders.pinned', count);
  const lastDay = t('orders.useBy', { date: formatDate(useBy, t.language) });
  const [salon, ...others] = new Set(items.map(({ businessName }) => businessName));
  if (others.length > 0) return lastDay;
  return (
    <>
      <span translate="no">{salon}</span> · {lastDay}
    </>
  );
}
