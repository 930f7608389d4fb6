import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { DealCard } from '#core/contract/shapes.ts';
import { MissingPart, Problem } from '#web/ui/problem.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';
import { DealDetail } from '../features/deals/deal-detail.tsx';
import { DealNotFound } from '../features/deals/deal-not-found.tsx';
import { titleOf } from '../features/deals/deal-words.ts';
import { asDeal, dealQuery } from '../features/deals/use-deals.ts';
import { api } from '../kit/api.ts';
import { useT } from '../kit/i18n.tsx';
import { reasonOf } from '../kit/reason.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LoadingText } from '../ui/loading-text.tsx';
import { DealActions } from './deal-actions.tsx';
import { RelatedDeals } from './related-deals.tsx';

/** A deal over the list it was opened from; it has the deal's own address, and closing goes back. */
export function DealModal() {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const id = pathname.split('/')[2] ?? '';
  const { preview } = state as { preview?: DealCard };
  const { data, error, refetch } = useQuery(dealQuery(api, id));
  const known = useMemo(() => preview && asDeal(preview), [preview]);
  const deal = data === undefined ? known : data;
  const retry = () => void refetch();
  const waiting = error ? 'errorFallback.title' : 'common.loading';
  const title = deal ? titleOf(deal, t) : t(deal === null ? 'deal.notFound.title' : waiting);
  useEffect(() => {
    const before = document.title;
    document.title = `${title} | ${t('app.name')}`;
    return () => {
      document.title = before;
    };
  }, [title, t]);
  return (
    <Dialog bare title={title} onClose={() => navigate(-1)}>
      {deal ? (
        <DealDetail
          key={deal.id}
          deal={deal}
          level="h2"
          insteadOfText={data || error ? null : <Skeletons count={1} className="h-12" />}
          insteadOfSalon={data ? undefined : <SalonWaiting error={error} retry={retry} />}
          actions={(isForSale) => <DealActions deal={deal} isForSale={isForSale} />}
          related={<RelatedDeals deal={deal} level="h3" />}
        />
      ) : deal === null ? (
        <DealNotFound level="h2" />
      ) : error ? (
        <Problem text={reasonOf(error, t)} retry={retry} />
      ) : (
        <LoadingText />
      )}
    </Dialog>
  );
}

/** The list knows no more of a salon than its name and address. */
function SalonWaiting({ error, retry }: { error: Error | null; retry: () => void }) {
  const t = useT();
  if (error) return <MissingPart what={t('salon.failed')} error={error} retry={retry} />;
  return <Skeletons count={1} className="h-36" />;
}
