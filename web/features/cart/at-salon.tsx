import type { ReactNode } from 'react';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek } from '#core/domain/money.ts';
import { type AtSalon, bySalon } from '#core/domain/salons.ts';
import { lastDayFrom } from '#core/domain/use-by.ts';
import { formatDate, formatLek } from '#core/i18n/format.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Spoken } from '#web/ui/spoken.tsx';
import { SalonPlace } from '../deals/salon-place.tsx';
import { isForSale, totalsOfLines } from './cart-totals.tsx';

/** The lines of a cart, salon by salon; those that say no more of themselves are of none. */
export const linesBySalon = (lines: readonly CartItem[]) =>
  bySalon(lines, ({ deal, salon }) => ({ name: deal.businessName, salon }));

interface Props {
  place: AtSalon<CartItem, CartItem['salon']>;
  /** Nothing is paid there: it is paid by card. */
  isByCard?: boolean;
  /** How one pays is not chosen yet. */
  isUndecided?: boolean;
  children: ReactNode;
}

/** What one would have at a salon: where it is, the lines, what one pays there and until when one may come. */
export function AtSalonBlock({ place, isByCard = false, isUndecided = false, children }: Props) {
  const t = useT();
  const { name, salon, items } = place;
  const lastDay = formatDate(lastDayFrom(useMinute()), t.language);
  const sum = formatLek(toLek(totalsOfLines(items).total), t.language);
  return (
    <section aria-label={name || undefined} className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg">{name || t('cart.withdrawn')}</h2>
        {salon && <SalonPlace salon={salon} />}
      </div>
      {children}
      {items.some(isForSale) && (
        <div>
          {!isByCard && (
            <p className="font-semibold">
              <Spoken>{isUndecided ? `${t('cart.total')}: ${sum}` : t('salon.pays', { salon: name, sum })}</Spoken>
            </p>
          )}
          <p className="text-sm text-quiet">{t('cart.useBy', { date: lastDay })}</p>
        </div>
      )}
    </section>
  );
}
