import { useQuery } from '@tanstack/react-query';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { titleOf } from './deal-words.ts';
import { Price } from './price.tsx';
import { tintOf } from './tints.ts';
import { Titled } from './titled.tsx';
import { dealQuery } from './use-deals.ts';

/** The deal that waits to be added to the cart; `says` names what is still to be done for that. */
export function WantedDeal({ id, says }: { id: string; says: (title: string) => string }) {
  const t = useT();
  const { data: deal, isPending } = useQuery(dealQuery(api, id));
  if (isPending) return <Skeleton className="h-24 rounded-card" />;
  if (!deal) return null;
  return (
    <section className="grid grid-cols-[min(6rem,25%)_minmax(0,1fr)] gap-x-[16px] rounded-card bg-surface p-[12px] shadow-card">
      <Picture
        src={deal.imageUrl}
        alt=""
        width={160}
        height={160}
        sizes="160px"
        eager
        missing={t('deal.imageUnavailable')}
        className={`aspect-square w-full self-start rounded-xl ${tintOf(deal.category)}`}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">
          <Titled deal={deal}>{says(titleOf(deal, t))}</Titled>
        </p>
        <p className="text-sm text-muted">{deal.businessName}</p>
        <Price deal={deal} />
      </div>
    </section>
  );
}
