import type { ReactNode } from 'react';
import type { Order, OrderItem } from '#core/contract/orders.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { bySalon } from '#core/domain/salons.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { SalonLinks, SalonPlace } from '#web/features/salons/salon-links.tsx';
import { SalonName } from '#web/features/salons/salon-name.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Clock, Phone } from '#web/ui/more-icons.ts';
import { ScreenReaderText, SpelledText } from '#web/ui/screen-reader-text.tsx';
import { isOpen, isPaidApart, nameOf, openUnitsOf, shownIdOf, stateOf, statusOf } from './order-state.ts';

const totalOf = (items: readonly OrderItem[]) => toLek(totalsOf(items).total);

/** What is still to be paid at the salon. Answers kept for offline may be older than vouchers. */
const dueOf = (items: readonly OrderItem[]) =>
  items.reduce(
    (sum, item) =>
      sum +
      (item.vouchers?.reduce((due, { status, cashDue }) => due + (status === 'open' ? (cashDue ?? 0) : 0), 0) ??
        totalOf([item])),
    0,
  );

/** With which a buyer writes to a salon: not with the Purchase ID, which redeems the voucher. */
export const greetingOf = (order: Order, t: Translate): string =>
  t(isOpen(order) ? 'orders.greeting' : 'orders.greeting.paid', { id: orderNumberOf(order) });

/** The items by salon; with what to pay there while the order is open, and with `hasWays` the ways to get there. */
export function OrderSalons({ order, hasWays }: { order: Order; hasWays: boolean }) {
  const t = useT();
  const greeting = greetingOf(order, t);
  const salons = bySalon(order.items, ({ businessName, salon }) => ({ name: businessName, salon }));
  return (
    <ul className="flex flex-col gap-5">
      {salons.map(({ name, salon, items }) => (
        <li key={`${name} ${salon?.address} ${salon?.phone}`} className="flex flex-col gap-2">
          <p className="font-semibold">
            <SalonName name={name} slug={salon?.slug} />
          </p>
          {salon && hasWays && <SalonPlace salon={salon} />}
          <ul className="flex flex-col gap-1 text-sm">
            {items.map((item) => (
              <Item key={item.dealId} item={item} />
            ))}
          </ul>
          {isOpen(order) && (
            <p className="font-semibold">
              <ScreenReaderText>
                {t('salon.pays', { salon: name, sum: formatLek(dueOf(items), t.language) })}
              </ScreenReaderText>
            </p>
          )}
          {salon && hasWays && (
            <div className="flex flex-wrap gap-2 *:flex-auto">
              <SalonLinks name={name} business={name} salon={salon} greeting={greeting} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: OrderItem }) {
  const t = useT();
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 flex-[1_1_10rem]">
        {item.quantity} × <span lang={langOf(item.titleEn, t)}>{titleOf(item, t)}</span>
        {item.refund && <span className="text-muted"> · {t(`orders.refund.${item.refund}`)}</span>}
      </span>
      <Lek amount={totalOf([item])} />
    </li>
  );
}

const ids = {
  cash: { name: 'orders.purchaseId', hint: 'orders.presentId' },
  card: { name: 'orders.orderId', hint: 'orders.presentPaid' },
} as const;

/** The code to show at the salon, its last day, and how to make an appointment. */
export function Ticket({ order }: { order: Order }) {
  const t = useT();
  const isReached = order.items.some(({ salon }) => salon.phone || salon.whatsapp);
  const { name, hint } = ids[order.paymentMethod];
  return (
    <div className="overflow-hidden rounded-2xl bg-olive-soft">
      <div className="flex flex-col gap-1 px-[min(1rem,4vw)] py-4">
        <p className="text-sm text-muted">{t(name)}</p>
        <p className="whitespace-nowrap font-display text-[min(2rem,6.6vw)] font-semibold leading-tight">
          <SpelledText code={nameOf(order)} />
        </p>
        {order.paymentMethod === 'card' && (
          <p className="text-sm text-muted">
            {t('orders.paymentId')}: <SpelledText code={shownIdOf(order)} />
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

/** What was paid and not refunded, where that is not the total. */
export function PaidAmount({ order }: { order: Order }) {
  const t = useT();
  if (!isPaidApart(order)) return null;
  return (
    <span className="block text-sm">
      {t('orders.paid')}: <Lek amount={order.paidAmount} digits={2} />
    </span>
  );
}

const statusClasses = {
  completed: 'bg-olive text-on-olive',
  failed: 'bg-alert-soft text-alert',
  pending: 'bg-raised text-ink',
  refunded: 'bg-raised text-ink',
} as const;

export const titleIdOf = ({ id }: Pick<Order, 'id'>) => `order-${id}-title`;

/** State, number and date of an order; `children` stand above. On its page the number is in the receipt; where that is folded, in print. */
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
  const now = useMinute();
  const { words, beside } = stateOf(order, { t, now });
  const isInReceipt = Title === 'p' && openUnitsOf(order, now).length === 0;
  return (
    <div className="min-w-0">
      {children}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 text-sm text-muted">
        {words && <span className="text-base font-semibold text-ink">{words}</span>}
        <span className={`rounded-full px-2.5 py-0.5 text-xs font-semibold ${statusClasses[order.status]}`}>
          {statusOf(order, t)}
        </span>
        {beside}
      </p>
      {!isInReceipt && (
        <Title
          id={Title === 'h3' ? titleIdOf(order) : undefined}
          className={`font-sans text-sm font-semibold tracking-normal wrap-anywhere ${Title === 'p' ? 'hidden print:block' : ''}`}
        >
          {t('orders.orderId')}{' '}
          <span className="font-normal text-muted">
            <SpelledText code={orderNumberOf(order)} />
          </span>
        </Title>
      )}
      <p className="text-sm text-muted">
        <time dateTime={order.createdAt}>{formatDateTime(order.createdAt, t.language)}</time>
      </p>
    </div>
  );
}
