import type { DealCard } from '#core/contract/shapes.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import { formatLek } from '#core/i18n/format.ts';
import { heard } from '#core/i18n/heard.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

interface LekProps {
  amount: number;
  /** What it is, where only eyes can tell. */
  name?: string;
  /** It is taken away. */
  isLess?: boolean;
  digits?: number;
  className?: string;
}

/** An amount of lek, grouped for eyes, plain for ears and for machines: `<data value="2200">`. */
export function Lek({ amount, name, isLess = false, digits, className = '' }: LekProps) {
  const t = useT();
  const seen = formatLek(amount, t.language, digits);
  const said = heard(seen, t.language);
  return (
    <>
      <span className="sr-only">{name ? `${name}: ${said}` : said}</span>
      <data value={amount} aria-hidden="true" className={`whitespace-nowrap numerals ${className}`}>
        {isLess && amount > 0 && '−'}
        {seen}
      </data>
    </>
  );
}

/** Whole lek saved against the original price; 0 when there is none. */
export function savingOf({ price, originalPrice }: { price: number; originalPrice: number | null }): number {
  return originalPrice === null ? 0 : toLek(Math.max(0, toQindarka(originalPrice) - toQindarka(price)));
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

/** `për person`; what one of several costs, in whole lek that are not too few. */
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
