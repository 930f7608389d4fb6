import type { Order, OrderItem } from '#core/contract/orders.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { bySalon } from '#core/domain/salons.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Spoken } from '#web/ui/spoken.tsx';
import { langOf, titleOf } from '../deals/deal-words.ts';
import { Lek } from '../deals/price.tsx';
import { SalonLinks } from '../deals/salon-links.tsx';
import { SalonPlace } from '../deals/salon-place.tsx';
import { isOpen } from './order-state.ts';

const totalOf = (items: readonly OrderItem[]) => toLek(totalsOf(items).total);

/** What was ordered, salon by salon; while the order is open, what one pays there; with `hasWays` how one gets there. */
export function OrderSalons({ order, hasWays }: { order: Order; hasWays: boolean }) {
  const t = useT();
  const greeting = isOpen(order)
    ? t('orders.greeting', { id: order.stripePaymentIntentId })
    : t('orders.greeting.paid', { id: orderNumberOf(order) });
  const salons = bySalon(order.items, ({ businessName, salon }) => ({ name: businessName, salon }));
  return (
    <ul className="flex flex-col gap-5">
      {salons.map(({ name, salon, items }) => (
        <li key={`${name} ${salon?.address} ${salon?.phone}`} className="flex flex-col gap-2">
          <p className="font-semibold">{name}</p>
          {salon && hasWays && <SalonPlace salon={salon} />}
          <ul className="flex flex-col gap-1 text-sm">
            {items.map((item) => (
              <Item key={item.dealId} item={item} />
            ))}
          </ul>
          {isOpen(order) && (
            <p className="font-semibold">
              <Spoken>{t('salon.pays', { salon: name, sum: formatLek(totalOf(items), t.language) })}</Spoken>
            </p>
          )}
          {salon && hasWays && (
            <div className="flex flex-wrap gap-2 *:flex-auto">
              <SalonLinks name={name} salon={salon} greeting={greeting} />
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
        {item.refund && <span className="text-quiet"> · {t(`orders.refund.${item.refund}`)}</span>}
      </span>
      <Lek amount={totalOf([item])} />
    </li>
  );
}
