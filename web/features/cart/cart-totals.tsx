import type { CartItem } from '#core/contract/cart.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Lek } from '../deals/price.tsx';

export const totalsOfLines = (lines: readonly CartItem[]) =>
  totalsOf(lines.map(({ deal, quantity }) => ({ price: deal.price, originalPrice: deal.originalPrice, quantity })));

/** Subtotal, savings and total, by the same sum the server makes. */
export function CartTotals({ lines }: { lines: readonly CartItem[] }) {
  const t = useT();
  const { subtotal, savings, total } = totalsOfLines(lines);
  return (
    <dl className="flex flex-col gap-2">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-quiet">{t('cart.subtotal')}</dt>
        <dd>
          <Lek amount={toLek(subtotal)} />
        </dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-olive">
        <dt>{t('cart.savings')}</dt>
        <dd className="font-semibold">
          <Lek amount={toLek(savings)} />
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
        <dt className="font-semibold">{t('cart.total')}</dt>
        <dd>
          <Lek amount={toLek(total)} className="font-display text-2xl font-semibold" />
        </dd>
      </div>
    </dl>
  );
}
