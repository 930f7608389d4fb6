import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Deal, RelatedDeal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/deals.ts';
import { categoryName, cityName, langOfCategory } from '../features/deals/deal-words.ts';
import { noteViewed, useRecentlyViewed } from '../features/deals/recently-viewed.ts';
import { WithPart } from '../features/deals/titled.tsx';
import { useCategory } from '../features/deals/use-category.ts';
import { isAbsent, relatedQuery } from '../features/deals/use-deals.ts';
import { api } from '../kit/api.ts';
import { useT } from '../kit/i18n.tsx';
import { MissingPart } from '../ui/problem.tsx';
import { DealShelf, ShelfSkeleton } from './deal-shelf.tsx';

const NONE: RelatedDeal[] = [];

/** What else one may want who looks at a deal; `level` is that of the other parts beside it. */
export function RelatedDeals({ deal, level = 'h2' }: { deal: Deal; level?: 'h2' | 'h3' }) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...relatedQuery(api, deal.id), enabled: isPublic(deal) });
  const named = useCategory(deal.category);
  const seen = useRecentlyViewed(deal.id);
  useEffect(() => {
    if (isPublic(deal)) noteViewed(deal);
  }, [deal]);
  const of = (wanted: RelatedDeal['relation']) => (data ?? NONE).filter(({ relation }) => relation === wanted);
  const next = of('city');
  const alikeIn = (city: string) => {
    if (!named) return null;
    const category = categoryName(named, t);
    return (
      <WithPart part={{ text: category, lang: langOfCategory(named, t) }}>
        {t('deal.alike', { category, city: cityName(city, t) })}
      </WithPart>
    );
  };
  return (
    <>
      {isPublic(deal) && !error && !(data && named) && <ShelfSkeleton />}
      {/* What is not for everybody any more has nothing beside it. */}
      {!data && error && !isAbsent(error) && (
        <MissingPart what={t('deal.othersFailed')} error={error} retry={() => void refetch()} />
      )}
      <DealShelf level={level} title={t('salon.more', { salon: deal.businessName })} deals={of('salon')} />
      <DealShelf level={level} title={alikeIn(deal.city)} deals={named ? of('category') : NONE} />
      <DealShelf level={level} title={alikeIn(next[0]?.city ?? '')} deals={named ? next : NONE} />
      <DealShelf level={level} title={t('deal.seen')} deals={seen} />
    </>
  );
}
