import { useQuery } from '@tanstack/react-query';
import type { Deal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/public-deal.ts';
import { relatedQuery } from '../features/deals/use-deals.ts';
import { api } from '../kit/api.ts';
import { useT } from '../kit/i18n.tsx';
import { DealShelf } from './deal-shelf.tsx';

/** What else one may want who looks at a deal. */
export function RelatedDeals({ deal }: { deal: Deal }) {
  const t = useT();
  const { data = [] } = useQuery({ ...relatedQuery(api, deal.id), enabled: isPublic(deal) });
  const ofSalon = data.filter(({ relation }) => relation === 'salon');
  return <DealShelf title={t('salon.more', { salon: deal.businessName })} deals={ofSalon} />;
}
