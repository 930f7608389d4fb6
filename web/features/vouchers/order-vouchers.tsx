import type { Order } from '#core/contract/orders.ts';
import { bySalon } from '#core/domain/salons.ts';
import { greetingOf } from '#web/features/orders/order-parts.tsx';
import { isCancelable } from '#web/features/orders/order-state.ts';
import { SalonLinks, SalonPlace } from '#web/features/salons/salon-links.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { CancelVoucher, RefundState } from './cancel-voucher.tsx';
import { type ShownUnit, VoucherCard } from './voucher-card.tsx';

/** The units of an order by salon; with `hasWays` how to get there. */
export function OrderVouchers({ order, hasWays }: { order: Order; hasWays: boolean }) {
  const t = useT();
  const now = useMinute();
  const units = order.items.flatMap(({ vouchers, ...item }) => vouchers.map((voucher) => ({ ...item, ...voucher })));
  const numbered = units.map((unit, index): ShownUnit & (typeof units)[number] => ({
    ...unit,
    position: units.length > 1 ? { number: index + 1, count: units.length } : undefined,
  }));
  const isOpen = ({ status }: ShownUnit) => status === 'open';
  const openFirst = [...numbered.filter(isOpen), ...numbered.filter((unit) => !isOpen(unit))];
  const salons = bySalon(openFirst, ({ businessName, salon }) => ({ name: businessName, salon }));
  return (
    <section aria-labelledby="vouchers" className="flex flex-col gap-4">
      <h2 id="vouchers" className="text-xl">
        {t(units.length > 1 ? 'voucher.yours.several' : 'voucher.yours')}
      </h2>
      {units.some(isOpen) && (
        <p className="-mt-3 text-sm text-muted">
          {t(units.length > 1 ? 'voucher.offline.several' : 'voucher.offline')}
        </p>
      )}
      {salons.map(({ name, salon, items }) => (
        <div key={`${name} ${salon?.address} ${salon?.phone}`} className="flex flex-col gap-4">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))] items-start gap-4">
            {items.map((unit) => (
              <li key={unit.id}>
                <VoucherCard unit={unit} level="h3" note={t('voucher.gift')}>
                  <RefundState unit={unit} />
                  {unit.status === 'open' && isCancelable(order, now) && <CancelVoucher order={order} unit={unit} />}
                </VoucherCard>
              </li>
            ))}
          </ul>
          {salon && hasWays && (
            <div className="flex flex-col gap-2">
              <p className="font-semibold" translate="no">
                {name}
              </p>
              <SalonPlace salon={salon} />
              <div className="flex flex-wrap gap-2 *:flex-auto">
                <SalonLinks name={name} business={name} salon={salon} greeting={greetingOf(order, t)} />
              </div>
            </div>
          )}
        </div>
      ))}
    </section>
  );
}
