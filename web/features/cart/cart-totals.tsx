import { type ReactNode, useEffect, useRef } from 'react';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { formatLek } from '#core/i18n/format.ts';
import { announce } from '#web/kit/announce.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { Lek } from '../deals/price.tsx';

/** Whether it can be ordered, as far as the cart knows. */
export const isForSale = ({ unavailable }: CartItem): boolean => unavailable === null;

/** What can be ordered of them comes to this. */
export const totalsOfLines = (lines: readonly CartItem[]) =>
  totalsOf(
    lines
      .filter(isForSale)
      .map(({ deal, quantity }) => ({ price: deal.price, originalPrice: deal.originalPrice, quantity })),
  );

/** As long as somebody may go on pressing plus, in ms. */
const SAY_MS = 800;

/** Says what all comes to, once it has become something else. */
export function useTotalVoice(lines: readonly CartItem[]): void {
  const t = useT();
  const total = toLek(totalsOfLines(lines).total);
  const known = useRef(total);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (known.current === total) return;
      known.current = total;
      announce(`${t('cart.total')}: ${formatLek(total, t.language)}`, { about: 'total' });
    }, SAY_MS);
    return () => clearTimeout(timer);
  }, [total, t]);
}

/** Subtotal and savings, by the same sum the server makes. */
export function CartSums({ lines }: { lines: readonly CartItem[] }) {
  const t = useT();
  const { subtotal, savings } = totalsOfLines(lines);
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-2">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t('cart.subtotal')}</dt>
          <dd>
            <Lek amount={toLek(subtotal)} />
          </dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 text-olive">
          <dt>{t('cart.savings')}</dt>
          <dd className="font-semibold">
            <Lek amount={toLek(savings)} isLess />
          </dd>
        </div>
      </dl>
      {!lines.every(isForSale) && <p className="text-sm text-muted">{t('cart.withoutUnavailable')}</p>}
    </div>
  );
}

/** The total and what one does about it, in sight however many lines there are, where the screen is high enough. */
export function TotalBar({
  lines,
  className = '',
  children,
}: {
  lines: readonly CartItem[];
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      data-keep-clear=""
      className={`bottom-[calc(66px+env(safe-area-inset-bottom))] z-20 md:bottom-[16px] flex flex-wrap items-center gap-x-[16px] gap-y-2 rounded-card border border-line bg-surface p-[12px] max-sm:text-fitted ${className}`}
    >
      <CartTotal lines={lines} className="max-sm:flex-col" />
      {children}
    </div>
  );
}

export function CartTotal({ lines, className = '' }: { lines: readonly CartItem[]; className?: string }) {
  const t = useT();
  return (
    <dl className={`flex flex-auto flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt className="font-semibold">{t('cart.total')}</dt>
      <dd>
        <Lek
          amount={toLek(totalsOfLines(lines).total)}
          className="font-display text-xl font-semibold max-sm:text-[clamp(1.02rem,5vw,1.125rem)]"
        />
      </dd>
    </dl>
  );
}
