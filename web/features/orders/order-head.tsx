import type { ReactNode } from 'react';
import type { Order } from '#core/contract/orders.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Spelled } from '#web/ui/spoken.tsx';
import { isOpen, isUsable, statusOf, whyOf } from './order-state.ts';

const looks = {
  completed: 'bg-olive text-on-olive',
  failed: 'bg-alert-soft text-alert',
  pending: 'bg-raised text-ink',
  refunded: 'bg-raised text-ink',
} as const;

/** The heading of an order. */
export const titleIdOf = ({ id }: Pick<Order, 'id'>) => `order-${id}-title`;

/** Which order it is, of when, and what became of it. `children` stand above that. */
export function OrderHead({
  order,
  level: Title,
  children,
}: {
  order: Order;
  level: 'h3' | 'p';
  children?: ReactNode;
}) {
  const t = useT();
  const why = whyOf(order);
  const isPaidFor = isUsable(order, useMinute()) && !isOpen(order);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        {children}
        {/* The ticket below shows it. */}
        <Title
          id={Title === 'h3' ? titleIdOf(order) : undefined}
          className={isPaidFor ? 'sr-only' : 'font-sans text-sm font-semibold tracking-normal wrap-anywhere'}
        >
          {t('orders.orderId')}{' '}
          <span className="font-normal text-quiet">
            <Spelled code={orderNumberOf(order)} />
          </span>
        </Title>
        <p className="text-sm text-quiet">
          <time dateTime={order.createdAt}>{formatDateTime(order.createdAt, t.language)}</time>
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
        <span className={`rounded-full px-3 py-1 text-xs font-bold ${looks[order.status]}`}>{statusOf(order, t)}</span>
        {why ? t(`orders.reason.${why}`) : isPaidFor && t('orders.notYetUsed')}
      </p>
    </div>
  );
}
