import type { Deal, DealCard } from '#core/contract/shapes.ts';
import { isExpired } from '#core/domain/deals.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import { formatEnd } from '#core/i18n/dates.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import { toSpoken } from '#core/i18n/spoken.ts';
import { formatLeft, formatRemaining } from '#core/i18n/time-left.ts';
import { useNow } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Hourglass, Star } from '#web/ui/icons.ts';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

interface LekProps {
  amount: number;
  /** A label for screen readers. */
  name?: string;
  /** A deduction. */
  isLess?: boolean;
  digits?: number;
  className?: string;
}

/** An amount in lek, grouped visually, plain for screen readers: `<data value="2200">`. */
export function Lek({ amount, name, isLess = false, digits, className = '' }: LekProps) {
  const t = useT();
  const seen = formatLek(amount, t.language, digits);
  const said = toSpoken(seen, t.language);
  return (
    <>
      <span className="sr-only">{name ? `${name}: ${said}` : said}</span>
      <data value={amount} aria-hidden="true" translate="no" className={`numerals ${className}`}>
        {isLess && amount > 0 && '−'}
        {seen}
      </data>
    </>
  );
}

/** Lek saved against the original price, or against the lowest one of the 30 days before; 0 where no discount is shown. */
export function savingOf(
  deal: Pick<Deal, 'price' | 'originalPrice' | 'discount' | 'shownDiscount' | 'lowestPrice30d'>,
): number {
  const { price, originalPrice, discount, shownDiscount = discount, lowestPrice30d } = deal;
  if (originalPrice === null || shownDiscount === 0) return 0;
  return toLek(toQindarka(Math.min(originalPrice, lowestPrice30d ?? originalPrice)) - toQindarka(price));
}

type Priced = Pick<DealCard, 'price' | 'originalPrice'> & Partial<Pick<DealCard, 'priceUnit' | 'unitCount'>>;

export function Price({ deal, large = false }: { deal: Priced; large?: boolean }) {
  const t = useT();
  const { price, originalPrice, priceUnit } = deal;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <Lek
        amount={price}
        name={t('deal.salePrice')}
        className={`font-display font-semibold text-ink ${large ? 'text-3xl lying:text-2xl md:text-[min(2.375rem,4.5vw)]' : 'text-xl'}`}
      />
      {originalPrice !== null && originalPrice > price && (
        <s className={`text-muted ${large ? 'text-lg' : 'text-sm'}`}>
          <Lek amount={originalPrice} name={t('deal.originalPrice')} />
        </s>
      )}
      {priceUnit && <PerUnit deal={deal} unit={priceUnit} />}
    </p>
  );
}

/** `për person`: the price of one of several, in whole lek, rounded up. */
function PerUnit({ deal, unit }: { deal: Priced; unit: 'person' | 'session' }) {
  const t = useT();
  const { price, unitCount = 1 } = deal;
  const each = t(`deal.per.${unit}`);
  return (
    <span className="text-sm text-muted">
      <ScreenReaderText>
        {unitCount > 1 ? `${formatLek(Math.ceil(price / unitCount), t.language)} ${each}` : each}
      </ScreenReaderText>
    </span>
  );
}

export function DiscountBadge({ discount, className = '' }: { discount: number; className?: string }) {
  const t = useT();
  if (discount <= 0) return null;
  return (
    <span
      className={`shrink-0 whitespace-nowrap rounded-full bg-olive px-2.5 py-1 text-sm font-bold leading-none text-on-olive numerals ${className}`}
    >
      <span aria-hidden="true">-</span>
      {`${discount}%`}
      <span className="sr-only"> {t('deal.off')}</span>
    </span>
  );
}

/** The rating and its number of votes; nothing without votes. */
export function Rating({ deal: { rating, reviewCount } }: { deal: { rating: number | null; reviewCount: number } }) {
  const t = useT();
  if (rating === null || reviewCount === 0) return null;
  const said = formatAmount(rating, t.language, 1);
  return (
    <span className="order-1 inline-flex shrink-0 items-center gap-1 text-sm font-semibold text-ink numerals">
      <Star size={15} className="fill-current text-honey" />
      <span aria-hidden="true">
        {said} <span className="font-normal text-muted">{`(${reviewCount})`}</span>
      </span>
      <span className="sr-only">{`${t('deal.rating', { rating: said })}, ${t.count('deal.reviews', reviewCount)}`}</span>
    </span>
  );
}

const HOUR = 3_600_000;

export function useExpired(expiresAt: string | null): boolean {
  return isExpired(expiresAt, useNow(expiresAt));
}

const isSoon = (expiresAt: string | null, now: number) => expiresAt !== null && Date.parse(expiresAt) - now < HOUR;

/** The remaining time in its largest unit; in the accent colour in the last hour. */
export function TimeLeft({ expiresAt }: { expiresAt: string | null }) {
  const t = useT();
  const now = useNow(expiresAt);
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm ${isSoon(expiresAt, now) ? 'font-semibold text-honey' : 'text-muted'}`}
    >
      <Hourglass size={15} className="shrink-0" />
      {formatLeft(expiresAt, now, t)}
    </span>
  );
}

/** The end of a deal, and the remaining time. */
export function RunsUntil({ expiresAt }: { expiresAt: string | null }) {
  const t = useT();
  const now = useNow(expiresAt);
  const left = formatRemaining(expiresAt, now, t);
  if (expiresAt === null) return <p className="text-sm text-muted">{left}</p>;
  return (
    <>
      <p className="text-sm">{t('time.until', { when: formatEnd(expiresAt, t.language) })}</p>
      <p className={`text-sm ${isSoon(expiresAt, now) ? 'font-semibold text-honey' : 'text-muted'}`}>{left}</p>
    </>
  );
}
