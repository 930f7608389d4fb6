import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tintOf } from '#web/features/deals/category-icon.tsx';
import { Titled, titleOf } from '#web/features/deals/deal-words.tsx';
import { Price } from '#web/features/deals/price.tsx';
import { dealQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toastFailure } from '#web/kit/toasts.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useAddToCart } from './cart-changes.ts';

/** The deal that a guest asked to add; `says` names the missing step. */
export function RequestedDeal({ id, says }: { id: string; says: (title: string) => string }) {
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
        <p translate="no" className="text-sm text-muted">
          {deal.businessName}
        </p>
        <Price deal={deal} />
      </div>
    </section>
  );
}

/** Adds it after signing in, and announces the result on whatever page one is by then. */
export function useAddRequested(): (dealId: string) => Promise<void> {
  const t = useT();
  const queries = useQueryClient();
  const add = useAddToCart();
  return async (dealId) => {
    const text = t('toast.cartAdd.failed');
    try {
      const deal = await queries.ensureQueryData(dealQuery(api, dealId));
      if (deal) await add(deal);
      else toastFailure(null, { t, text });
    } catch (error) {
      toastFailure(error, { t, text });
    }
  };
}
