import type { ReactNode } from 'react';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek } from '#core/domain/money.ts';
import { AtSalonBlock, linesBySalon } from '#web/features/cart/at-salon.tsx';
import { CartSums, isForSale, totalsOfLines } from '#web/features/cart/cart-totals.tsx';
import { titleOfLine } from '#web/features/cart/line-title.ts';
import { langOfTitle } from '#web/features/deals/deal-words.ts';
import { Lek } from '#web/features/deals/price.tsx';
import { useT } from '#web/kit/i18n.tsx';

interface Props {
  lines: CartItem[];
  isByCard?: boolean;
  /** How one pays is not chosen yet. */
  isUndecided?: boolean;
  children?: ReactNode;
}

/** What is about to be ordered, salon by salon. */
export function OrderSummary({ lines, isByCard = false, isUndecided = false, children }: Props) {
  const t = useT();
  return (
    <section
      aria-label={t('cart.title')}
      className="flex flex-col gap-6 rounded-card bg-surface p-[min(1.25rem,6vw)] shadow-card"
    >
      {linesBySalon(lines).map((place) => (
        <AtSalonBlock key={`${place.name} ${place.salon?.address}`} place={place} {...{ isByCard, isUndecided }}>
          <ul className="flex flex-col gap-2">
            {place.items.map((line) => (
              <li key={line.dealId} className="flex flex-wrap justify-between gap-x-4 text-sm">
                <span className="min-w-0 flex-[1_1_10rem]">
                  {line.quantity} × <span lang={langOfTitle(line.deal, t)}>{titleOfLine(line, t)}</span>
                </span>
                {isForSale(line) ? (
                  <Lek amount={toLek(totalsOfLines([line]).total)} />
                ) : (
                  <span className="font-semibold text-alert">
                    {t(line.unavailable === 'expired' ? 'cart.line.expired' : 'cart.line.unavailable')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </AtSalonBlock>
      ))}
      <div className="border-t border-line pt-4">
        <CartSums lines={lines} />
      </div>
      {children}
    </section>
  );
}
