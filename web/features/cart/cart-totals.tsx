import { type ReactNode, useEffect, useRef } from 'react';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { type AtSalon, bySalon } from '#core/domain/salons.ts';
import { lastDayFrom } from '#core/domain/use-by.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { titleOf } from '#web/features/deals/deal-words.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { SalonPlace } from '#web/features/salons/salon-links.tsx';
import { SalonName } from '#web/features/salons/salon-name.tsx';
import { announce } from '#web/kit/access/announce.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

export const isForSale = ({ unavailable }: CartItem): boolean => unavailable === null;

/** Why a line cannot be ordered. */
export function whyNotForSale({ unavailable, unitsLeft }: CartItem, t: Translate): string {
  const isFew = (unavailable === 'soldOut' || unavailable === 'perPerson') && (unitsLeft ?? 0) > 0;
  return isFew ? t.count('cart.line.few', unitsLeft ?? 0) : t(`cart.line.${unavailable ?? 'unavailable'}`);
}

/** Totals of the lines that can be ordered. Savings are counted as on the deal: not from above the lowest price of 30 days. */
export const totalsOfLines = (lines: readonly CartItem[]) =>
  totalsOf(
    lines.filter(isForSale).map(({ deal: { price, originalPrice, lowestPrice30d }, quantity }) => ({
      ...{ price, quantity },
      originalPrice: originalPrice && Math.min(originalPrice, lowestPrice30d ?? originalPrice),
    })),
  );

/** Debounce, in ms. */
const SAY_MS = 800;

/** Announces the new total. */
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

export function CartSums({ lines }: { lines: readonly CartItem[] }) {
  const t = useT();
  const { subtotal, savings } = totalsOfLines(lines);
  const lastDay = formatDate(lastDayFrom(useMinute()), t.language);
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
      {lines.some(isForSale) && <p className="text-sm text-muted">{t('cart.useBy', { date: lastDay })}</p>}
      {!lines.every(isForSale) && <p className="text-sm text-muted">{t('cart.withoutUnavailable')}</p>}
    </div>
  );
}

/** The total and its action, sticky on screens that are high enough. */
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
      className={`bottom-[calc(66px+env(safe-area-inset-bottom))] z-20 barred:bottom-[calc(12px+env(safe-area-inset-bottom))] md:bottom-[16px] flex flex-wrap items-center gap-x-[16px] gap-y-2 rounded-card border border-line bg-surface p-[12px] max-sm:text-fitted ${className}`}
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

/** Lines by salon; withdrawn deals have none. */
export const linesBySalon = (lines: readonly CartItem[]) =>
  bySalon(lines, ({ deal, salon }) => ({ name: deal.businessName, salon }));

interface Props {
  place: AtSalon<CartItem, CartItem['salon']>;
  /** Paid by card, so nothing is paid at the salon. */
  isByCard?: boolean;
  /** The payment method is not chosen yet. */
  isUndecided?: boolean;
  /** The name leads to the page of the salon. */
  hasLink?: boolean;
  children: ReactNode;
}

/** The lines of a salon: its address, and what is paid there. */
export function AtSalonBlock({ place, isByCard = false, isUndecided = false, hasLink = false, children }: Props) {
  const t = useT();
  const { name, salon, items } = place;
  const sum = formatLek(toLek(totalsOfLines(items).total), t.language);
  return (
    <section aria-label={name || undefined} className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg">
          {name ? <SalonName name={name} slug={hasLink ? salon?.slug : null} /> : t('cart.withdrawn')}
        </h2>
        {salon && <SalonPlace salon={salon} />}
      </div>
      {children}
      {items.some(isForSale) && !isByCard && (
        <p className="font-semibold">
          <ScreenReaderText>
            {isUndecided ? `${t('cart.total')}: ${sum}` : t('salon.pays', { salon: name, sum })}
          </ScreenReaderText>
        </p>
      )}
    </section>
  );
}

/** The title of a line; a deal that is not public any more has none. */
export const titleOfLine = ({ deal }: CartItem, t: Translate) => titleOf(deal, t) || t('cart.line.withdrawn');
