import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DealCard } from '#core/contract/shapes.ts';
import { DealActions } from '#web/features/deals/deal-actions.tsx';
import { DealDetail, DealNotFound } from '#web/features/deals/deal-detail.tsx';
import { asDeal } from '#web/features/deals/deal-queries.ts';
import { RelatedDeals } from '#web/features/deals/related-deals.tsx';
import { dealQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { LoadingText, Skeletons } from '#web/ui/loading.tsx';
import { MissingPart, Problem } from '#web/ui/problem.tsx';

/** A deal in the dialog of `shell/opened-deal.tsx`. */
export function DealModal() {
  const t = useT();
  const { pathname, state } = useLocation();
  const id = pathname.split('/')[2] ?? '';
  const { preview } = state as { preview?: DealCard };
  const { data, error, refetch } = useQuery(dealQuery(api, id));
  const known = useMemo(() => preview && asDeal(preview), [preview]);
  const deal = data === undefined ? known : data;
  const retry = () => void refetch();
  if (deal === null) return <DealNotFound level="h2" />;
  if (!deal) return error ? <Problem text={reasonOf(error, t)} retry={retry} /> : <LoadingText />;
  return (
    <DealDetail
      key={deal.id}
      deal={deal}
      level="h2"
      insteadOfText={data || error ? null : <Skeletons count={1} className="h-12" />}
      insteadOfSalon={data ? undefined : <SalonWaiting error={error} retry={retry} />}
      actions={(isForSale) => <DealActions deal={deal} isForSale={isForSale} />}
      related={<RelatedDeals deal={deal} level="h3" />}
    />
  );
}

/** A list knows only the name of a salon, and mostly its address. */
function SalonWaiting({ error, retry }: { error: Error | null; retry: () => void }) {
  const t = useT();
  if (error) return <MissingPart what={t('salon.failed')} error={error} retry={retry} />;
  return <Skeletons count={1} className="h-48" />;
}
