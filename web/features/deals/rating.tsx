import { formatAmount } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Star } from '#web/ui/icons.tsx';

/** The stars of a deal and how many gave them; nothing where nobody did. */
export function Rating({ deal: { rating, reviewCount } }: { deal: { rating: number | null; reviewCount: number } }) {
  const t = useT();
  if (rating === null || reviewCount === 0) return null;
  const said = formatAmount(rating, t.language, 1);
  return (
    <span className="order-1 inline-flex shrink-0 items-center gap-1 text-sm font-semibold text-ink numerals">
      <Star size={15} className="fill-current text-honey" />
      <span aria-hidden="true">
        {said} <span className="font-normal text-quiet">{`(${reviewCount})`}</span>
      </span>
      <span className="sr-only">{`${t('deal.rating', { rating: said })}, ${t.count('deal.reviews', reviewCount)}`}</span>
    </span>
  );
}
